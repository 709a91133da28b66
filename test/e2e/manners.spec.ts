/** What a desktop app is expected to do besides its job: links, starting at login, and an end that it explains. */
import { spawn } from 'node:child_process'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { type ElectronApplication, expect, type Page, test } from '@playwright/test'
import SqliteDatabase from 'better-sqlite3'
import { readApiFile } from '../../src/core/host/api-file.ts'
import { endStrays } from '../faults/end-strays.ts'
import { desktopArgs, desktopEnv, firstWindow, launch, launchDesktop, makeDataDir } from './desktop.ts'
import { keepPictures } from './keep-picture.ts'
import { openSettings } from './open-settings.ts'

/** What a test notes in the main process. */
declare global {
  var noted: string[]
}

test.describe.configure({ mode: 'serial' })

const dataDir = makeDataDir()
const config = join(dataDir, 'config')
const entry = join(config, 'autostart/mintdesk.desktop')
let app: ElectronApplication
let page: Page

test.beforeAll(async () => {
  process.env.XDG_CONFIG_HOME = config
  ;({ app, page } = await launchDesktop(dataDir))
})
test.afterAll(async () => {
  await app?.close().catch(() => undefined)
  await endStrays(dataDir)
  rmSync(dataDir, { recursive: true, force: true })
})

/** Starts the app a second time, as a system does with what it opens; it ends at once. */
async function startAgain(...words: string[]): Promise<void> {
  const second = spawn(app.process().spawnfile, [...desktopArgs, ...words], {
    env: desktopEnv(dataDir),
    stdio: 'ignore',
  })
  await new Promise((resolve) => second.once('exit', resolve))
}

test('a link opens a page of the window; one that asks for anything else is ignored and noted', async () => {
  await startAgain('mintdesk://runs')
  await page.waitForURL('**/runs')
  await app.evaluate(() => {
    globalThis.noted = []
    console.warn = (text: string) => void globalThis.noted.push(text)
  })
  const notes = () => app.evaluate(() => globalThis.noted)
  await startAgain('mintdesk://mint?file=/etc/passwd')
  await expect.poll(notes).toEqual([expect.stringContaining('A link was ignored')])
  expect(page.url()).toMatch(/\/runs$/)
  await startAgain('mintdesk:settings/about')
  await page.waitForURL('**/settings/about')
})

test('it starts at login when a person wants it to, and not before', async ({ browserName: _ }, info) => {
  test.skip(process.platform !== 'linux', 'The system keeps its own list.')
  await openSettings(page, 'About')
  const wish = page.getByRole('switch', { name: 'Start Mintdesk when I log in' })
  await expect(wish).not.toBeChecked()
  expect(existsSync(entry)).toBe(false)
  await wish.click()
  await expect(wish).toBeChecked()
  expect(readFileSync(entry, 'utf8')).toMatch(/^Exec=".+" ".+" "--hidden"$/m)
  await keepPictures(page, info, 'about')
  await page.reload()
  await expect(wish).toBeChecked()
  await wish.click()
  await expect(wish).not.toBeChecked()
  expect(existsSync(entry)).toBe(false)
})

test('a core that ended for good leaves a page that says that nothing is lost, with a report without secrets', async ({
  browserName: _,
}, info) => {
  const pid = readApiFile(dataDir)?.pid ?? 0
  // What a newer Mintdesk left: no core of this version starts on it again.
  const database = new SqliteDatabase(join(dataDir, 'mintdesk.db'), { timeout: 60_000 })
  database.pragma('user_version = 999')
  database.close()
  process.kill(pid, 'SIGKILL')
  await expect(page.getByRole('heading', { name: 'Mintdesk stopped' })).toBeVisible()
  await expect(page.getByText('Nothing is lost:')).toBeVisible()
  await expect(page.getByText('was written by a newer Mintdesk').first()).toBeVisible()
  await keepPictures(page, info, 'crash-page')

  await app.evaluate(({ app: own, clipboard }) => {
    globalThis.noted = []
    own.relaunch = (options) => void globalThis.noted.push(`again ${options?.args?.length ?? 0}`)
    own.quit = () => void globalThis.noted.push('quit')
    clipboard.writeText = async (text) => void globalThis.noted.push(text)
  })
  await page.getByRole('link', { name: 'Copy the report' }).click()
  const notes = () => app.evaluate(() => globalThis.noted)
  await expect.poll(async () => (await notes()).length).toBe(1)
  const [report = ''] = await notes()
  expect(report).toMatch(/^Mintdesk \d+\.\d+\.\d+, /)
  expect(report).toContain(`${process.platform} `)
  expect(report).not.toContain(readFileSync(join(dataDir, 'api.json'), 'utf8').match(/"token": "(.+?)"/)?.[1])
  await expect(page.getByLabel('Report')).toHaveText(report, { useInnerText: false })
  await page.getByRole('link', { name: 'Start Mintdesk again' }).click()
  await expect.poll(notes).toEqual([report, expect.stringMatching(/^again/), 'quit'])
  await app.evaluate(({ app: own }) => Reflect.deleteProperty(own, 'quit'))
})

test('started at login it shows no window until somebody asks for it', async () => {
  test.skip(process.platform !== 'linux', 'macOS tells by itself that it started the app.')
  const ownDir = makeDataDir()
  const own = await launch([...desktopArgs, '--hidden'], desktopEnv(ownDir))
  await expect.poll(() => readApiFile(ownDir)?.url).toBeTruthy()
  expect(await own.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().length)).toBe(0)
  const shown = firstWindow(own)
  await expect
    .poll(async () => {
      await own.evaluate(({ app: of }) => of.emit('second-instance', {}, [], ''))
      return own.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().length)
    })
    .toBe(1)
  await (await shown).getByRole('link', { name: 'Runs' }).waitFor()
  await own.close()
  await endStrays(ownDir)
  rmSync(ownDir, { recursive: true, force: true })
})
