/** HTTP to the core that the window came from. */
import { type Client, createHttpClient } from '../../../shared/http-client.ts'

export { CallError, type Client } from '../../../shared/http-client.ts'

/** A client for one session and project (null: the first); `onRefused` is called when the core does not know the token (any more). */
export function createClient(token: string, project: string | null, onRefused: () => void): Client {
  return createHttpClient({
    base: '',
    token,
    ...(project === null ? {} : { project }),
    onRefused,
    mismatch:
      'The core’s answer is not of the form this window knows. Reload the window; if that does not help, the two are of different versions.',
  })
}
