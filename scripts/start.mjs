/** `npm start`: the desktop app, or the same app in a browser where Electron cannot run. Arguments are passed on. */
import { join } from 'node:path'
import { main, node, root, runForeground, say } from './lib/checkout.mjs'
import { electronPath, fetchElectron, hasDisplay } from './lib/electron.mjs'

/** The desktop app's exit code when it has told the person itself why it stops (src/main/index.ts). */
const TOLD = 70
/** A desktop that ends with an error sooner than this never came up: libraries missing, no sandbox, no GPU. */
const EARLY_SECONDS = 5

await main(async () => {
  const args = process.argv.slice(2)
  if (!hasDisplay()) return inBrowser('there is no display', args)
  const electron = electronPath() ?? (await fetchElectron())
  if (!electron) return inBrowser('Electron could not be downloaded from github.com', args)

  // Chromium refuses to run as root with its sandbox on.
  const switches = process.getuid?.() === 0 ? ['--no-sandbox'] : []
  const { code, signal, seconds, error } = await runForeground(electron, [root, ...switches, ...args])
  if (error) return inBrowser(`Electron did not start (${error.message})`, args)
  const isEarly = seconds < EARLY_SECONDS && signal !== 'SIGINT' && signal !== 'SIGTERM'
  if (isEarly && code !== 0 && code !== TOLD) {
    return inBrowser(`Electron stopped at once (${signal ?? `exit code ${code}`})`, args)
  }
  return code
})

async function inBrowser(why, args) {
  say(`No desktop window, because ${why}: Mintdesk opens in your browser instead (Ctrl+C stops it).`)
  const { code } = await runForeground(node, [join(root, 'out/main/cli.js'), 'serve', '--open', ...args])
  return code
}
