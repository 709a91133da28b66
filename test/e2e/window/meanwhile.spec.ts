/** What changes between the moment at which something is shown and the one at which a button is pressed. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, type Page, test } from '@playwright/test'
import { addressOf, pixel } from '../../cli/run-cli.ts'
import { keepPictures } from '../keep-picture.ts'
import { type RunningCore, startCore } from './core.ts'
import { dropFiles } from './drop.ts'
import { openDecision } from './mint.ts'

let core: RunningCore
let page: Page
let folder = ''

test.beforeAll(async ({ browser }) => {
  folder = await mkdtemp(join(tmpdir(), 'mintdesk-meanwhile-'))
  core = await startCore()
  page = await browser.newPage({ viewport: { width: 1280, height: 800 } })
  await core.enter(page)
})
test.afterAll(async () => {
  await page?.close()
  await core?.close()
  await rm(folder, { recursive: true, force: true })
})

/** Opens a file of three people, the first of whom gets so many. @returns its id */
async function open(name: string, first = 1): Promise<string> {
  const file = join(folder, `${name}.csv`)
  const rows = ['Ada', 'Bob', 'Cyd'].map(
    (person, at) => `${addressOf(`${name} ${person}`)},${person} ${name},"${pixel}",${at === 0 ? first : 1}`,
  )
  await writeFile(file, ['recipient,name,image,quantity', ...rows, ''].join('\n'))
  await page.goto(`${core.url}/mint`)
  await dropFiles(page, [file])
  await page.waitForURL('**/mint/*')
  await expect(mintButton(2 + first)).toBeEnabled({ timeout: 120_000 })
  return page.url().split('/').at(-1) ?? ''
}

const mintButton = (nfts: number) => page.getByRole('button', { name: `Mint ${nfts} NFTs on Polygon` })
const cell = (text: string) => page.getByRole('gridcell').filter({ hasText: new RegExp(`^${text}$`) })
/** What is asked of the core from now on. */
function asked(method: string, path: RegExp): { body: Record<string, unknown> }[] {
  const calls: { body: Record<string, unknown> }[] = []
  page.on('request', (request) => {
    if (request.method() === method && path.test(request.url())) calls.push({ body: request.postDataJSON() })
  })
  return calls
}

test('nothing is minted before a cell that was being written is taken in', async () => {
  await open('written')
  await openDecision(page, 'Check')
  let goOn: () => void = () => undefined
  const held = new Promise<void>((resolve) => {
    goOn = resolve
  })
  await page.route(/\/rows\/2$/, async (route) => {
    await held
    await route.continue()
  })
  const runs = asked('POST', /\/app\/runs$/)
  await cell('Ada written').dblclick()
  await page.getByRole('textbox', { name: 'Row 2, name' }).fill('Ada the first')
  // The cell is left by this press.
  await mintButton(3).click()
  await expect(cell('Ada written')).toBeVisible()
  await expect(mintButton(3)).toBeDisabled()
  goOn()
  await expect(cell('Ada the first')).toBeVisible()
  await expect(mintButton(3)).toBeEnabled()
  expect(runs).toEqual([])
  await page.unrouteAll({ behavior: 'wait' })
})

test('a cell that is written while the file is still checked is corrected after that', async () => {
  const file = join(folder, 'long.csv')
  const rows = Array.from({ length: 50_000 }, (_, at) => `guest${at}@example.com,Badge ${at},"${pixel}"`)
  await writeFile(file, ['recipient,name,image', ...rows, ''].join('\n'))
  await page.goto(`${core.url}/mint`)
  await dropFiles(page, [file])
  await page.waitForURL('**/mint/*')
  await cell('Badge 0').dblclick()
  await page.getByRole('textbox', { name: 'Row 2, name' }).fill('First badge')
  await page.keyboard.press('Enter')
  await expect(cell('First badge')).toBeVisible({ timeout: 60_000 })
  await expect(page.getByText('Row 2 was not changed')).toBeHidden()
})

