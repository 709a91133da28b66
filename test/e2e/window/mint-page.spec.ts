/** The Mint page: problems in groups with cures that can be undone, where a file goes, what stays private, and the way to a run. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, type Page, test } from '@playwright/test'
import { checksumEvmDigits } from '../../../src/shared/address.ts'
import { addressOf, pixel } from '../../cli/run-cli.ts'
import { programNames } from '../../faults/solana-sheet.ts'
import { keepPictures } from '../keep-picture.ts'
import { type RunningCore, startCore } from './core.ts'
import { dropFiles } from './drop.ts'
import { expectReady, openDecision, openSample } from './mint.ts'

test.describe.configure({ mode: 'serial' })

let core: RunningCore
let page: Page
let folder = ''
const faults: string[] = []

test.beforeAll(async ({ browser }) => {
  folder = await mkdtemp(join(tmpdir(), 'mintdesk-mint-page-'))
  core = await startCore(undefined, { MINTDESK_SOLANA_PROGRAMS: await programNames(folder) })
  page = await browser.newPage({ viewport: { width: 1280, height: 800 } })
  page.on('pageerror', (error) => faults.push(error.message))
  await core.enter(page)
})
test.afterAll(async () => {
  await page?.close()
  await core?.close()
  await rm(folder, { recursive: true, force: true })
})

async function drop(name: string, lines: readonly string[]): Promise<void> {
  const file = join(folder, name)
  await writeFile(file, [...lines, ''].join('\n'))
  if (await page.getByRole('button', { name: 'Use another file' }).isVisible())
    await page.getByRole('button', { name: 'Use another file' }).click()
  await dropFiles(page, [file])
  await page.waitForURL('**/mint/*')
}

/** An address with one capital that its checksum does not have. */
function mistyped(name: string): { written: string; meant: string } {
  const meant = checksumEvmDigits(addressOf(name).slice(2).toLowerCase())
  const at = meant.search(/[a-f](?=.*[A-F])/)
  return { meant, written: meant.slice(0, at) + meant.charAt(at).toUpperCase() + meant.slice(at + 1) }
}

const bar = () => page.getByRole('region', { name: 'Mint this file' })

test('the first screen shows what will happen, and samples with the pictures that they would make', async ({
  browserName: _,
}, info) => {
  await expect(page.getByRole('listitem').filter({ hasText: '2. Check' })).toBeVisible()
  const sample = page.getByRole('list', { name: 'Samples' }).getByRole('button', { name: 'Event badges' })
  await expect(sample.locator('img')).toHaveCount(4)
  await keepPictures(page, info, 'first')
})

test('a file of one’s own with headers of one’s own is a finished run after one press', async ({
  browserName: _,
}, info) => {
  await drop('gaeste.csv', [
    'Wallet des Gastes;Titel;Bild;Telefon;Bitte nicht veröffentlichen',
    ...['Ada', 'Bob', 'Cyd'].map((name) => `${addressOf(name)};${name};"${pixel}";+49 30 901820;geheim ${name}`),
  ])
  const mint = page.getByRole('button', { name: 'Mint 3 NFTs on Polygon' })
  await expect(mint).toBeEnabled()
  await expect(page.getByRole('article').getByRole('img', { name: 'Ada' })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Columns', exact: true })).toContainText(
    'Recipient: Wallet des Gastes · Name: Titel · Picture: Bild · 2 private',
  )
  await expect(bar()).toContainText(/about \d[\d.]* POL/)
  await expect(bar()).toBeInViewport({ ratio: 1 })
  await keepPictures(page, info, 'ready')
  await mint.click()
  await page.waitForURL('**/runs/*')
  await expect(page.getByRole('main').getByText('Finished', { exact: true })).toBeVisible({ timeout: 120_000 })
  await page.getByRole('link', { name: 'Mint', exact: true }).click()
  const last = page.getByRole('listitem').filter({ hasText: 'gaeste.csv' })
  await expect(last).toContainText(/3 rows · minted (today|yesterday)/)
  await expect(last.locator('[data-state="shown"]').first()).toBeVisible()
  await last.scrollIntoViewIfNeeded()
  await keepPictures(page, info, 'last-files')
})

