import { once } from 'node:events'
import type { ServerSettings } from '../../core/api/http/public-address.ts'
import { createAppClient } from '../../shared/app-client.ts'
import { openBrowser } from '../browser.ts'
import { findRunning, isHeld, openHere } from '../connect.ts'
import { type Context, withApi } from '../context.ts'
import { CommandError, type ExitCode, exitCodes } from '../failure.ts'

export interface ServeOptions {
  port?: number | undefined
  open?: boolean | undefined
  /** Settings for access from other machines. */
  server?: ServerSettings | undefined
}

/**
 * Runs the core until a signal ends it (Ctrl+C, SIGTERM), then closes it in order. With `--open`, shows the window of
 * a Mintdesk that already runs on the data folder instead.
 */
export async function serve(context: Context, { port, open = false, server }: ServeOptions): Promise<ExitCode> {
  const { terminal, typed, dataDir, stop } = context
  const core = await openHere(context, port, process.env, server).catch(async (error: unknown) => {
    if (!isHeld(error)) throw error
    if (open) return undefined
    throw (await heldBy(context)) ?? error
  })
  if (core === undefined) return await openWindow(context, { print: false })
  if (core.notice !== undefined) terminal.note(core.notice)
  if (core.locked !== undefined) terminal.note(core.locked)
  const link = `${core.url}/?ticket=${core.ticket()}`
  const { publicUrl } = core
  terminal.result(
    { url: core.url, link, dataDir, pid: process.pid, ...(publicUrl === undefined ? {} : { publicUrl }) },
    [
      `Mintdesk is ready at ${core.url}`,
      ...(publicUrl === undefined ? [] : [`People sign in at ${publicUrl}`]),
      '',
      `Open its window ${publicUrl === undefined ? '' : 'at this computer '}with this link, which works once and for a minute:`,
      `  ${link}`,
      `For a new link: ${typed('open')}`,
      `Data folder: ${dataDir}`,
      'Ctrl+C stops it.',
    ],
  )
  if (open) await showPage(context, await core.ticketPage())
  if (!stop.aborted) await once(stop, 'abort')
  await core.close()
  terminal.note('Mintdesk has stopped. What was under way goes on at the next start.')
  return exitCodes.done
}

/** Names the core that holds the data folder; undefined if it does not answer. */
async function heldBy({ dataDir, typed }: Context): Promise<CommandError | undefined> {
  const running = await findRunning(dataDir)
  if (running === undefined) return undefined
  const cure = `open its window with ${typed('open')}, close it first, or choose another data folder`
  return new CommandError('data.locked', `Another Mintdesk runs on ${dataDir}, at ${running.url}: ${cure}.`)
}

/** Opens the window of the running Mintdesk in the browser, or prints a new link to it. */
export async function openWindow(context: Context, { print = false }: { print?: boolean }): Promise<ExitCode> {
  const { terminal, typed, dataDir } = context
  const running = await findRunning(dataDir)
  if (running === undefined)
    throw new CommandError(
      'core.absent',
      `No Mintdesk answers on ${dataDir}: start it with ${typed('serve')}. If one hangs there, end it first.`,
    )
  const api = createAppClient(running.client)
  if (print) {
    const link = `${running.url}/?ticket=${await api.ticket()}`
    terminal.result({ url: running.url, link }, [link])
    terminal.note('The link works once, within a minute.')
    return exitCodes.done
  }
  terminal.result({ url: running.url }, [`The window of ${running.url} opens in the browser.`])
  await showPage(context, await api.ticketPage())
  return exitCodes.done
}

/** Ends the sessions of all windows. */
export async function signOut(context: Context): Promise<ExitCode> {
  return withApi(context, async (api) => {
    await api.signOut()
    context.terminal.result({ signedOut: true }, [
      `All windows are signed out. Open one again with ${context.typed('open')}.`,
    ])
    return exitCodes.done
  })
}

/** Opens a page in the data folder that leads to the window with a ticket. A sandboxed browser may be unable to read that page. */
async function showPage({ terminal, typed }: Context, file: string): Promise<void> {
  const link = `use the link that ${typed('open --print')} says`
  if (!(await openBrowser(file))) terminal.note(`No browser could be opened here: ${link}.`)
  else terminal.note(`If the browser may not read the page that it is given, ${link}.`)
}
