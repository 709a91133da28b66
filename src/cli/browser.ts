import { spawn } from 'node:child_process'
import { withoutSecrets } from '../core/lib/live-environment.ts'

/**
 * Opens a page on disk, or an address that holds no secret, in the system's browser: other users may read the arguments of programs.
 * @returns whether a browser could be asked
 */
export function openBrowser(url: string, platform: string = process.platform): Promise<boolean> {
  const [command, ...args] = openerFor(url, platform)
  return new Promise((resolve) => {
    const child = spawn(command, args, { stdio: 'ignore', detached: true, env: withoutSecrets(process.env) })
    // The openers end at once: well, or with an error when there is no browser. One that stays is the browser itself.
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

/** The command of each system that opens an address in the person's own browser. */
export function openerFor(url: string, platform: string): [string, ...string[]] {
  if (platform === 'darwin') return ['open', url]
  // `start` would read an & in the address as the end of a command.
  if (platform === 'win32') return ['rundll32', 'url.dll,FileProtocolHandler', url]
  return ['xdg-open', url]
}
