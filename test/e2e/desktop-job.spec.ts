/** The main job in the desktop window, and a core that is killed in the middle of it. */
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type ElectronApplication, expect, type Page, test } from '@playwright/test'
import { createPublicClient, http, parseAbi } from 'viem'
import { readApiFile } from '../../src/core/host/api-file.ts'
import { run as runSchema } from '../../src/shared/app-api.ts'
import { endStrays } from '../faults/end-strays.ts'
import { launchDesktop, makeDataDir, root } from './desktop.ts'
import { keepPicture } from './keep-picture.ts'
import { noticed } from './notice.ts'
import { dropFiles } from './window/drop.ts'
import { expectReady } from './window/mint.ts'

/** What a test notes in the main process. */
declare global {
  var noted: string[]
  var tip: string | undefined
}

test.describe.configure({ mode: 'serial' })

const dataDir = makeDataDir()
const erc721 = parseAbi([
  'function ownerOf(uint256) view returns (address)',
  'function totalSupply() view returns (uint256)',
])
let app: ElectronApplication
let page: Page

test.beforeAll(async () => {
  ;({ app, page } = await launchDesktop(dataDir))
})
test.afterAll(async () => {
  await app?.close()
  await endStrays(dataDir)
  rmSync(dataDir, { recursive: true, force: true })
})

/** Asks the core that runs now. */
async function ask(path: string): Promise<unknown> {
  const core = readApiFile(dataDir)
  const answer = await fetch(`${core?.url}${path}`, { headers: { authorization: `Bearer ${core?.token}` } })
  return answer.json()
}

/** Presses the button of the Mint page; the id of the run it started. */
async function mint(words: string): Promise<string> {
  const button = page.getByRole('button', { name: words })
  await expect(button).toBeEnabled()
  await button.click()
  await page.waitForURL('**/runs/*')
  return page.url().split('/').at(-1) ?? ''
}

/** The owner of every token of the collection, read from its chain: what is at 0 is token 1. */
async function ownersOnChain(contract: string): Promise<string[]> {
  const networks = await ask('/app/networks')
  const polygon = Array.isArray(networks) ? networks.find(({ chain }) => chain === 'polygon') : undefined
  const client = createPublicClient({ transport: http(polygon?.rpcUrl, { batch: { batchSize: 500 } }) })
  const address = contract as `0x${string}`
  const supply = await client.readContract({ address, abi: erc721, functionName: 'totalSupply' })
  return Promise.all(
    Array.from({ length: Number(supply) }, (_, at) =>
      client.readContract({ address, abi: erc721, functionName: 'ownerOf', args: [BigInt(at + 1)] }),
    ),
  )
}

test('a spreadsheet that is dropped on the desktop window becomes NFTs', async ({ browserName: _ }, info) => {
  await page.getByRole('link', { name: 'Mint', exact: true }).click()
  await dropFiles(page, [join(root, 'resources/samples/event-badges.csv')])
  await expect(page.getByRole('article').getByRole('img', { name: 'Badge 001' })).toBeVisible()
  await expectReady(page, '500')
  const done = noticed(page, 'event-badges.csv is done')
  await app.evaluate(({ Notification }) => {
    Object.assign(globalThis, { shown: [] })
    Notification.prototype.show = function (this: Electron.Notification) {
      Reflect.get(globalThis, 'shown').push(`${this.title}: ${this.body}`)
    }
  })
  await mint('Mint 500 NFTs on Polygon')
  await expect(page.getByRole('main').getByText('Finished', { exact: true })).toBeVisible({ timeout: 60_000 })
  await done
  // The system says it, too, for whoever looks elsewhere.
  await expect
    .poll(() => app.evaluate(() => Reflect.get(globalThis, 'shown')))
    .toEqual(['event-badges.csv is done: 500 NFTs minted on Polygon.'])
  await keepPicture(page, info, 'desktop-run')

  await page.getByRole('link', { name: 'Collections' }).click()
  await page.getByRole('button', { name: 'Default Polygon collection' }).click()
  await expect(page.getByRole('img', { name: 'Badge 001' })).toBeVisible()
})

