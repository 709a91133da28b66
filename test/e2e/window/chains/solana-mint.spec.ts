/** The main job on Solana in the window. The programs of Metaplex may not be shipped: where they are, MINTDESK_SOLANA_PROGRAMS says. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, type Page, test } from '@playwright/test'
import { keepPicture, keepPictures } from '../../keep-picture.ts'
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
  await core.enter(page)
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
  await expect(page.getByRole('main').getByText(/^Solana · 60 /)).toBeVisible()
  await keepPicture(page, info, 'solana-collection')
  await openSettings(page, 'Practice')
  const network = page.locator('#content').getByRole('row').filter({ hasText: 'Solana up' })
  await network.scrollIntoViewIfNeeded()
  await expect(network.getByRole('button', { name: 'Reset the practice network for Solana' })).toBeVisible()
  await keepPicture(page, info, 'solana-settings')
})

test('a Core collection is offered to a wallet, which is asked to pay; a certified one says why not', async ({
  browserName: _,
}, info) => {
  const collection = { chain: 'solana', contractKind: 'core', metadata: { name: 'Badges' }, supplyLimit: 9 }
  const path = '/api/2022-06-09/collections/badges'
  const url = new URL(page.url()).origin
  const answer = await core.call('POST', '/app/keys', { name: 'shop', scopes: ['collections.create'] })
  const { key } = (await answer.json()) as { key: string }
  const made = await fetch(`${url}${path}`, {
    ...{ method: 'PUT', headers: { 'x-api-key': key, 'content-type': 'application/json' } },
    body: JSON.stringify({ ...collection, reuploadLinkedFiles: false }),
  })
  expect(made.status).toBe(200)
  await page.goto(`${url}/collections/default-solana`)
  const owner = page.getByRole('region', { name: 'Owner' })
  await expect(owner).toContainText('Choose the kind “With royalties” (core)')
  await keepPicture(page, info, 'solana-certified-owner')
  await page.goto(`${url}/collections/badges`)
  await expect(async () => {
    await page.reload()
    await expect(owner.getByRole('button', { name: 'Hand it to my wallet' })).toBeVisible({ timeout: 2_000 })
  }).toPass()
  await owner.getByRole('button', { name: 'Hand it to my wallet' }).click()
  const wallet = '4Nd1mBQtrMJVYVfKf2PJy9NZUZdTAsp7D4xWLs4gDB4T'
  await owner.getByRole('textbox', { name: 'Address of the new owner' }).fill(wallet)
  await owner.getByRole('textbox', { name: 'The address again' }).fill(wallet)
  await owner.getByRole('button', { name: 'Offer it' }).click()
  await expect(owner.getByRole('status')).toContainText(/send exactly 0\.001\d{1,3} SOL/)
  await expect(owner.getByRole('button', { name: 'Complete' })).toBeDisabled()
  await owner.scrollIntoViewIfNeeded()
  await keepPictures(page, info, 'solana-offered')
})

test('a text is signed with the fee balance’s key on Solana', async ({ browserName: _ }, info) => {
  await openSettings(page, 'Fee balance')
  await page.getByRole('button', { name: 'Sign a message' }).click()
  const dialog = page.getByRole('dialog', { name: 'Sign a message with the fee balance' })
  await dialog.getByRole('textbox', { name: /^Message/ }).fill('I own this collection.')
  await dialog.getByRole('button', { name: 'Sign' }).click()
  await expect(dialog.getByRole('status')).toContainText(/Signature of \w{32,44}.*\w{80}/s)
  await keepPicture(page, info, 'solana-signed')
})
