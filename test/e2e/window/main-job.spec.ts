import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, type Locator, type Page, test } from '@playwright/test'
import { zipOf } from '../../shared/zip-of.ts'
import { keepPicture, keepPictures } from '../keep-picture.ts'
import { noticed } from '../notice.ts'
import { dialogFaults } from './axe.ts'
import { type Blocks, openBlocks, ownBlocks } from './blocks.ts'
import { type RunningCore, startCore } from './core.ts'
import { dropFiles } from './drop.ts'
import { expectReady, openDecision, openSample } from './mint.ts'

const samples = join(import.meta.dirname, '../../../resources/samples')

test.describe.configure({ mode: 'serial' })

/** What is wrong with the sample: row, column, and a part of what is said of it. */
const wrong: [row: number, column: string, message: string][] = [
  [3, 'recipient', 'No recipient is given: fill in recipient or email.'],
  [4, 'email', 'in recipient and email: keep only one.'],
  [5, 'recipient', 'has 4 hex digits where 40 are needed: copy the whole address.'],
  [6, 'recipient', 'is mistyped: copy the address again from the wallet.'],
  [7, 'recipient', 'but the collection is on polygon: give a recipient on polygon.'],
  [8, 'recipient', 'is the zero address, which nobody holds: give the recipient'],
  [9, 'recipient', 'from which an NFT never comes back: give the recipient'],
  [10, 'email', 'is not an e-mail address: write it as name@example.com.'],
  [11, 'name', 'The name is missing: fill in the name.'],
  [12, 'image', 'The image is missing: fill in its URL.'],
  [13, 'image', 'is not a URL: begin it with https://'],
  [14, 'attributes', 'is not JSON. Write a list such as'],
  [15, 'attributes.Seat:number', 'is not a number: write the trait'],
  [16, 'quantity', 'cannot be minted: write a whole number'],
  [17, 'id', 'Row 2 has the same id with different content: give this row an id of its own'],
  [18, '', 'The row has 9 cells, but the header has 8: put cells that hold the delimiter into quotes'],
]

const cover = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path fill="teal" d="M0 0h9v9z"/></svg>'

let core: RunningCore
let blocks: Blocks
let page: Page
const faults: string[] = []

test.beforeAll(async ({ browser }) => {
  core = await startCore(undefined, ownBlocks)
  blocks = openBlocks(core)
  page = await browser.newPage()
  page.on('pageerror', (error) => faults.push(error.message))
  page.on('console', (message) => {
    // A network may be too busy to say what it takes: the window says so, and asks again.
    const isPrice = message.location().url.endsWith('/app/quotes')
    if (message.type() === 'error' && !isPrice) faults.push(`${message.text()} ${message.location().url}`)
  })
})

test.afterAll(async () => {
  await page?.close()
  await blocks?.close()
  await core?.close()
})

/** Waits until a picture is really drawn. */
async function expectDrawn(image: Locator): Promise<void> {
  await expect(image).toBeVisible()
  await expect
    .poll(() => image.evaluate((element: HTMLImageElement) => element.complete && element.naturalWidth > 0))
    .toBe(true)
}

/** Looks a wallet up as a person does. */
async function find(text: string): Promise<void> {
  await page.getByRole('link', { name: 'Wallets' }).click()
  const search = page.getByRole('textbox', { name: /^Address, / })
  await search.fill(text)
  await search.press('Enter')
}

test('without a ticket the window says how it is opened; with one it opens, and the ticket is gone from the address', async ({
  browser,
}) => {
  const stranger = await browser.newPage()
  await stranger.goto(core.url)
  await expect(stranger.getByRole('main').getByText('open it from the app')).toBeVisible()
  await stranger.close()

  await core.enter(page)
  await expect(page.getByRole('main').getByText('Drop a spreadsheet')).toBeVisible()
  expect(page.url()).toBe(`${core.url}/mint`)
  await expect(page.getByText('Practice', { exact: true }).first()).toBeVisible()
})