test('what looks personal stays private when all others become traits', async ({ browserName: _ }, info) => {
  await drop('people.csv', [
    'Wallet,Name,Picture,Team,Phone,Do not publish',
    `${addressOf('Eve')},Eve,"${pixel}",Blue,+49 30 901820,secret`,
  ])
  const columns = await openDecision(page, 'Columns')
  await expect(columns).toContainText('Traits are public for ever. Every other column is private until you make it')
  const become = (header: string) => page.getByRole('combobox', { name: `What the column ${header} becomes` })
  for (const header of ['Team', 'Phone', 'Do not publish']) await expect(become(header)).toHaveValue('Private')
  await columns.getByRole('switch', { name: 'All others as traits' }).click()
  await expect(become('Team')).toHaveValue('Trait “Team”')
  await expect(become('Phone')).toHaveValue('Private')
  await keepPictures(page, info, 'columns')
})

test('a column that says who gets each NFT is asked for, and its choice is remembered', async ({
  browserName: _,
}, info) => {
  const lines = ['Code,Title,Picture', `guest-7,Seven,"${pixel}"`, `guest-8,Eight,"${pixel}"`]
  await drop('codes.csv', lines)
  await expect(bar().getByRole('button', { name: 'Which column says who gets each NFT?' })).toBeVisible()
  await expect(page.getByRole('article').getByText('Seven')).toBeVisible()
  await keepPictures(page, info, 'slots')
  const columns = await openDecision(page, 'Columns')
  await columns.getByRole('combobox', { name: 'Column of the recipient' }).click()
  await page.getByRole('option', { name: 'Code' }).click()
  await expect(bar().getByRole('button', { name: '2 rows need you' })).toBeVisible()
  await drop('codes-again.csv', lines)
  await expect(bar().getByRole('button', { name: '2 rows need you' })).toBeVisible()
})

test('a cure is shown before it is applied, and Ctrl+Z takes corrections back in order, after a reload, too', async ({
  browserName: _,
}, info) => {
  await drop('orders.csv', [
    'recipient,name,image,quantity',
    ...Array.from({ length: 12 }, (_, at) => `${addressOf(`o${at}`)},Pass ${at},"${pixel}",${at + 1} pcs`),
    `${addressOf('last')},Pass,"${pixel}",some`,
  ])
  const check = await openDecision(page, 'Check')
  const group = check.getByRole('listitem').filter({ hasText: '13 quantities that are no number' })
  await expect(group.getByRole('listitem')).toHaveCount(6)
  await expect(group.getByText('Row 2').first()).toBeVisible()
  await expect(group.getByText('1 row of these stays as it is')).toBeVisible()
  await keepPictures(page, info, 'groups')
  await expect(bar().getByRole('button', { name: '13 rows need you' })).toBeVisible()
  let answer: () => void = () => undefined
  const answered = new Promise<void>((resolve) => {
    answer = resolve
  })
  await page.route(/\/cure\?/, async (route) => {
    await answered
    await route.continue()
  })
  await group.getByRole('button', { name: 'Apply to 12' }).click()
  await expect(check.getByRole('button', { name: 'Undo the change of 12 cells in “quantity”' })).toBeVisible()
  await expect(check.getByText('1 quantity that is no number')).toBeVisible()
  // Nothing leaves its place before it is known what is left, and what was done cannot be done again.
  await expect(check.getByRole('button', { name: 'Apply to 12' })).toBeDisabled()
  answer()
  await expect(check.getByRole('button', { name: 'Apply to 1', exact: true })).toBeEnabled()
  await page.unrouteAll({ behavior: 'wait' })

  const grid = page.getByRole('grid', { name: 'Rows of the file' })
  await grid
    .getByRole('gridcell')
    .filter({ hasText: /^Pass 3$/ })
    .dblclick()
  await page.getByRole('textbox', { name: 'Row 5, name' }).fill('Best pass')
  await page.keyboard.press('Enter')
  await expect(check.getByRole('button', { name: 'Undo the correction of row 5' })).toBeVisible()
  await page.reload()
  await openDecision(page, 'Check')
  await expect(check.getByRole('button', { name: 'Undo the correction of row 5' })).toBeVisible()
  await page.keyboard.press('Control+z')
  await expect(grid.getByRole('gridcell').filter({ hasText: /^Pass 3$/ })).toBeVisible()
  await page.keyboard.press('Control+z')
  await expect(check.getByText('13 quantities that are no number')).toBeVisible()
  await expect(check.getByRole('button', { name: /^Undo/ })).toBeHidden()
})

