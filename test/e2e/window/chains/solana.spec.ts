/** Solana in the window as far as it goes without the programs: samples, and what is wrong with a file. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, type Page, test } from '@playwright/test'
import { programNames, solanaSheet, warnedOnSolana, wrongOnSolana } from '../../../faults/solana-sheet.ts'
import { keepPicture } from '../../keep-picture.ts'
import { type RunningCore, startCore } from '../core.ts'
import { dropFiles } from '../drop.ts'
import { expectReady, openDecision, openSample } from '../mint.ts'

test.describe.configure({ mode: 'serial' })

let core: RunningCore
let page: Page
let folder = ''

test.beforeAll(async ({ browser }) => {
  folder = await mkdtemp(join(tmpdir(), 'mintdesk-solana-window-'))
  core = await startCore(undefined, { MINTDESK_SOLANA_PROGRAMS: await programNames(folder) })
  page = await browser.newPage()
  await core.enter(page)
})
test.afterAll(async () => {
  await page?.close()
  await core?.close()
  await rm(folder, { recursive: true, force: true })
})

test('the sample for Solana is checked against a collection there, and the others against one that takes them', async () => {
  for (const [sample, rows, chain] of [
    ['Badges on Solana', 60, 'Solana'],
    ['Mixed recipients', 60, 'Polygon'],
    ['Badges on Solana', 60, 'Solana'],
  ] as const) {
    await openSample(page, sample)
    await expectReady(page, String(rows))
    await openDecision(page, 'Where')
    await expect(page.getByRole('combobox', { name: 'Collection' })).toHaveValue(new RegExp(`^Default ${chain} `))
    await page.getByRole('button', { name: 'Use another file' }).click()
  }
})

test('what is wrong with a file for Solana is said of row and column', async ({ browserName: _ }, info) => {
  const file = join(folder, 'solana.csv')
  await writeFile(file, solanaSheet)
  await dropFiles(page, [file])
  const grid = page.getByRole('grid', { name: 'Rows of the file' })
  const check = await openDecision(page, 'Check')
  const found = check.getByRole('status')
  const lineOf = (row: number) =>
    grid.getByRole('row').filter({ has: page.getByRole('gridcell', { name: String(row), exact: true }) })
  for (const { row, column, says } of wrongOnSolana) {
    await lineOf(row).locator('[data-tone="wrong"]').first().click()
    await expect(found.getByText(`Error · Row ${row}, ${column}: `).filter({ hasText: says })).toBeVisible()
  }
  const { row, column } = warnedOnSolana
  await lineOf(row).locator('[data-tone]').first().click()
  await expect(found.getByText(`Warning · Row ${row}, ${column}: `)).toBeVisible()
  await openDecision(page, 'Price')
  await expect(page.getByRole('radio', { name: /^Compressed: / })).toBeChecked()
  await keepPicture(page, info, 'solana-mistakes')
})
