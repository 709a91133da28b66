/** A program of somebody else's on the port that was the core's, and windows that are signed out. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer, type Server, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type BrowserContext, expect, type Page, type Request, test } from '@playwright/test'
import { session } from '../../../src/shared/app-api.ts'
import { cli, type Started, startCli } from '../../cli/run-cli.ts'
import { endStrays } from '../../faults/end-strays.ts'
import { keepPicture } from '../keep-picture.ts'
import { openSettings } from '../open-settings.ts'
import { dropFiles } from './drop.ts'
import { expectReady } from './mint.ts'

test.describe.configure({ mode: 'serial' })

const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="8" height="8"><rect width="8" height="8" fill="red"/></svg>'

let home: string
let core: Started
let url: string
let context: BrowserContext
let page: Page
/** What the page waits for, besides its events. */
const waited = new Set<Request>()

/** Starts the core on the port it had, and says a link to its window. */
async function start(...args: string[]): Promise<string> {
  core = startCli(home, 'serve', ...args)
  const [link] = await core.until(/http:\S+\?ticket=\S+/)
  return link
}

async function kill(): Promise<void> {
  core.child.kill('SIGKILL')
  await core.ended
}

/** Lets a page in, and says what it was given. */
async function enter(link: string) {
  const [answer] = await Promise.all([page.waitForResponse('**/app/session'), page.goto(link)])
  await expect(page.getByRole('main').getByText('Drop a spreadsheet')).toBeVisible()
  return session.parse(await answer.json())
}

/** Waits until the page has every answer that it asked for. */
async function expectQuiet(): Promise<void> {
  await expect.poll(() => [...waited].map((request) => request.url())).toEqual([])
}

const freshLink = async (): Promise<string> => (await cli(home, 'open', '--print')).stdout.trim()

/** The value of the cookie for media. */
async function cookie(id: string): Promise<string> {
  const [found] = await context.cookies(`${url}/app/media/${id}`)
  expect(found).toMatchObject({ httpOnly: true, sameSite: 'Strict', path: `/app/media/${id}` })
  return found?.value ?? ''
}

/** Takes the core's port, and keeps every byte that it is sent; answers everything with the same. */
async function takePort(type: string, body: string) {
  const heard: Buffer[] = []
  const sockets = new Set<Socket>()
  const server: Server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => undefined)
    socket.on('data', (bytes) => {
      heard.push(bytes)
      const length = Buffer.byteLength(body)
      socket.write(`HTTP/1.1 200 OK\r\ncontent-type: ${type}\r\ncontent-length: ${length}\r\n\r\n${body}`)
    })
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(Number(new URL(url).port), '127.0.0.1', resolve)
  })
  return {
    heard: () => Buffer.concat(heard).toString('latin1'),
    close: () =>
      new Promise((resolve) => {
        server.close(resolve)
        for (const socket of sockets) socket.destroy()
      }),
  }
}

test.beforeAll(async ({ browser }) => {
  home = await mkdtemp(join(tmpdir(), 'mintdesk-stranger-'))
  context = await browser.newContext()
  page = await context.newPage()
  page.on('request', (request) => {
    if (!request.url().endsWith('/app/events')) waited.add(request)
  })
  page.on('requestfinished', (request) => waited.delete(request))
  page.on('requestfailed', (request) => waited.delete(request))
})
test.afterAll(async () => {
  await context?.close()
  core?.child.kill('SIGTERM')
  await core?.ended
  await endStrays(home)
  await rm(home, { recursive: true, force: true })
})

