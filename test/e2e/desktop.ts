/** Starting the desktop app in tests: on Electron where it is installed, else on the stand-in (scripts/test.mjs chooses). */
import { spawnSync } from 'node:child_process'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type ElectronApplication, _electron as electron, type Page } from '@playwright/test'

export const root = join(import.meta.dirname, '../..')
export const standin = join(root, 'test/electron-standin/dist/electron')

/** What the app is started with: any free port; Chromium refuses to run as root with its sandbox on. */
export const desktopArgs = [root, '--port=0', ...(process.getuid?.() === 0 ? ['--no-sandbox'] : [])]

/** A new, empty data folder. */
export function makeDataDir(): string {
  return mkdtempSync(join(tmpdir(), 'mintdesk-desktop-'))
}

/** The environment of an app on `dataDir`. */
export function desktopEnv(dataDir: string): Record<string, string> {
  const own = Object.entries(process.env).filter((entry): entry is [string, string] => entry[1] !== undefined)
  return { ...Object.fromEntries(own), MINTDESK_HOME: dataDir }
}

/** Ours, ms: how long a window, or the end of an app, may take on a busy machine; Playwright itself waits half a minute for those of Electron. */
const patience = 120_000

/** Starts the app with these arguments, as patient as the other tests are (playwright.config.ts), whose times Electron's pages do not get. */
export async function launch(args: string[], env: Record<string, string>): Promise<ElectronApplication> {
  const app = await electron.launch({ args, cwd: root, env, timeout: 180_000 })
  app.context().setDefaultTimeout(60_000)
  return app
}

/** The first window of an app that shows one. */
export function firstWindow(app: ElectronApplication): Promise<Page> {
  return app.firstWindow({ timeout: patience })
}

/** Waits for the end of an app. To be called before it is asked to end. */
export function closing(app: ElectronApplication): Promise<unknown> {
  return app.waitForEvent('close', { timeout: patience })
}

/** Starts the app and waits until its window has let the person in. */
export async function launchDesktop(dataDir: string): Promise<{ app: ElectronApplication; page: Page }> {
  const app = await launch(desktopArgs, desktopEnv(dataDir))
  const page = await firstWindow(app)
  await page.getByRole('link', { name: 'Runs' }).waitFor()
  return { app, page }
}

/** The processes that descend from `pid`, itself included. */
export function familyOf(pid: number): number[] {
  const { stdout } = spawnSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' })
  const pairs = stdout.split('\n').map((line) => line.trim().split(/\s+/).map(Number))
  const family = [pid]
  for (const parent of family) {
    for (const [child, of] of pairs) if (of === parent && child !== undefined) family.push(child)
  }
  return family
}

/** Whether a process lives; one that has ended and waits to be collected does not. */
export function isAlive(pid: number): boolean {
  const { stdout } = spawnSync('ps', ['-o', 'stat=', '-p', String(pid)], { encoding: 'utf8' })
  return stdout.trim() !== '' && !stdout.startsWith('Z')
}
