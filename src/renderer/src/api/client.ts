/** HTTP to the core that the window came from. */
import { type Session, session as sessionSchema } from '../../../shared/app-api.ts'
import { createGreeter, sessionToken, unreachable } from '../../../shared/greeting.ts'
import { type Client, createHttpClient } from '../../../shared/http-client.ts'
import { keepPass } from './session.ts'

export { CallError, type Client } from '../../../shared/http-client.ts'

/** A client for one session and project (null: the first); calls `onRefused` when the core does not know the token (any more). */
export function createClient(session: Session, project: string | null, onRefused: () => void): Client {
  let { run, token } = session
  return createHttpClient({
    base: '',
    token: () => token,
    greeter: createGreeter({
      base: '',
      session,
      port: Number(window.location.port || (window.location.protocol === 'https:' ? 443 : 80)),
      // The token, the pass and the cookie are valid for one run of the core.
      onMet: async (met) => {
        if (met === run) return
        const anew = await renewed(sessionToken(session, met))
        keepPass(anew)
        token = anew.token
        run = met
      },
    }),
    ...(project === null ? {} : { project }),
    onRefused,
    mismatch:
      'The core’s answer is not of the form this window knows. Reload the window; if that does not help, the two are of different versions.',
  })
}

/** Renews the session: a token, a pass and a cookie of this run of the core. */
async function renewed(token: string): Promise<Session> {
  const answer = await fetch('/app/session/renew', {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
  }).catch(() => null)
  if (!answer?.ok) throw unreachable()
  return sessionSchema.parse(await answer.json())
}
