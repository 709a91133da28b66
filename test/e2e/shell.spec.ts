import { spawn } from 'node:child_process'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { type ElectronApplication, expect, type Page, test } from '@playwright/test'
import { endStrays } from '../faults/end-strays.ts'
import {
  closing,
  desktopArgs,
  desktopEnv,
  familyOf,
  firstWindow,
  isAlive,
  launch,
  launchDesktop,
  makeDataDir,
  root,
  standin,
} from './desktop.ts'

/** What a test notes in the main process. */
declare global {
  var noted: string[]
}

const dataDir = makeDataDir()
let app: ElectronApplication
let page: Page

test.beforeAll(async () => {
  ;({ app, page } = await launchDesktop(dataDir))
})
test.afterAll(async () => {
  await app.close()
  await endStrays(dataDir)
  rmSync(dataDir, { recursive: true, force: true })
})

const corePid = (): number => JSON.parse(readFileSync(join(dataDir, 'api.json'), 'utf8')).pid
const notes = (): Promise<string[]> => app.evaluate(() => globalThis.noted)

test('the window is let in by its ticket, which does not stay in its address', async () => {
  expect(new URL(page.url()).origin).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/)
  await expect.poll(() => page.url()).not.toContain('ticket')
})

test('the page is isolated: it has a bridge of a few calls and nothing of Node', async () => {
  const seen = await page.evaluate(() => ({
    node: ['require', 'process', 'module', 'Buffer', 'ipcRenderer'].filter((name) => name in globalThis),
    bridge: Object.keys(window.native ?? {}).sort(),
    platform: window.native?.platform,
  }))
  expect(seen).toEqual({
    node: [],
    bridge: [
      ...['checkUpdates', 'downloadUpdate', 'loginStart', 'notify', 'onMenu', 'onOpened', 'onUpdates', 'pathsOf'],
      ...['pickFolder', 'platform', 'setLoginStart', 'setProgress', 'setUpdates', 'showDataFolder', 'signIn'],
      ...['takeOpened', 'takePage', 'updates'],
    ],
    platform: process.platform,
  })
})

test('the page cannot leave the app', async () => {
  const before = page.url()
  await app.evaluate(({ BrowserWindow }) => {
    globalThis.noted = []
    BrowserWindow.getAllWindows()[0]?.webContents.on('will-navigate', (event) => globalThis.noted.push(event.url))
  })
  await page.evaluate(() => {
    location.href = 'https://example.com/'
  })
  await expect.poll(notes).toEqual(['https://example.com/'])
  await page.evaluate(() => {
    location.href = '/ipfs/somewhere/page.html'
  })
  await expect.poll(async () => (await notes()).length).toBe(2)
  expect(page.url()).toBe(before)
  await expect(page.getByRole('link', { name: 'Runs' })).toBeVisible()
})

test('what it would open elsewhere goes to the browser of the system, if it is https', async () => {
  await app.evaluate(({ shell }) => {
    globalThis.noted = []
    shell.openExternal = async (url) => void globalThis.noted.push(url)
  })
  for (const url of ['http://example.com/plain', 'file:///etc/passwd', 'https://polygonscan.com/tx/0x1']) {
    await page.evaluate((target) => void window.open(target, '_blank', 'noopener'), url)
  }
  await expect.poll(notes).toEqual(['https://polygonscan.com/tx/0x1'])
  await expect.poll(() => app.windows().length).toBe(1)
  expect(await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().length)).toBe(1)
})

test('the page gets no permission but the one to copy', async () => {
  const states = await page.evaluate(async () => {
    const ask = async (name: PermissionName) => (await navigator.permissions.query({ name })).state
    return [await Notification.requestPermission(), await ask('geolocation'), await ask('notifications')]
  })
  expect(states).toEqual(['denied', 'denied', 'denied'])
  await page.bringToFront()
  await page.evaluate(() => navigator.clipboard.writeText('0xabc'))
})

test('the bridge knows where files are, asks for folders, and refuses nonsense', async () => {
  const file = join(dataDir, 'badges.csv')
  writeFileSync(file, 'recipient\n')
  await page.evaluate(() =>
    document.body.append(Object.assign(document.createElement('input'), { type: 'file', id: 'probe' })),
  )
  await page.locator('#probe').setInputFiles(file)
  const paths = await page.evaluate(() => {
    const probe = document.querySelector<HTMLInputElement>('#probe')
    return window.native?.pathsOf([...(probe?.files ?? [])])
  })
  expect(paths).toEqual([file])
  await page.evaluate(() => document.querySelector('#probe')?.remove())

  await app.evaluate(({ dialog }) => {
    dialog.showOpenDialog = async () => ({ canceled: false, filePaths: ['/some/folder'] })
  })
  expect(await page.evaluate(() => window.native?.pickFolder())).toBe('/some/folder')
  await page.evaluate(() => window.native?.setProgress(0.5))
  await page.evaluate(() => window.native?.setProgress(null))
  await page.evaluate(() => window.native?.notify({ title: 'Done', body: '500 NFTs minted' }))
  const refused = await page.evaluate(() => window.native?.setProgress(7).then(() => 'taken', String))
  expect(refused).toContain('set-progress')
})