test('linked pictures are tried in the check; what cannot be had can be minted all the same', async ({
  browserName: _,
}, info) => {
  // Nothing on this computer's own network is fetched.
  const links = ['https://127.0.0.1:9/1.png', 'https://127.0.0.1:9/2.png', `"${pixel}"`]
  await drop('links.csv', [
    'recipient,name,image',
    ...links.map((link, at) => `${addressOf(`l${at}`)},Pass ${at},${link}`),
  ])
  const check = page.getByRole('region', { name: 'Check', exact: true })
  await expect(check).toContainText('3 rows · 3 ready · 2 warnings')
  await openDecision(page, 'Check')
  await check.getByRole('button', { name: /2 linked pictures that cannot be found/ }).click()
  await expect(check.getByText('one that cannot be had then fails alone')).toBeVisible()
  await keepPictures(page, info, 'links')
  await expect(page.getByRole('button', { name: 'Mint 3 NFTs on Polygon' })).toBeEnabled()
  const grid = page.getByRole('grid', { name: 'Rows of the file' })
  // Each row shows what it would make: the picture, or a calm placeholder in its place.
  await expect(grid.locator('[data-state="shown"]')).toHaveCount(1)
  await expect(grid.locator('[data-state="broken"]')).toHaveCount(2)
  const cell = grid.getByRole('gridcell').filter({ hasText: '127.0.0.1:9/1.png' }).last()
  await cell.dblclick()
  await page.getByRole('textbox', { name: 'Row 2, image' }).fill(pixel)
  await page.keyboard.press('Enter')
  await expect(check.getByText('1 linked picture that cannot be found')).toBeVisible()
  await check.getByRole('button', { name: 'Try them again' }).click()
  await expect(check.getByText('1 linked picture that cannot be found')).toBeVisible()
})

test('a wrong checksum is decided row by row, after both spellings were shown', async ({ browserName: _ }, info) => {
  const people = ['ada', 'bob', 'cyd', 'dan'].map(mistyped)
  await drop('typos.csv', [
    'recipient,name,image',
    ...people.map(({ written }, at) => `${written},Badge ${at},"${pixel}"`),
  ])
  const check = await openDecision(page, 'Check')
  await expect(check.getByText('4 mistyped addresses')).toBeVisible()
  await expect(check.getByRole('button', { name: /^Apply to/ })).toBeHidden()
  await expect(check.getByText(people[0]?.meant ?? '', { exact: true }).first()).toBeVisible()
  await keepPictures(page, info, 'spellings')
  await check.getByRole('button', { name: 'Take the other spelling in row 2' }).click()
  await expect(check.getByText('3 mistyped addresses')).toBeVisible()
  await page.getByRole('heading', { name: 'Check', exact: true }).click()
  await page.keyboard.press('Control+z')
  await expect(check.getByText('4 mistyped addresses')).toBeVisible()
})

test('a file of addresses of other chains than the collection says so, and one press puts it right', async ({
  browserName: _,
}, info) => {
  await page.getByRole('button', { name: 'Use another file' }).click()
  await openSample(page, 'Badges on Solana')
  await expectReady(page, '60')
  await expect(page.getByRole('region', { name: 'Where', exact: true })).toContainText('Default Solana collection')
  await openDecision(page, 'Where')
  await page.getByRole('combobox', { name: 'Collection' }).click()
  await page.getByRole('option', { name: /^Default Polygon/ }).click()
  const where = page.getByRole('region', { name: 'Where', exact: true })
  await expect(where.getByRole('status')).toContainText(
    'The addresses in this file are of Solana, and Default Polygon collection is on Polygon',
  )
  // Nothing with wrong rows looks done.
  const check = page.getByRole('region', { name: 'Check', exact: true })
  await expect(check).toContainText('48 errors')
  await expect(check.locator('[data-done]')).toHaveAttribute('data-done', 'false')
  await keepPictures(page, info, 'trap')
  await where.getByRole('button', { name: 'Mint into Default Solana collection' }).click()
  await expectReady(page, '60')

  // The collection of before stays the wanted one, and the addresses of the next file are at home elsewhere.
  await drop('evm.csv', ['recipient,name,image', `${addressOf('evm')},One,"${pixel}"`])
  await expect(page.getByRole('button', { name: 'Mint 1 NFT on Polygon' })).toBeEnabled()
  await openDecision(page, 'Where')
  await expect(where).toContainText('The addresses in this file are of EVM chains, as it is.')
  await page.getByRole('combobox', { name: 'Collection' }).click()
  await page.getByRole('option', { name: /^Default Solana/ }).click()
  await where.getByRole('button', { name: 'Mint into Default Polygon collection' }).click()
  await expect(page.getByRole('button', { name: 'Mint 1 NFT on Polygon' })).toBeEnabled()
})

