/** The main job on Solana in the window. The programs of Metaplex may not be shipped: where they are, MINTDESK_SOLANA_PROGRAMS says. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, type Page, test } from '@playwright/test'
import { keepPicture } from '../../keep-picture.ts'
import { openSettings } from '../../open-settings.ts'
import { type RunningCore, startCore } from '../core.ts'
import { expectReady, openSample } from '../mint.ts'

const programs = process.env.MINTDESK_SOLANA_PROGRAMS
test.skip(programs === undefined, 'needs the folder with the programs of Metaplex in MINTDESK_SOLANA_PROGRAMS')
test.describe.configure({ mode: 'serial' })

const sample = join(import.meta.dirname, '../../../../resources/samples/solana-badges.csv')
let core: RunningCore
let page: Page

test.beforeAll(async ({ browser }) => {
  core = await startCore()
  page = await browser.newPage()
  await page.goto(await core.entrance())
})
test.afterAll(async () => {
  await page?.close()
  await core?.close()
})

test('the price says what compressed and other NFTs cost, and the rent of the tree; what is chosen is minted', async ({
  browserName: _,
}, info) => {
  await openSample(page, 'Badges on Solana')
  await expectReady(page, '60')
  const mint = page.getByRole('button', { name: 'Mint 60 NFTs on Solana' })
  await expect(mint).toBeEnabled({ timeout: 60_000 })
  await expect(page.getByRole('radio', { name: /^Compressed: .* SOL/ })).toBeChecked()
  await expect(page.getByRole('radio', { name: /^Not compressed: .* SOL/ })).toBeVisible()
  for (const [name, scheme, size] of [
    ['light', 'light', { width: 1280, height: 800 }],
    ['dark', 'dark', { width: 1280, height: 800 }],
    ['narrow', 'light', { width: 900, height: 700 }],
  ] as const) {
    await page.emulateMedia({ colorScheme: scheme })
    await page.setViewportSize(size)
    await mint.scrollIntoViewIfNeeded()
    await keepPicture(page, info, `solana-price-${name}`)
  }
  await page.getByRole('radio', { name: /^Not compressed/ }).click()
  await expect(page.getByRole('radio', { name: /^Not compressed/ })).toBeChecked()
  await expect(mint).toBeEnabled({ timeout: 60_000 })
  await keepPicture(page, info, 'solana-price-not-compressed')
  await page.getByRole('radio', { name: /^Compressed/ }).click()
  await expect(mint).toBeEnabled({ timeout: 60_000 })
  await mint.click()
  await page.waitForURL('**/runs/*')
  await expect(page.getByRole('main').getByText('Finished', { exact: true })).toBeVisible({ timeout: 90_000 })
  // The rows are asked for anew at the end.
  await expect(page.getByRole('row').filter({ hasText: 'Minted' }).nth(2)).toBeVisible()
  await keepPicture(page, info, 'solana-run')
})

test('the wallet of a recipient and the collection show what was minted', async ({ browserName: _ }, info) => {
  const [, first = ''] = (await readFile(sample, 'utf8')).split('\n')
  const [recipient = '', name = ''] = first.split(',')
  await page.getByRole('link', { name: 'Wallets', exact: true }).click()
  const search = page.getByRole('textbox', { name: /^Address, / })
  await search.fill(recipient)
  await search.press('Enter')
  await expect(page.getByRole('button', { name, exact: true })).toBeVisible()
  await page.getByRole('button', { name, exact: true }).click()
  await expect(page.getByRole('dialog').getByText('Mint hash')).toBeVisible()
  await keepPicture(page, info, 'solana-nft')
  await page.keyboard.press('Escape')
  await page.getByRole('link', { name: 'Collections', exact: true }).click()
  await expect(page.getByRole('dialog')).toBeHidden()
  await page.locator('#content').getByText('Default Solana collection').click()
  await expect(page.getByRole('main').getByText(/^60 /).first()).toBeVisible()
  await keepPicture(page, info, 'solana-collection')
  await openSettings(page, 'Practice')
  const network = page.locator('#content').getByRole('row').filter({ hasText: 'Solana up' })
  await network.scrollIntoViewIfNeeded()
  await expect(network.getByRole('button', { name: 'Reset the practice network for Solana' })).toBeVisible()
  await keepPicture(page, info, 'solana-settings')
})