test('a file with mistakes shows each with row, column, reason and cure, and a cell is corrected in place', async ({
  browserName: _,
}, info) => {
  await dropFiles(page, [join(samples, 'with-mistakes.csv')])
  await page.waitForURL('**/mint/*')
  const chips = page.getByRole('radiogroup', { name: 'Which rows to show' })
  await openDecision(page, 'Check')
  await chips.getByText('16 errors').click({ timeout: 60_000 })
  const grid = page.getByRole('grid', { name: 'Rows of the file' })
  const found = page.getByRole('region', { name: 'Check', exact: true }).getByRole('status')
  for (const [row, column, message] of wrong) {
    const line = grid.getByRole('row').filter({ has: page.getByRole('gridcell', { name: String(row), exact: true }) })
    if (column === '') await line.getByRole('gridcell').first().click()
    else await line.locator('[data-tone="wrong"]').first().click()
    const place = column === '' ? `Row ${row}` : `Row ${row}, ${column}`
    await expect(found.getByText(`Error · ${place}: `).filter({ hasText: message })).toBeVisible()
  }
  await keepPicture(page, info, 'mistakes')
  const cell = grid.getByRole('gridcell').filter({ hasText: /^0x1234$/ })
  await expect(cell).toBeVisible()
  await cell.click()
  await expect(found.getByText(/^Error · Row 5, recipient:/)).toBeVisible()

  await cell.dblclick()
  const field = page.getByRole('textbox', { name: 'Row 5, recipient' })
  await field.fill('ada@example.com')
  await field.press('Enter')
  await expect(page.getByRole('button', { name: 'Undo the correction of row 5' })).toBeVisible()
  await expect(grid.getByText('ada@example.com', { exact: true }).first()).toBeVisible()
  const leaveOut = page.getByLabel(/^Leave out the \d+ rows with errors$/)
  await leaveOut.check()
  await page.getByRole('button', { name: 'Undo the correction of row 5' }).focus()
  await page.keyboard.press('Control+z')
  await expect(grid.getByRole('gridcell').filter({ hasText: /^0x1234$/ })).toBeVisible()
  // Whoever leaves out so many rows leaves out no more.
  await expect(leaveOut).not.toBeChecked()

  await expect(page.getByRole('button', { name: /^Mint \d+ NFTs? on Polygon$/ })).toBeDisabled()
  await expect(leaveOut).toBeVisible()
  const saved = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export rows with errors' }).click()
  await page.getByRole('menuitem', { name: 'CSV' }).click()
  expect(await readFile(await (await saved).path(), 'utf8')).toContain('0x1234')
})

