import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import { addressOf, pixel } from '../../cli/run-cli.ts'
import { keepPicture } from '../keep-picture.ts'
import { dialogFaults } from './axe.ts'
import { type RunningCore, startCore } from './core.ts'
import { dropFiles } from './drop.ts'

let core: RunningCore
let folder: string
test.beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'mintdesk-correct-window-'))
  core = await startCore()
})
test.afterAll(async () => {
  await core?.close()
  await rm(folder, { recursive: true, force: true })
})

test('a failed row is corrected in the window: what was wrong, the checks, the price; then it is minted and shows its history', async ({
  page,
}, info) => {
  const file = join(folder, 'badges.csv')
  // Nothing on this computer's own network is fetched.
  const lines = [`${addressOf('first')},Badge 1,https://127.0.0.1:9/1.png`, `${addressOf('second')},Badge 2,"${pixel}"`]
  await writeFile(file, ['recipient,name,image', ...lines, ''].join('\n'))
  await core.enter(page)
  await dropFiles(page, [file])
  await page.getByRole('button', { name: /^Mint 2 NFTs/ }).click({ timeout: 60_000 })
  await page.waitForURL('**/runs/*')
  const grid = page.getByRole('grid', { name: 'Rows of the run' })
  await page.getByRole('button', { name: 'Fix 1 row' }).click({ timeout: 60_000 })
  await expect(page.getByRole('radio', { name: 'Failed' })).toBeChecked()
  await grid.getByRole('button', { name: 'Correct…' }).click({ timeout: 60_000 })
  const form = page.getByRole('dialog', { name: 'Correct row 2' })
  await expect(form.getByRole('alert').filter({ hasText: 'Why it failed' })).toContainText('127.0.0.1')
  await keepPicture(page, info, 'correct')

  await form.getByLabel('Recipient').fill('0x1234')
  await form.getByRole('button', { name: 'Check and show the price' }).click()
  await expect(form.getByText(/4 hex digits where 40 are needed/)).toBeVisible()
  await form.getByLabel('Recipient').fill(addressOf('third'))
  await form.getByRole('button', { name: 'Check and show the price' }).click()
  await expect(form.getByLabel('Picture'), 'the picture is tried, too').toHaveAccessibleDescription(/127\.0\.0\.1/)
  await form.getByLabel('Picture').fill(pixel)
  // The fee balance is short at first.
  await page.route(
    /\/corrections\/check$/,
    async (route) => {
      const response = await route.fetch()
      const { price, ...rest } = await response.json()
      await route.fulfill({ response, json: { ...rest, price: { ...price, shortfall: price.fee.high } } })
    },
    { times: 1 },
  )
  await form.getByRole('button', { name: 'Check and show the price' }).click()
  await expect(form.getByText(/^The fee balance lacks/)).toBeVisible()
  await form.getByRole('button', { name: 'Check again' }).click()
  await expect(form.getByText(/^The fee balance lacks/)).toBeHidden()
  await expect(form.getByText(/It is minted again for about .* of play money/)).toBeVisible()
  await keepPicture(page, info, 'price')
  expect(await dialogFaults(page, 'correct a row')).toEqual([])
  await page.emulateMedia({ colorScheme: 'dark' })
  await keepPicture(page, info, 'price-dark')
  await page.emulateMedia({ colorScheme: 'light' })
  await page.setViewportSize({ width: 700, height: 700 })
  await keepPicture(page, info, 'price-narrow')
  await page.setViewportSize({ width: 1280, height: 720 })
  await form.getByRole('button', { name: 'Correct and try again' }).click()

  await expect(form).toBeHidden()
  await page.getByRole('radiogroup', { name: 'Which rows to show' }).getByText('All', { exact: true }).click()
  const row = grid.getByRole('row').filter({ hasText: addressOf('third') })
  await expect(row).toContainText('Minted', { timeout: 60_000 })
  await row.getByRole('button', { name: 'What row 2 was before' }).click()
  await expect(page.getByText(new RegExp(`“Badge 1” for polygon:${addressOf('first')}`))).toBeVisible()
  await keepPicture(page, info, 'history')
})
