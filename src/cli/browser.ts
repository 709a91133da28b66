import { spawn } from 'node:child_process'
import { withoutSecrets } from '../core/lib/live-environment.ts'

/**
 * Opens a page on disk or an address in the system's browser. The address must hold no secret: other users can read programs' arguments.
 * @returns whether a browser could be opened
 */
export function openBrowser(url: string, platform: string = process.platform): Promise<boolean> {
  const [command, ...args] = openerFor(url, platform)
  return new Promise((resolve) => {
    const child = spawn(command, args, { stdio: 'ignore', detached: true, env: withoutSecrets(process.env) })
    // An opener ends at once, with an error if there is no browser. One that keeps running is the browser itself.
    const patience = setTimeout(() => answer(true), 3_000)
    const answer = (opened: boolean): void => {
      clearTimeout(patience)
      child.unref()
      resolve(opened)
    }
    child.once('error', () => answer(false))
    child.once('exit', (code) => answer(code === 0))
  })
}

/** The system's command that opens an address in the person's own browser. */
export function openerFor(url: string, platform: string): [string, ...string[]] {
  if (platform === 'darwin') return ['open', url]
  // `start` would treat an & in the address as the end of the command.
  if (platform === 'win32') return ['rundll32', 'url.dll,FileProtocolHandler', url]
  return ['xdg-open', url]
}