test('a core that is killed in the middle of a run comes back, and every row is minted once', async ({
  browserName: _,
}, info) => {
  const size = 6_000
  const recipients = Array.from({ length: size }, (_, at) => `0x${(at + 1).toString(16).padStart(40, 'a')}`)
  const sheet = join(dataDir, 'six-thousand.csv')
  writeFileSync(
    sheet,
    ['recipient,name,image', ...recipients.map((to, at) => `${to},Pass ${at + 1},ipfs://bafkqaaa`), ''].join('\n'),
  )
  await page.getByRole('link', { name: 'Mint', exact: true }).click()
  await dropFiles(page, [sheet])
  await expectReady(page, '6,000')
  const id = await mint('Mint 6,000 NFTs on Polygon')
  const now = async () => runSchema.parse(await ask(`/app/runs/${id}`))

  // From the first signature on there is something to lose; the last confirmation is seconds away then, on any machine.
  const underWay = async () => {
    const { counts } = await now()
    return counts.sent + counts.succeeded
  }
  await expect.poll(underWay, { timeout: 60_000, intervals: [25] }).toBeGreaterThan(0)
  const pid = readApiFile(dataDir)?.pid ?? 0
  const killedAt = Date.now()
  process.kill(pid, 'SIGKILL')
  await expect.poll(() => readApiFile(dataDir)?.pid).not.toBe(pid)

  // Nobody presses anything: the window hears of it by itself, too.
  await expect(page.getByRole('main').getByText('Finished', { exact: true })).toBeVisible({ timeout: 90_000 })
  await expect(page.getByRole('main').getByText('6,000 minted')).toBeVisible()
  await keepPicture(page, info, 'desktop-run-after-kill')
  const ended = await now()
  expect(ended.counts).toMatchObject({ total: size, succeeded: size, failed: 0 })
  expect(Date.parse(ended.completedAt ?? ''), 'it was killed before its end').toBeGreaterThan(killedAt)
  const owners = await ownersOnChain(ended.contractAddress ?? '')
  expect(owners).toHaveLength(500 + size)
  expect(
    owners
      .slice(500)
      .map((owner) => owner.toLowerCase())
      .sort(),
  ).toEqual(recipients.sort())
})

test('an app that is quit during a run asks first, and so does a window that is closed; in the background minting goes on, and the tray says so', async () => {
  const size = 400
  const recipients = Array.from({ length: size }, (_, at) => `0x${(at + 1).toString(16).padStart(40, 'b')}`)
  const sheet = join(dataDir, 'in-the-background.csv')
  const lines = recipients.map((to, at) => `${to},Night ${at + 1},ipfs://bafkqaaa`)
  writeFileSync(sheet, ['recipient,name,image', ...lines, ''].join('\n'))
  await page.getByRole('link', { name: 'Mint', exact: true }).click()
  await dropFiles(page, [sheet])
  await expectReady(page, String(size))
  const core = readApiFile(dataDir)?.pid ?? 0
  await app.evaluate(({ dialog, Tray }, pid) => {
    globalThis.noted = []
    dialog.showMessageBox = async (...args: unknown[]) => {
      const question = args.at(-1) as { message: string; detail: string }
      globalThis.noted.push(`${question.message} ${question.detail}`)
      return { response: 0, checkboxChecked: false }
    }
    // On Electron nobody can ask what a tray says.
    const told = Tray.prototype.setToolTip
    Tray.prototype.setToolTip = function (text) {
      // The run waits while its core does.
      if (globalThis.tip === undefined && text.endsWith('NFTs are done')) process.kill(pid, 'SIGSTOP')
      globalThis.tip = text
      told.call(this, text)
    }
  }, core)
  const button = page.getByRole('button', { name: `Mint ${size} NFTs on Polygon` })
  await expect(button).toBeEnabled()
  await button.click()
  const tip = () => app.evaluate(() => globalThis.tip ?? '')
  try {
    await expect.poll(tip, { timeout: 60_000 }).toMatch(/NFTs are done$/)
    const isHidden = () => app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.isVisible() === false)
    await app.evaluate(({ app: own }) => own.quit())
    await expect.poll(isHidden).toBe(true)
    await app.evaluate(({ app: own }) => own.emit('second-instance', {}, [], ''))
    await expect.poll(isHidden).toBe(false)
    await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.close())
    await expect.poll(isHidden).toBe(true)
    const question = expect.stringMatching(/of 400 NFTs are done\. Nothing is lost/)
    expect(await app.evaluate(() => globalThis.noted)).toEqual([question, question])
  } finally {
    process.kill(core, 'SIGCONT')
  }
  await expect.poll(tip, { timeout: 60_000 }).toBe('Mintdesk')
  await app.evaluate(({ app: own }) => own.emit('second-instance', {}, [], ''))
  const isBack = () => app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.isVisible())
  await expect.poll(isBack).toBe(true)
})