test('a good file shows its first NFT as a card, has a price, is minted, paused, resumed, and its results saved', async ({
  browserName: _,
}, info) => {
  await page.getByRole('button', { name: 'Use another file' }).click()
  await dropFiles(page, [join(samples, 'event-badges.csv')])
  const card = page.getByRole('article')
  await expect(card.getByText('Badge 001')).toBeVisible()
  await expectDrawn(card.getByRole('img', { name: 'Badge 001' }))
  await page.getByRole('button', { name: 'Next row' }).click()
  await expect(card.getByText('Badge 002')).toBeVisible()
  await expectReady(page, '500')

  await openDecision(page, 'Where')
  await expect(page.getByRole('combobox', { name: 'Collection' })).toHaveValue(/Polygon/)
  await expect((await openDecision(page, 'Price')).getByText('Network fee')).toBeVisible()
  const mint = page.getByRole('button', { name: 'Mint 500 NFTs on Polygon' })
  await expect(mint).toBeEnabled()
  const done = noticed(page, 'event-badges.csv is done')
  // No block until it is paused and goes on: it cannot be over before somebody pauses it.
  await blocks.hold()
  await mint.click()
  await page.waitForURL('**/runs/*')

  await expect(page.getByRole('progressbar', { name: 'NFTs done' })).toBeVisible()
  await expect(page.getByRole('main').getByText('Time left')).toBeVisible()
  await expect(page.getByRole('main').getByText(/^\d+ NFTs\/s$/)).toBeVisible()
  await page.getByRole('button', { name: 'Pause' }).click()
  await expect(page.getByRole('main').getByText('Paused', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Cancel what is not sent' }).click()
  expect(await dialogFaults(page, 'cancel')).toEqual([])
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Resume' }).click()
  await expect(page.getByRole('button', { name: 'Pause' })).toBeVisible()
  blocks.go()
  await expect(page.getByRole('main').getByText('Finished', { exact: true })).toBeVisible({ timeout: 90_000 })
  await expect(page.getByRole('progressbar', { name: 'NFTs done' })).toHaveAttribute('aria-valuenow', '100')
  await done
  await keepPicture(page, info, 'run')

  const saved = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Save results' }).click()
  await page.getByRole('menuitem', { name: 'CSV' }).click()
  const results = (await readFile(await (await saved).path(), 'utf8')).trim().split(/\r?\n/)
  expect(results).toHaveLength(501)
  expect(results[0]).toContain('status,nft_id,token_id,contract_address,tx_id')
  expect(results.slice(1).every((line) => line.includes(',succeeded,'))).toBe(true)
})

test('the wallet of a recipient shows its NFT with its image, and everything about it', async ({
  browserName: _,
}, info) => {
  const [, first = ''] = (await readFile(join(samples, 'event-badges.csv'), 'utf8')).split('\n')
  await find(first.split(',')[0] ?? '')
  await expectDrawn(page.getByRole('img', { name: 'Badge 001' }))
  await page.getByRole('button', { name: 'Badge 001' }).click()
  await expect(page.getByRole('dialog').getByText('trait_type').first()).toBeVisible()
  await expect(
    page
      .getByRole('dialog')
      .getByRole('region', { name: 'History' })
      .getByText(/^Minted, /),
  ).toHaveCount(1)
  await keepPicture(page, info, 'nft')
  await page.keyboard.press('Escape')
})

test('a sample for people without wallets is minted into a collection made on the spot, and found by e-mail and user id', async ({
  browserName: _,
}, info) => {
  await page.getByRole('link', { name: 'Mint', exact: true }).click()
  await openSample(page, 'Mixed recipients')
  await expectReady(page, '60')
  await openDecision(page, 'Where')
  await page.getByRole('button', { name: 'New collection' }).click()
  const form = page.getByRole('dialog', { name: 'New collection' })
  // What the file says is filled in: its title, the chain of its addresses, and what it would cost there.
  await expect(form.getByRole('textbox', { name: 'Name' })).toHaveValue('Mixed recipients')
  await expect(form.getByRole('radio', { name: 'That of the first row' })).toBeChecked()
  await expect(form.getByRole('combobox', { name: 'Chain' })).toHaveValue(/^Polygon · about [\d.]+ POL for 60 NFTs$/)
  await expect(form.getByRole('radio', { name: /^Economy: about [\d.]+ POL for 60 NFTs$/ })).toBeChecked()
  await form.getByRole('textbox', { name: 'Name' }).fill('Workshop passes')
  await expect(form.getByRole('textbox', { name: 'Symbol' })).toHaveValue('WP')
  const chooser = page.waitForEvent('filechooser')
  await form.getByRole('radio', { name: 'A file…' }).click()
  await (await chooser).setFiles({ name: 'cover.svg', mimeType: 'image/svg+xml', buffer: Buffer.from(cover) })
  await expect(form.getByRole('radio', { name: 'The file cover.svg' })).toBeChecked()
  await keepPictures(page, info, 'new-collection')
  expect(await dialogFaults(page, 'new collection')).toEqual([])
  await form.getByRole('button', { name: 'Create' }).click()
  await expect(page.getByRole('combobox', { name: 'Collection' })).toHaveValue(/^Workshop passes/)
  await expectDrawn((await openDecision(page, 'Where')).getByRole('img', { name: 'Workshop passes' }))
  const mint = page.getByRole('button', { name: 'Mint 60 NFTs on Polygon' })
  await expect(mint).toBeEnabled()
  await mint.click()
  await page.waitForURL('**/runs/*')
  await expect(page.getByRole('main').getByText('Finished', { exact: true })).toBeVisible({ timeout: 60_000 })

  const rows = (await readFile(join(samples, 'mixed-recipients.csv'), 'utf8')).split('\r\n').slice(1)
  for (const wanted of [/^([^:,]+@example\.com),(Badge \d+)/, /^userId:([^:]+):polygon,(Badge \d+)/]) {
    const [, who = '', name = ''] = rows.map((row) => wanted.exec(row)).find((found) => found !== null) ?? []
    await find(who)
    await expectDrawn(page.getByRole('img', { name, exact: true }))
    await expect(page.getByRole('article').filter({ hasText: name })).toContainText('Workshop passes')
  }
})

test('a folder or a zip with spreadsheet and images is taken as it is, and its images are there after a reload', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'mintdesk-folder-'))
  await mkdir(join(folder, 'images'))
  await writeFile(join(folder, 'list.csv'), 'recipient,name,image\nada@example.com,Own picture,images/a b.svg\n')
  const svg =
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9" width="9" height="9"><path d="M0 0h9v9z"/></svg>'
  await writeFile(join(folder, 'images/a b.svg'), svg)
  await page.getByRole('link', { name: 'Mint', exact: true }).click()
  await page.locator('input[webkitdirectory]').setInputFiles(folder)
  await expect(page.getByRole('region', { name: /list\.csv$/ }).getByText('1 picture')).toBeVisible()
  await expectReady(page, '1')
  const image = page.getByRole('img', { name: 'Own picture' })
  await expectDrawn(image)
  await page.reload()
  await expectDrawn(image)

  const zip = join(folder, 'badges.zip')
  const packed = await zipOf({
    'badges/list.csv': 'recipient,name,image\nada@example.com,Packed picture,images/a b.svg\n',
    'badges/images/a b.svg': svg,
  })
  await writeFile(zip, Buffer.from(await packed.arrayBuffer()))
  await page.getByRole('button', { name: 'Use another file' }).click()
  await dropFiles(page, [zip])
  await expect(page.getByRole('region', { name: /list\.csv$/ }).getByText('1 picture')).toBeVisible()
  await expectReady(page, '1')
  await expectDrawn(page.getByRole('img', { name: 'Packed picture' }))
  await rm(folder, { recursive: true, force: true })
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
  const { id } = await answer.json()
  const nft = async () => (await core.call('GET', `/api/2022-06-09/collections/default-polygon/nfts/${id}`)).json()
  await expect.poll(nft, { timeout: 120_000 }).toMatchObject({ onChain: { status: 'success' } })
  await page.goto(`${core.url}/wallets?q=grace@example.com`)
  await expect(page.getByRole('main').getByText('From a program')).toBeVisible()
})

test('nothing the page did was refused by its content security policy, and nothing in it failed', () => {
  expect(faults).toEqual([])
})
