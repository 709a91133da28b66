/** Handing over in the window: a file, what was found, the price, the button, and how far it is. */
import { join } from 'node:path'
import { expect, type Page, test } from '@playwright/test'
import { getAddress } from 'viem'
import { keepPictures } from '../../keep-picture.ts'
import { dialogFaults } from '../axe.ts'
import { type RunningCore, startCore } from '../core.ts'
import { dropFiles } from '../drop.ts'

test.describe.configure({ mode: 'serial' })

let core: RunningCore
let page: Page
const faults: string[] = []
const nfts = '/api/2022-06-09/collections/default-polygon/nfts'
const own = (n: number): string => getAddress(`0x${(0xbeef00 + n).toString(16).padStart(40, '4')}`)

test.beforeAll(async ({ browser }) => {
  core = await startCore()
  const people = ['email:ada@example.com', 'email:ada@example.com', 'userId:7']
  const body = {
    nfts: people.map((recipient, n) => ({
      id: `n${n}`,
      recipient: `${recipient}:polygon`,
      metadata: { name: `Badge ${n}`, image: 'ipfs://bafkqaaa' },
    })),
  }
  expect((await core.call('POST', nfts, body)).status).toBe(200)
  await expect
    .poll(async () => (await (await core.call('GET', `${nfts}/n2`)).json()).onChain.status, { timeout: 90_000 })
    .toBe('success')
  page = await browser.newPage({ viewport: { width: 1280, height: 800 } })
  page.on('pageerror', (error) => faults.push(error.message))
  await core.enter(page)
})
test.afterAll(async () => {
  await page?.close()
  await core?.close()
})

test('needs the permission to move people’s NFTs, which is given in place', async ({ browserName: _ }, info) => {
  await page.getByRole('link', { name: 'Wallets', exact: true }).click()
  await page.getByRole('link', { name: 'Hand over' }).click()
  await page.getByRole('button', { name: 'Allow moving people’s NFTs…' }).click()
  expect(await dialogFaults(page, 'allow moving')).toEqual([])
  await page.getByRole('button', { name: 'Allow it' }).click()
  await expect(page.getByText('Drop a file of people and their own wallets')).toBeVisible()
  await keepPictures(page, info, 'hand-over-drop')
  const samples = ['event-badges.csv', 'with-mistakes.csv'].map((name) =>
    join(import.meta.dirname, '../../../../resources/samples', name),
  )
  await dropFiles(page, samples, 'Drop a file of people and their own wallets')
  await expect(page.getByRole('alert').filter({ hasText: 'A hand-over is of one file' })).toBeVisible()
})

test('shows what was found first, then the price, and moves after one question', async ({ browserName: _ }, info) => {
  const mistyped = own(2).replace(/[a-f]/i, (letter) =>
    letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase(),
  )
  const csv = [
    'email,userId,address',
    `ada@example.com,,${own(1)}`,
    `,7,${mistyped}`,
    `nobody@example.com,,${own(3)}`,
  ].join('\n')
  const file = { name: 'people.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) }
  await page.getByLabel('File of people and their wallets').setInputFiles(file)
  await expect(page.getByRole('heading', { name: 'people.csv' })).toBeVisible()
  const findings = page.getByRole('table', { name: 'Findings' })
  await expect(findings).toContainText('copy the address again from the wallet')
  await expect(findings).toContainText('holds nothing')
  const price = page.getByRole('region', { name: 'Price' })
  await expect(price).toContainText(/About 0\.\d+ POL on Polygon/)
  const move = price.getByRole('button', { name: 'Move 2 NFTs to 1 person' })
  await expect(move).toBeDisabled()
  await price.getByRole('checkbox', { name: 'Leave 1 row with errors out' }).check()
  // A ceiling that nothing can be paid within holds it up, until it is lifted.
  await price.getByRole('checkbox', { name: 'Pause while moving on Polygon would cost more than' }).check()
  const most = price.getByRole('textbox', { name: 'Most moving on Polygon may cost in POL' })
  const suggested = Number(await most.inputValue())
  await most.fill('nothing')
  await expect(move).toBeDisabled()
  await most.fill((suggested / 200).toFixed(14))
  await expect(price).toContainText('moving on Polygon begins when fees have fallen')
  await keepPictures(page, info, 'hand-over-checked')
  await move.click()
  expect(await dialogFaults(page, 'hand over')).toEqual([])
  // Nobody answers: it is not said that nothing was moved.
  await page.route('**/app/hand-overs/*/start', (route) => route.abort())
  await page.getByRole('dialog').getByRole('button', { name: 'Move 2 NFTs' }).click()
  const unknown = page.getByRole('dialog').getByRole('alert')
  await expect(unknown).toContainText('Whether it was done is not known')
  await expect(unknown).not.toContainText('Nothing was moved')
  await page.unrouteAll({ behavior: 'wait' })
  await page.getByRole('dialog').getByRole('button', { name: 'Move 2 NFTs' }).click()
  await expect(page.getByRole('main').getByText('Fee ceiling on Polygon:')).toBeVisible()
  await page.getByRole('main').getByRole('button', { name: 'Change' }).click()
  await expect(page.getByRole('main').getByText('0 moved', { exact: true })).toBeVisible()
  await keepPictures(page, info, 'hand-over-held-up')
  await page.getByRole('main').getByRole('button', { name: 'No ceiling' }).click()
  await expect(page.getByRole('main').getByText('Finished', { exact: true })).toBeVisible({ timeout: 60_000 })
  await expect(page.getByRole('main').getByText('2 moved', { exact: true })).toBeVisible()
  await keepPictures(page, info, 'hand-over-finished')
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download results' }).click()
  expect((await download).suggestedFilename()).toBe('people - results.csv')
  for (const id of ['n0', 'n1'])
    expect((await (await core.call('GET', `${nfts}/${id}`)).json()).onChain.owner).toBe(own(1))
  await page.getByRole('link', { name: 'Wallets', exact: true }).click()
  await page.getByRole('link', { name: 'Hand over' }).click()
  await expect(page.getByRole('row', { name: /people\.csv/ })).toContainText('2 of 2')
  expect(faults).toEqual([])
})
