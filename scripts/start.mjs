/** `npm start`: starts the desktop app, or the same app in a browser if Electron cannot run. Passes arguments on. */
import { join } from 'node:path'
import { main, node, root, runForeground, say } from './lib/checkout.mjs'
import { electronPath, fetchElectron, hasDisplay } from './lib/electron.mjs'

/** The desktop app's exit code after it has shown the person why it stops (src/main/give-up.ts). */
const TOLD = 70
/** A desktop app that ends with an error sooner than this never started: missing libraries, no sandbox, no GPU. */
const EARLY_SECONDS = 5

await main(async () => {
  const args = process.argv.slice(2)
  if (!hasDisplay()) return inBrowser('there is no display', args)
  const electron = electronPath() ?? (await fetchElectron())
  if (!electron) return inBrowser('Electron could not be downloaded from github.com', args)

  // As root, Chromium refuses to run with its sandbox.
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