test('where the addresses are of a chain on which nothing is minted, no collection for them is offered', async () => {
  await drop('cardano.csv', ['recipient,name,image', `email:ada@example.com:cardano,One,"${pixel}"`])
  const where = page.getByRole('region', { name: 'Where', exact: true })
  await expect(where.getByRole('status')).toContainText('This project cannot mint on Cardano: correct the addresses.')
  await expect(where.getByRole('combobox', { name: 'Collection' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'New collection' })).toBeHidden()
})

test('a file that is not taken in says how it is chosen again', async () => {
  await page.getByRole('button', { name: 'Use another file' }).click()
  await page.route(/\/app\/imports\?/, (route) =>
    route.fulfill({ status: 507, json: { code: 'disk.full', message: 'The disk is full: free some space.' } }),
  )
  const file = join(folder, 'refused.csv')
  await writeFile(file, `recipient,name,image\n${addressOf('refused')},One,"${pixel}"\n`)
  await dropFiles(page, [file])
  await expect(page.getByRole('alert', { name: 'The file was not taken in' })).toContainText(
    'Press “Use another file” and choose it again.',
  )
  await page.unrouteAll({ behavior: 'wait' })
  await page.getByRole('button', { name: 'Use another file' }).click()
  await expect(page.getByText('Drop a spreadsheet')).toBeVisible()
})

test('a new collection has the picture of the first row, also where the rows come after its form', async () => {
  let arrive: () => void = () => undefined
  const arrived = new Promise<void>((resolve) => {
    arrive = resolve
  })
  await page.route('**/app/imports/*/rows*', async (route) => {
    await arrived
    await route.continue()
  })
  await drop('late.csv', ['recipient,name,image', `${addressOf('late')},One,"${pixel}"`])
  await openDecision(page, 'Where')
  await page.getByRole('button', { name: 'New collection' }).click()
  const form = page.getByRole('dialog', { name: 'New collection' })
  await expect(form.getByRole('radio', { name: /^None/ })).toBeChecked()
  arrive()
  await expect(form.getByRole('radio', { name: 'That of the first row' })).toBeChecked()
  await page.unrouteAll({ behavior: 'wait' })
  await page.keyboard.press('Escape')
})

test('a price that nobody has now leaves its decision within reach, from the check and from the bar', async () => {
  await page.route('**/app/quotes', (route) =>
    route.fulfill({ status: 503, json: { code: 'network.unreachable', message: 'Polygon does not answer.' } }),
  )
  await drop('no-price.csv', ['recipient,name,image', `${addressOf('np')},One,"${pixel}"`])
  const price = page.getByRole('region', { name: 'Price', exact: true })
  await expect(bar().getByRole('button', { name: 'There is no price now' })).toBeVisible()
  const check = await openDecision(page, 'Check')
  await page.getByRole('grid', { name: 'Rows of the file' }).getByText('One', { exact: true }).click()
  await expect(price).toHaveAttribute('data-state', 'later')
  await openDecision(page, 'Price')
  await expect(price.getByRole('alert')).toContainText('There is no price now')
  await page.getByRole('button', { name: 'Change Check' }).click()
  await expect(check).toHaveAttribute('data-state', 'open')
  await bar().getByRole('button', { name: 'There is no price now' }).click()
  await expect(price).toHaveAttribute('data-state', 'open')
  await page.unrouteAll({ behavior: 'wait' })
  const again = price.getByRole('button', { name: 'Try again' })
  // It asks again by itself as well, and then the button is gone.
  await expect(async () => {
    if (await again.isVisible()) await again.click({ timeout: 2_000 })
    await expect(page.getByRole('button', { name: 'Mint 1 NFT on Polygon' })).toBeEnabled({ timeout: 5_000 })
  }).toPass({ timeout: 60_000 })
})

test('the bar stays in view in a narrow window', async () => {
  await drop('narrow.csv', ['recipient,name,image', `${addressOf('narrow')},One,"${pixel}"`])
  await expect(page.getByRole('button', { name: 'Mint 1 NFT on Polygon' })).toBeEnabled()
  for (const size of [
    { width: 900, height: 700 },
    // At 200 % zoom, and on a phone.
    { width: 640, height: 400 },
    { width: 320, height: 640 },
    { width: 1280, height: 800 },
  ]) {
    await page.setViewportSize(size)
    await expect(bar()).toBeInViewport({ ratio: 1 })
  }
  expect(faults).toEqual([])
})