test('of a row that was corrected, and has left the list of those that are wrong, no error is said any more', async () => {
  const file = join(folder, 'wrong.csv')
  const lines = ['0x12', '0x13', addressOf('right')].map((recipient) => `${recipient},Badge,"${pixel}"`)
  await writeFile(file, ['recipient,name,image', ...lines, ''].join('\n'))
  await page.goto(`${core.url}/mint`)
  await dropFiles(page, [file])
  await page.waitForURL('**/mint/*')
  await openDecision(page, 'Check')
  await page.getByRole('radiogroup', { name: 'Which rows to show' }).getByText('2 errors').click()
  const wrong = page.getByText(/^Error · Row 2, recipient:/)
  await cell('0x12').click()
  await expect(wrong).toBeVisible()
  await cell('0x12').dblclick()
  await page.getByRole('textbox', { name: 'Row 2, recipient' }).fill(addressOf('corrected'))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('radiogroup', { name: 'Which rows to show' }).getByText('1 error')).toBeVisible()
  await expect(cell('0x13')).toBeVisible()
  await expect(wrong).toBeHidden()
})

test('a computer without internet mints on its own networks', async () => {
  await open('offline')
  await page.evaluate(() => window.dispatchEvent(new Event('offline')))
  await mintButton(3).click()
  await page.waitForURL('**/runs/*')
  await expect(page.getByRole('main').getByText('Finished', { exact: true })).toBeVisible({ timeout: 120_000 })
})

test('the most that a run may cost is that however it is typed, and whatever is minted by then', async ({
  browserName: _,
}, info) => {
  await open('ceiling')
  await openDecision(page, 'Price')
  const price = page.getByRole('region', { name: 'Price', exact: true })
  await price.getByRole('checkbox', { name: 'Pause while the run would cost more than' }).check()
  const most = price.getByRole('textbox', { name: 'Most the run may cost in POL' })
  const suggested = Number(await most.inputValue())
  const quotes = asked('POST', /\/app\/quotes$/)
  const ceilings = () =>
    quotes.flatMap(({ body }) => (typeof body.feeCeiling === 'string' ? [Number(body.feeCeiling)] : []))
  await most.fill((suggested / 20).toFixed(12))
  await expect.poll(() => ceilings().length).toBeGreaterThan(0)
  await expect(mintButton(3)).toBeEnabled()
  const tenth = ceilings().at(-1) ?? 0
  await expect(price).toContainText('the run begins when fees have fallen')
  // Asked again, the price is one within that ceiling.
  await most.fill((suggested / 40).toFixed(12))
  await expect.poll(() => (ceilings().at(-1) ?? 0) / tenth).toBeCloseTo(0.5, 2)
  await expect(mintButton(3)).toBeEnabled()
  await expect(price).toContainText('the run begins when fees have fallen')
  await keepPictures(page, info, 'ceiling')

  await openDecision(page, 'Check')
  await page.getByRole('row').filter({ hasText: 'Ada ceiling' }).getByRole('gridcell').last().dblclick()
  await page.getByRole('textbox', { name: 'Row 2, quantity' }).fill('40')
  await page.keyboard.press('Enter')
  await expect(mintButton(42)).toBeEnabled()
  await openDecision(page, 'Price')
  await expect(most).toHaveValue((suggested / 40).toFixed(12))
  expect((ceilings().at(-1) ?? 0) / tenth).toBeLessThan(0.25)
  const runs = asked('POST', /\/app\/runs$/)
  await mintButton(42).click()
  await page.waitForURL('**/runs/*')
  expect(Number(runs[0]?.body.feeCeiling)).toBe(ceilings().at(-1))
  expect(runs[0]?.body.nftsAtMost).toBe(42)
  await page.getByRole('button', { name: 'Cancel what is not sent' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel 42 NFTs' }).click()
  await expect(page.getByRole('button', { name: 'Cancel what is not sent' })).toBeHidden()
  await expect(page.getByRole('main').getByText('Cancelled', { exact: true }).first()).toBeVisible()
})
