/** The main job on Aptos in the window. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, type Page, test } from '@playwright/test'
import { keepPicture, keepPictures } from '../../keep-picture.ts'
import { noticed } from '../../notice.ts'
import { openSettings } from '../../open-settings.ts'
import { type RunningCore, startCore } from '../core.ts'
import { dropFiles } from '../drop.ts'
import { expectReady, openDecision, openSample } from '../mint.ts'

test.describe.configure({ mode: 'serial' })

const sample = join(import.meta.dirname, '../../../../resources/samples/aptos-badges.csv')
const notice = 'Simulated: no Move VM.'
let core: RunningCore
let page: Page
const faults: string[] = []

test.beforeAll(async ({ browser }) => {
  core = await startCore()
  page = await browser.newPage({ viewport: { width: 1280, height: 800 } })
  page.on('pageerror', (error) => faults.push(error.message))
  await core.enter(page)
})
test.afterAll(async () => {
  await page?.close()
  await core?.close()
})

test('the price of the sample for Aptos says what its collection costs, in APT and octas', async ({
  browserName: _,
}, info) => {
  await openSample(page, 'Badges on Aptos')
  await expectReady(page, '60')
  await openDecision(page, 'Where')
  await expect(page.getByRole('combobox', { name: 'Collection' })).toHaveValue(/^Default Aptos /)
  const mint = page.getByRole('button', { name: 'Mint 60 NFTs on Aptos' })
  await expect(mint).toBeEnabled()
  const price = await openDecision(page, 'Price')
  await expect(price).toContainText(/0\.\d+ APT expected/)
  await expect(price.getByText(/^0\.\d+ APT of it for the collection, once$/)).toBeVisible()
  await price.getByRole('button', { name: 'What a unit of gas costs' }).hover()
  await expect(page.getByRole('tooltip')).toHaveText('100 octas per unit of gas now')
  await mint.scrollIntoViewIfNeeded()
  await keepPictures(page, info, 'aptos-price')
  await page.getByRole('button', { name: 'Use another file' }).click()
})

test('a new collection on Aptos: its standard, and no symbol', async ({ browserName: _ }, info) => {
  await page.getByRole('link', { name: 'Collections', exact: true }).click()
  await page.getByRole('button', { name: 'Create a collection' }).click()
  const form = page.getByRole('dialog')
  await expect(form.getByRole('textbox', { name: 'Symbol' })).toBeVisible()
  await form.getByRole('combobox', { name: 'Chain' }).click()
  await page.getByRole('option', { name: 'Aptos', exact: true }).click()
  await expect(form.getByRole('radio', { name: /^Digital Asset(: about [\d.]+ APT each now)?$/ })).toBeChecked()
  await keepPictures(page, info, 'aptos-new-collection')
  await form.getByRole('textbox', { name: 'Name' }).fill('Harbour badges')
  await form.getByRole('textbox', { name: 'Supply limit' }).fill('100')
  await form.getByRole('button', { name: 'Create' }).click()
  await expect(page.getByRole('heading', { name: 'Harbour badges' })).toBeVisible()
  await keepPictures(page, info, 'aptos-collection-new')
})

test('a spreadsheet of Aptos addresses is checked, priced with its parts, and minted', async ({
  browserName: _,
}, info) => {
  await page.getByRole('button', { name: 'Mint into this' }).click()
  await dropFiles(page, [sample])
  await expectReady(page, '60')
  await openDecision(page, 'Where')
  await expect(page.getByRole('combobox', { name: 'Collection' })).toHaveValue(/^Harbour badges/)
  const mint = page.getByRole('button', { name: 'Mint 60 NFTs on Aptos' })
  await expect(mint).toBeEnabled()
  const main = page.getByRole('main')
  await openDecision(page, 'Price')
  await page.getByRole('checkbox', { name: 'Pause while the run would cost more than' }).check()
  await expect(page.getByRole('textbox', { name: 'Most the run may cost in APT' })).toHaveValue(/^0\.\d+$/)
  await expect(mint).toBeEnabled()
  await mint.scrollIntoViewIfNeeded()
  await keepPicture(page, info, 'aptos-ceiling')
  await mint.click()
  await page.waitForURL('**/runs/*')
  await expect(main.getByText('Finished', { exact: true })).toBeVisible({ timeout: 120_000 })
  // Twice the cost means far more than twice the price: what is stored costs the same at every price of gas.
  const price = (await main.getByText(/^[\d,]+ octas$/).textContent()) ?? ''
  expect(Number.parseInt(price.replaceAll(',', ''), 10)).toBeGreaterThan(1_000)
  // The rows are asked for anew at the end.
  await expect(page.getByRole('row').filter({ hasText: 'Minted' }).nth(2)).toBeVisible()
  // Until the notice goes it covers what is on the page.
  await expect(page.getByRole('alert')).toHaveCount(0)
  await keepPictures(page, info, 'aptos-run')
  await page.getByRole('tab', { name: 'Transactions (2)' }).click()
  for (const column of ['Units of gas', 'Fee (APT)', 'Version'])
    await expect(page.getByRole('columnheader', { name: column, exact: true })).toBeVisible()
  await keepPicture(page, info, 'aptos-transactions')
})

test('the wallet of a recipient shows its NFT by its token address', async ({ browserName: _ }, info) => {
  const [, first = ''] = (await readFile(sample, 'utf8')).split('\n')
  const [recipient = '', name = ''] = first.split(',')
  await page.getByRole('link', { name: 'Wallets', exact: true }).click()
  const search = page.getByRole('textbox', { name: /^Address, / })
  await search.fill(recipient)
  await search.press('Enter')
  const nft = page.getByRole('button', { name, exact: true })
  await expect(nft).toBeVisible()
  await keepPictures(page, info, 'aptos-wallet')
  await nft.click()
  const drawer = page.getByRole('dialog', { name: 'NFT' })
  await expect(drawer.getByText('Token address', { exact: true })).toBeVisible()
  await expect(drawer.getByText(/^aptos:0x[\da-f]{64}$/)).toBeVisible()
  await keepPictures(page, info, 'aptos-nft')
  await page.keyboard.press('Escape')
  await expect(drawer).toBeHidden()
})

test('the collection, and the practice network, which says that it is simulated', async ({ browserName: _ }, info) => {
  await page.getByRole('link', { name: 'Collections', exact: true }).click()
  await page.locator('#content').getByText('Harbour badges').click()
  await expect(page.getByRole('main').getByText('Aptos · 60 of 100 minted', { exact: true })).toBeVisible()
  await keepPictures(page, info, 'aptos-collection')
  await openSettings(page, 'Practice')
  const network = page.locator('#content').getByRole('row').filter({ hasText: 'Aptos up' })
  await network.scrollIntoViewIfNeeded()
  await expect(network.getByText(notice, { exact: true })).toBeVisible()
  await expect(network.getByRole('cell', { name: '4', exact: true })).toBeVisible()
  await keepPictures(page, info, 'aptos-settings')
  await network.getByRole('button', { name: 'Give coin on the practice network for Aptos' }).click()
  const dialog = page.getByRole('dialog', { name: 'Give coin on the practice network for Aptos' })
  const address = `0x${'0a'.repeat(32)}`
  await dialog.getByRole('textbox', { name: 'Address' }).fill(address)
  await dialog.getByRole('textbox', { name: 'Amount' }).fill('0.5')
  await keepPicture(page, info, 'aptos-give')
  const given = noticed(page, `${address} has 0.5 APT more.`)
  await dialog.getByRole('button', { name: 'Give', exact: true }).click()
  await given
  expect(faults).toEqual([])
})
