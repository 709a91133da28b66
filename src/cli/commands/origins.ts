import { type Context, withApi } from '../context.ts'
import { type ExitCode, exitCodes } from '../failure.ts'

/** Lists the origins of web pages that may call the API. */
export async function listOrigins(context: Context): Promise<ExitCode> {
  return withApi(context, async (api) => {
    const { origins } = await api.origins()
    const none = [
      'No web page of another origin may call the API. Programs that are no web pages need no such permission.',
    ]
    context.terminal.result({ origins }, origins.length === 0 ? none : origins)
    return exitCodes.done
  })
}

/** Allows or forbids an origin's pages to call the API. */
export async function changeOrigin(context: Context, origin: string, allow: boolean): Promise<ExitCode> {
  return withApi(context, async (api) => {
    const { origins: before } = await api.origins()
    const now = await (allow ? api.allowOrigin(origin) : api.removeOrigin(origin))
    context.terminal.result(now, [
      allow
        ? `Pages of ${origin} may call the API now, with a key.`
        : `Pages of ${origin} may not call the API ${now.origins.length === before.length ? 'and never could' : 'any more'}.`,
    ])
    return exitCodes.done
  })
}