test('a program that takes the core’s port gets nothing of an open window that is of use to it; the window goes on when the core is back', async () => {
  const link = await start('--port', '0')
  url = new URL(link).origin
  const given = await enter(link)
  const files = {
    'two.csv': 'recipient,name,image\nada@example.com,Ada,1.svg\nbob@example.com,Bob,1.svg\n',
    '1.svg': svg,
  }
  for (const [name, text] of Object.entries(files)) await writeFile(join(home, name), text)
  await dropFiles(
    page,
    Object.keys(files).map((name) => join(home, name)),
  )
  await page.waitForURL('**/mint/*')
  await expectReady(page, '2')
  // Loaded again, so that it comes from the core, with the cookie.
  await page.reload()
  await expect(page.getByRole('img', { name: 'Ada' })).toBeVisible()
  const before = await cookie(given.id)
  await expectQuiet()

  await kill()
  const stranger = await takePort('application/json', '{"proof":"x","run":"y"}')
  await expect(
    page.getByRole('status').filter({ hasText: 'Another program answers at Mintdesk’s address' }),
  ).toBeVisible()
  // From here on the page knows: what a person does sends nothing.
  const until = stranger.heard().length
  await page.getByRole('button', { name: 'Next row' }).click()
  for (const name of ['Collections', 'Wallets', 'Developers', 'Settings', 'Runs'])
    await page.getByRole('link', { name, exact: true }).click()
  const since = (): string => stranger.heard().slice(until)
  await expect.poll(() => since().split('POST /app/hello').length).toBeGreaterThan(3)
  expect(since()).not.toMatch(/^(authorization|cookie):/im)
  expect(
    since()
      .match(/^(GET|POST|PUT|PATCH|DELETE) \S+/gm)
      ?.filter((line) => line !== 'POST /app/hello'),
  ).toEqual([])
  for (const secret of [given.key, given.pass]) expect(stranger.heard()).not.toContain(secret)
  await stranger.close()

  await start('--port', new URL(url).port)
  // What was under way when the core ended, the browser may have sent again by itself, to the stranger: it opens nothing any more.
  const authorization = `Bearer ${given.token}`
  expect((await page.request.get(`${url}/app/state`, { headers: { authorization } })).status()).toBe(401)
  const media = `${url}/app/media/${given.id}?ipfs=bafy`
  const name = `mintdesk-media-${new URL(url).port}`
  expect((await fetch(media, { headers: { cookie: `${name}=${before}` } })).status).toBe(401)
  await expect(page.getByRole('status').filter({ hasText: 'Another program answers' })).toBeHidden()
  await page.getByRole('link', { name: 'Collections', exact: true }).click()
  await expect(page.getByRole('button', { name: 'Default Polygon collection' })).toBeVisible()
  // It is set anew once the page knows who is there.
  await expect.poll(() => cookie(given.id)).not.toBe(before)
  await page.reload()
  await expect(page.getByRole('button', { name: 'Default Polygon collection' })).toBeVisible()
})

test('what the browser kept of a window that is loaded again from a stranger is worth nothing', async () => {
  const given = await enter(await freshLink())
  // A browser sends again by itself what was under way when the core ended.
  await expectQuiet()
  await kill()
  const stranger = await takePort('text/html', '<title>Not Mintdesk</title>')
  await page.goto(`${url}/mint`)
  await expect(page).toHaveTitle('Not Mintdesk')
  const kept = await page.evaluate(() => JSON.stringify([{ ...sessionStorage }, { ...localStorage }, document.cookie]))
  for (const secret of [given.token, given.key]) expect(kept + stranger.heard()).not.toContain(secret)
  await stranger.close()
  await start('--port', new URL(url).port)
  const stolen = await page.request.post(`${url}/app/session`, { data: { pass: given.pass } })
  expect(stolen.status()).toBe(401)
})

test('“Sign out everywhere” ends every window at once, and each says how it is opened again', async ({
  browser,
}, info) => {
  await enter(await freshLink())
  const elsewhere = await browser.newContext()
  const other = await elsewhere.newPage()
  await other.goto(await freshLink())
  await expect(other.getByRole('main').getByText('Drop a spreadsheet')).toBeVisible()

  await openSettings(page, 'General')
  const section = page.getByRole('region', { name: 'Windows that are signed in' })
  await section.scrollIntoViewIfNeeded()
  await keepPicture(page, info, 'sessions')
  await page.emulateMedia({ colorScheme: 'dark' })
  await keepPicture(page, info, 'sessions-dark')
  await page.emulateMedia({ colorScheme: 'light' })
  await page.setViewportSize({ width: 800, height: 600 })
  await section.scrollIntoViewIfNeeded()
  await keepPicture(page, info, 'sessions-narrow')
  await page.setViewportSize({ width: 1280, height: 800 })
  await section.getByRole('button', { name: 'Sign out everywhere' }).click()
  const dialog = page.getByRole('dialog', { name: 'Sign out everywhere?' })
  await expect(dialog.getByRole('button', { name: 'Stay signed in' })).toBeFocused()
  await keepPicture(page, info, 'sign-out')
  await dialog.getByRole('button', { name: 'Sign out everywhere' }).click()
  for (const one of [page, other])
    await expect(one.getByRole('heading', { name: 'This window is not signed in' })).toBeVisible()
  await page.reload()
  await expect(page.getByRole('heading', { name: 'This window is not signed in' })).toBeVisible()
  await elsewhere.close()
})
