import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, type Page, test } from '@playwright/test'
import { type RunningCore, startCore } from './core.ts'
import { dropFiles } from './drop.ts'

const samples = join(import.meta.dirname, '../../../resources/samples')

test.describe.configure({ mode: 'serial' })
test.setTimeout(180_000)

let core: RunningCore
let page: Page
const faults: string[] = []

test.beforeAll(async ({ browser }) => {
  core = await startCore()
  page = await browser.newPage()
  page.on('pageerror', (error) => faults.push(error.message))
  page.on('console', (message) => {
    if (message.type() === 'error') faults.push(message.text())
  })
})

test.afterAll(async () => {
  await page?.close()
  await core?.close()
})

test('without a ticket the window says how it is opened; with one it opens, and the ticket is gone from the address', async ({
  browser,
}) => {
  const stranger = await browser.newPage()
  await stranger.goto(core.url)
  await expect(stranger.getByText('mintdesk serve --open')).toBeVisible()
  await stranger.close()

  await page.goto(await core.entrance())
  await expect(page.getByText('Drop a spreadsheet')).toBeVisible()
  expect(page.url()).toBe(`${core.url}/mint`)
  await expect(page.getByText('Practice', { exact: true }).first()).toBeVisible()
})

test('a file with mistakes shows each with its row, and a cell is corrected and taken back in place', async () => {
  await dropFiles(page, [join(samples, 'with-mistakes.csv')])
  await page.waitForURL('**/mint/*')
  const chips = page.getByRole('radiogroup', { name: 'Which rows to show' })
  await chips.getByText(/errors?$/).click()
  const grid = page.getByRole('grid', { name: 'Rows of the file' })
  const cell = grid.getByRole('gridcell').filter({ hasText: /^0x1234$/ })
  await expect(cell).toBeVisible()
  await cell.click()
  await expect(page.getByText(/^Error · Row 5, recipient:/)).toBeVisible()

  await cell.dblclick()
  const field = page.getByRole('textbox', { name: 'Row 5, recipient' })
  await field.fill('ada@example.com')
  await field.press('Enter')
  await expect(page.getByRole('button', { name: 'Undo the correction of row 5' })).toBeVisible()
  await expect(grid.getByText('ada@example.com', { exact: true }).first()).toBeVisible()
  await page.keyboard.press('Control+z')
  await expect(grid.getByRole('gridcell').filter({ hasText: /^0x1234$/ })).toBeVisible()

  await expect(page.getByRole('button', { name: /^Mint \d+ NFTs? on Polygon$/ })).toBeDisabled()
  await expect(page.getByLabel(/^Leave out the \d+ rows with errors$/)).toBeVisible()
  const saved = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export rows with errors' }).click()
  expect(await readFile(await (await saved).path(), 'utf8')).toContain('0x1234')
})

test('a good file shows its first NFT as a card, has a price, is minted, paused, resumed, and its results saved', async () => {
  await page.getByRole('button', { name: 'Use another file' }).click()
  await dropFiles(page, [join(samples, 'event-badges.csv')])
  const card = page.getByRole('article')
  await expect(card.getByText('Badge 001')).toBeVisible()
  await expect(card.getByRole('img', { name: 'Badge 001' })).toBeVisible()
  await page.getByRole('button', { name: 'Next row' }).click()
  await expect(card.getByText('Badge 002')).toBeVisible()
  await expect(page.getByText('500 ready')).toBeVisible()

  await expect(page.getByRole('combobox', { name: 'Collection' })).toHaveValue(/Polygon/)
  await expect(page.getByText('Network fee')).toBeVisible()
  const mint = page.getByRole('button', { name: 'Mint 500 NFTs on Polygon' })
  await expect(mint).toBeEnabled({ timeout: 30_000 })
  await mint.click()
  await page.waitForURL('**/runs/*')

  await page.getByRole('button', { name: 'Pause' }).click()
  await expect(page.getByText('Paused', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Resume' }).click()
  await expect(page.getByText('Finished', { exact: true })).toBeVisible({ timeout: 90_000 })
  await expect(page.getByRole('progressbar', { name: 'NFTs done' })).toHaveAttribute('aria-valuenow', '100')
  await expect(page.getByText(/is done$/)).toBeVisible()

  const saved = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download results' }).click()
  const results = (await readFile(await (await saved).path(), 'utf8')).trim().split(/\r?\n/)
  expect(results).toHaveLength(501)
  expect(results[0]).toContain('status,nft_id,token_id,contract_address,tx_id')
  expect(results.slice(1).every((line) => line.includes(',succeeded,'))).toBe(true)
})

test('the wallet of a recipient shows its NFT with its image, and everything about it', async () => {
  const [, first = ''] = (await readFile(join(samples, 'event-badges.csv'), 'utf8')).split('\n')
  const address = first.split(',')[0] ?? ''
  await page.getByRole('link', { name: 'Wallets' }).click()
  const search = page.getByRole('textbox', { name: /^Address, locator/ })
  await search.fill(address)
  await search.press('Enter')
  const image = page.getByRole('img', { name: 'Badge 001' })
  await expect(image).toBeVisible()
  await expect
    .poll(() => image.evaluate((element: HTMLImageElement) => element.complete && element.naturalWidth > 0))
    .toBe(true)
  await page.getByRole('button', { name: 'Badge 001' }).click()
  await expect(page.getByRole('dialog').getByText('trait_type').first()).toBeVisible()
  await page.keyboard.press('Escape')
})

test('a key made in the window mints by the API, once', async ({ request }) => {
  await page.getByRole('link', { name: 'Developers' }).click()
  await page.getByLabel('Name of the new key').fill('shop')
  await page.getByRole('button', { name: 'Create a key' }).click()
  const key = await page.getByTestId('new-key').textContent()
  const answer = await request.post(`${core.url}/api/2022-06-09/collections/default-polygon/nfts`, {
    headers: { 'x-api-key': key ?? '' },
    data: {
      recipient: 'email:grace@example.com:polygon',
      metadata: {
        name: 'From a program',
        image: 'data:image/svg+xml,%3Csvg%20xmlns=%22http://www.w3.org/2000/svg%22/%3E',
      },
    },
  })
  expect(answer.status()).toBe(200)
  await page.goto(`${core.url}/wallets?q=grace@example.com`)
  await expect(async () => {
    await page.reload()
    await expect(page.getByText('From a program')).toBeVisible({ timeout: 2_000 })
  }).toPass({ timeout: 30_000 })
})

test('nothing the page did was refused by its content security policy, and nothing in it failed', () => {
  expect(faults).toEqual([])
})
