import { once } from 'node:events'
import { createApi } from '../api.ts'
import { openBrowser } from '../browser.ts'
import { findRunning, isHeld, openHere } from '../connect.ts'
import type { Context } from '../context.ts'
import { CommandError, type ExitCode, exitCodes } from '../failure.ts'

export interface ServeOptions {
  port?: number
  open?: boolean
}

/**
 * Runs the core until it is told to stop (Ctrl+C, SIGTERM), then closes it in order. With `--open`, a Mintdesk that runs on the
 * data folder already shows its window.
 */
export async function serve(context: Context, { port, open = false }: ServeOptions): Promise<ExitCode> {
  const { terminal, typed, dataDir, stop } = context
  const core = await openHere(context, port, process.env).catch(async (error: unknown) => {
    if (!isHeld(error)) throw error
    if (open) return undefined
    throw (await heldBy(context)) ?? error
  })
  if (core === undefined) return await openWindow(context, { print: false })
  if (core.notice !== undefined) terminal.note(core.notice)
  if (core.locked !== undefined) terminal.note(core.locked)
  const link = `${core.url}/?ticket=${core.ticket()}`
  terminal.result({ url: core.url, link, dataDir, pid: process.pid }, [
    `Mintdesk is ready at ${core.url}`,
    '',
    'Open its window with this link, which works once and for a minute:',
    `  ${link}`,
    `For a new link: ${typed('open')}`,
    `Data folder: ${dataDir}`,
    'Ctrl+C stops it.',
  ])
  if (open && !(await openBrowser(link))) terminal.note('No browser could be opened here: use the link.')
  if (!stop.aborted) await once(stop, 'abort')
  await core.close()
  terminal.note('Mintdesk has stopped. What was under way goes on at the next start.')
  return exitCodes.done
}

/** Who holds the data folder, where it is one whose window can be opened. */
async function heldBy({ dataDir, typed }: Context): Promise<CommandError | undefined> {
  const running = await findRunning(dataDir)
  if (running === undefined) return undefined
  const cure = `open its window with ${typed('open')}, close it first, or choose another data folder`
  return new CommandError('data.locked', `Another Mintdesk runs on ${dataDir}, at ${running.url}: ${cure}.`)
}

/** A fresh link to the window of the Mintdesk that runs, opened in the browser unless it is only to be printed. */
export async function openWindow(context: Context, { print = false }: { print?: boolean }): Promise<ExitCode> {
  const { terminal, typed, dataDir } = context
  const running = await findRunning(dataDir)
  if (running === undefined)
    throw new CommandError('core.absent', `No Mintdesk runs on ${dataDir}: start it with ${typed('serve')}.`)
  const link = `${running.url}/?ticket=${await createApi(running.client).ticket()}`
  terminal.result({ url: running.url, link }, [link])
  terminal.note('The link works once, within a minute.')
  if (!print && !(await openBrowser(link))) terminal.note('No browser could be opened here: use the link.')
  return exitCodes.done
}
