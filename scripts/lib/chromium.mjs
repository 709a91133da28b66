/** Finds the Chromium that tests run in, or installs one. */
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { must, node, root, say } from './checkout.mjs'

/** Ours, s: how long to wait for another apt-get, such as the automatic update of a machine that has just started. */
const otherAptSeconds = 600

/** Debian's headless shell. Its command in /usr/bin is a script that starts it and waits: whoever kills that leaves Chromium running. */
const DEBIANS_SHELL = '/usr/lib/chromium/chromium-headless-shell'
/**
 * The best first. The headless shell, which Playwright's own tests use too, draws a frame for every screenshot and needs a quarter less
 * CPU time. On a busy machine, Chromium's new headless mode drew no frame of a page for a minute.
 */
const NAMES = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
/** Debian's packages of Chromium, the best first. Ubuntu lacks the first, and its second is a stub. */
const PACKAGES = ['chromium-headless-shell', 'chromium']
const PLACES = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:/Program Files/Google/Chrome/Application/chrome.exe',
  'C:/Program Files (x86)/Google/Chrome/Application/chrome.exe',
]

/** Path of a Chromium or Chrome: CHROMIUM_PATH, an installed one, or Playwright's own; undefined if there is none. */
export async function findChromium() {
  const given = process.env.CHROMIUM_PATH
  if (given) {
    if (!existsSync(given)) throw new Error(`CHROMIUM_PATH names a file that does not exist: ${given}`)
    return given
  }
  const folders = [...(process.env.PATH ?? '').split(delimiter).filter((folder) => folder !== ''), '/usr/bin']
  const named = NAMES.flatMap((name) => folders.map((folder) => join(folder, name)))
  return [DEBIANS_SHELL, ...named, ...PLACES, await playwrightsOwn()].find(
    (path) => path && existsSync(path) && runs(path),
  )
}

/** Ubuntu's chromium-browser is a stub that only asks for a snap. On other systems an existing file runs, and `--version` may open a window. */
function runs(path) {
  return (
    process.platform !== 'linux' || spawnSync(path, ['--version'], { stdio: 'ignore', timeout: 20_000 }).status === 0
  )
}

/** Installs a Chromium: Debian's if apt-get may be used, else Playwright's. Throws an error with a sentence if neither works. */
export async function installChromium() {
  const tries = [...debian(), { say: "Fetching Playwright's Chromium…", run: fetchPlaywrights }]
  for (const way of tries) {
    say(`No Chromium for the tests yet. ${way.say}`)
    try {
      await way.run()
    } catch (error) {
      say(error.message)
    }
    const found = await findChromium()
    if (found) return found
  }
  throw new Error('The tests need Chromium or Chrome, and it could not be installed: install it, or set CHROMIUM_PATH.')
}

function debian() {
  if (!existsSync('/usr/bin/apt-get')) return []
  const isRoot = process.getuid?.() === 0
  if (!isRoot && spawnSync('sudo', ['-n', 'true'], { stdio: 'ignore', timeout: 10_000 }).status !== 0) return []
  const [command, ...first] = isRoot ? ['apt-get'] : ['sudo', '-n', 'DEBIAN_FRONTEND=noninteractive', 'apt-get']
  const options = { timeout: 600_000, env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } }
  const patient = ['-o', `DPkg::Lock::Timeout=${otherAptSeconds}`]
  return PACKAGES.map((name) => ({
    say: `Installing Debian's (apt-get install ${name})…`,
    run: async () => {
      await updateLists(command, [...first, 'update', '-qq'], options)
      must(`apt-get install ${name}`, command, [...first, ...patient, 'install', '-y', '-qq', name], options)
    },
  }))
}

/** Updates apt's package lists. Retries while another apt-get holds the lock: unlike `install`, `update` has no option to wait. */
async function updateLists(command, args, options) {
  const until = Date.now() + otherAptSeconds * 1_000
  for (;;) {
    const { status, stderr } = spawnSync(command, args, { encoding: 'utf8', ...options })
    if (status === 0) return
    if (!stderr?.includes('Could not get lock') || Date.now() > until)
      throw new Error(`apt-get update failed (exit code ${status}): ${stderr}`)
    await wait(1_000)
  }
}

function fetchPlaywrights() {
  const cli = join(root, 'node_modules/@playwright/test/cli.js')
  must('Fetching Chromium', node, [cli, 'install', 'chromium'], { timeout: 600_000 })
}

async function playwrightsOwn() {
  if (!existsSync(join(root, 'node_modules/@playwright/test'))) return undefined
  const { chromium } = await import('@playwright/test')
  return chromium.executablePath()
}