test('the menu tells the page what was chosen', async () => {
  const chosen = page.evaluate(() => new Promise((resolve) => window.native?.onMenu(resolve)))
  await app.evaluate(({ Menu }) => Menu.getApplicationMenu()?.getMenuItemById('new-import')?.click())
  expect(await chosen).toBe('new-import')
})

test('a core that is killed comes back, and the page goes on where it was', async () => {
  await page.getByRole('link', { name: 'Runs' }).click()
  const [address, pid] = [page.url(), corePid()]
  process.kill(pid, 'SIGKILL')
  await expect.poll(corePid).not.toBe(pid)
  await expect
    .poll(() =>
      page.evaluate(() =>
        fetch('/health').then(
          ({ ok }) => ok,
          () => false,
        ),
      ),
    )
    .toBe(true)
  expect(page.url()).toBe(address)
  await page.reload()
  await expect(page.getByRole('link', { name: 'Runs' })).toBeVisible()
  expect(page.url()).toBe(address)
})

test('a window that is loaded again with what a core gave it that has ended is let in, where it was', async () => {
  const address = page.url()
  await page.evaluate(() => sessionStorage.setItem('mintdesk.pass', 'of a core that has ended'))
  await page.reload()
  await expect(page.getByRole('link', { name: 'Runs' })).toBeVisible()
  expect(page.url()).toBe(address)
})

test('a second start brings the window back instead of opening another', async () => {
  await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.hide())
  const second = spawn(app.process().spawnfile, desktopArgs, { env: desktopEnv(dataDir), stdio: 'ignore' })
  const code = await new Promise((resolve) => second.once('exit', resolve))
  expect(code).toBe(0)
  const visible = () =>
    app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().map((window) => window.isVisible()))
  await expect.poll(visible).toEqual([true])
})

test('a spreadsheet that is opened with Mintdesk comes to the window that is there; other files do not', async () => {
  const sheet = join(root, 'resources/samples/event-badges.csv')
  const words = [...desktopArgs, sheet, join(root, 'package.json')]
  const second = spawn(app.process().spawnfile, words, { env: desktopEnv(dataDir), stdio: 'ignore' })
  await new Promise((resolve) => second.once('exit', resolve))
  await page.waitForURL('**/mint/*')
  await expect(page.getByRole('main').getByText('event-badges.csv').first()).toBeVisible()
  await expect(page.getByRole('region', { name: 'Check', exact: true })).toContainText('500 ready')
})

test('a spreadsheet that the app is started with is opened once the window is there', async () => {
  const ownDir = makeDataDir()
  const sheet = join(ownDir, 'Gäste 2026.csv')
  writeFileSync(sheet, `recipient,name,image\n0x${'1b'.repeat(20)},One,ipfs://bafkqaaa\n`)
  const own = await launch([...desktopArgs, sheet], desktopEnv(ownDir))
  const window = await firstWindow(own)
  await window.waitForURL('**/mint/*')
  await expect(window.getByRole('main').getByText('Gäste 2026.csv').first()).toBeVisible()
  await own.close()
  await endStrays(ownDir)
  rmSync(ownDir, { recursive: true, force: true })
})

test('closing the window ends the app, the core and everything they started', async () => {
  const ownDir = makeDataDir()
  const own = await launchDesktop(ownDir)
  const pid = own.app.process().pid ?? 0
  const family = familyOf(pid)
  expect(family.length).toBeGreaterThan(2)
  const closed = closing(own.app)
  await own.page.close()
  await closed
  await expect.poll(() => family.filter(isAlive)).toEqual([])
  rmSync(ownDir, { recursive: true, force: true })
})

/** Starts an app that cannot come up, on the stand-in always: Electron's box waits for a person. What it said, and its exit code. */
async function startInVain(dataDir: string, ...args: string[]): Promise<{ said: string; code: unknown }> {
  const started = spawn(standin, [root, ...args], { env: desktopEnv(dataDir), stdio: ['ignore', 'ignore', 'pipe'] })
  let said = ''
  started.stderr.on('data', (data) => {
    said += data
  })
  const code = await new Promise((resolve) => started.once('close', resolve))
  return { said, code }
}

test("an app that cannot start says why, in the core's own sentence", async () => {
  const taken = createServer()
  await new Promise<void>((resolve) => taken.listen(0, '127.0.0.1', resolve))
  const address = taken.address()
  const port = typeof address === 'object' ? address?.port : undefined
  const ownDir = makeDataDir()
  const { said, code } = await startInVain(ownDir, `--port=${port}`)
  expect(said).toContain(`Port ${port} is in use by another program`)
  expect(code).toBe(70)
  taken.close()
  rmSync(ownDir, { recursive: true, force: true })
})

test('an app that cannot have its data folder says so', async () => {
  const ownDir = makeDataDir()
  writeFileSync(join(ownDir, 'file'), '')
  const { said, code } = await startInVain(join(ownDir, 'file/data'))
  expect(said).toContain(`The data folder ${join(ownDir, 'file/data')} cannot be made`)
  expect(code).toBe(70)
  rmSync(ownDir, { recursive: true, force: true })
})
