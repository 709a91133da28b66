/** Finds Electron's binary, and downloads it once. */
import { spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { node, root, say } from './checkout.mjs'

const FOLDER = join(root, 'node_modules/electron')
const DOWNLOAD_MS = 300_000
/** The time limit if the download host does not answer: enough to unpack an earlier download. */
const OFFLINE_MS = 20_000

/** Whether the system can show a window. */
export function hasDisplay() {
  return process.platform !== 'linux' || Boolean(process.env.DISPLAY || process.env.WAYLAND_DISPLAY)
}

/** Path of the Electron binary; undefined if it is not downloaded. Does not use `require('electron')`, which would download it. */
export function electronPath() {
  const name = join(FOLDER, 'path.txt')
  if (!existsSync(name) && !process.env.ELECTRON_OVERRIDE_DIST_PATH) return undefined
  const file = existsSync(name) ? readFileSync(name, 'utf8').trim() : 'electron'
  const path = join(process.env.ELECTRON_OVERRIDE_DIST_PATH ?? join(FOLDER, 'dist'), file)
  return existsSync(path) ? path : undefined
}

/** Downloads Electron within five minutes, or gives up within twenty seconds if its host does not answer. */
export async function fetchElectron() {
  say('Fetching Electron (about 110 MB, once)…')
  const installer = spawn(node, [join(FOLDER, 'install.js')], { stdio: ['ignore', 2, 'ignore'] })
  const kill = () => installer.kill('SIGKILL')
  const timers = [setTimeout(kill, DOWNLOAD_MS)]
  const ended = new Promise((resolve) => {
    installer.once('exit', resolve)
    installer.once('error', resolve)
  })
  const answers = hostAnswers().then((yes) => {
    if (!yes) timers.push(setTimeout(kill, OFFLINE_MS))
  })
  await ended
  await answers
  for (const timer of timers) clearTimeout(timer)
  return electronPath()
}

async function hostAnswers() {
  // Behind a proxy or with a mirror, this request does not show what the installer can reach.
  const hasProxy = Object.keys(process.env).some((name) => /^(https?|all|global_agent_https?)_proxy$/i.test(name))
  if (hasProxy || process.env.ELECTRON_MIRROR || process.env.npm_config_electron_mirror) return true
  return fetch('https://github.com/', { method: 'HEAD', signal: AbortSignal.timeout(8_000) }).then(
    () => true,
    () => false,
  )
}
