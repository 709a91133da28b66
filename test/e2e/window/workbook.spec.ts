import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, type Page, test } from '@playwright/test'
import { relation, text, textRows, xlsxOf } from '../../shared/spreadsheet/workbook/parts.ts'
import { readWorkbook } from '../../shared/spreadsheet/workbook/read.ts'
import { keepPicture } from '../keep-picture.ts'
import { type RunningCore, startCore } from './core.ts'
import { dropFiles } from './drop.ts'
import { openDecision } from './mint.ts'

const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==',
  'base64',
)
const anchor = (row: number) =>
  `<xdr:oneCellAnchor><xdr:from><xdr:col>2</xdr:col><xdr:row>${row}</xdr:row></xdr:from><xdr:pic><a:blip r:embed="p"/></xdr:pic></xdr:oneCellAnchor>`

/** Two sheets: notes, and guests with pictures over cells, a hidden row, and a formula that gave an error. */
function guestBook(): Promise<Blob> {
  const header = ['recipient', 'name', 'Photo']
  const rows = [
    textRows(header, ['ada@example.com', 'Ada'], ['bob@example.com', 'Bob']),
    `<row r="4" hidden="1">${text('A4', 'cyd@example.com')}${text('B4', 'Cyd')}</row>`,
    `<row r="5">${text('A5', 'dan@example.com')}<c r="B5" t="e"><v>#N/A</v></c></row>`,
  ]
  return xlsxOf({
    sheets: [
      { name: 'Notes', rows: textRows(['email', 'name'], ['eve@example.com', 'Eve']) },
      { name: 'Guests', rows: rows.join(''), relations: relation('d', 'drawing', '../drawings/drawing1.xml') },
    ],
    parts: {
      'xl/drawings/drawing1.xml': `<xdr:wsDr xmlns:xdr="x" xmlns:a="a" xmlns:r="r">${[1, 2, 3, 4].map(anchor).join('')}</xdr:wsDr>`,
      'xl/drawings/_rels/drawing1.xml.rels': `<Relationships>${relation('p', 'image', '../media/image1.png')}</Relationships>`,
      'xl/media/image1.png': png,
    },
  })
}

let core: RunningCore
let page: Page
let folder: string
const faults: string[] = []

test.beforeAll(async ({ browser }) => {
  folder = await mkdtemp(join(tmpdir(), 'mintdesk-book-'))
  core = await startCore()
  page = await browser.newPage()
  page.on('pageerror', (error) => faults.push(error.message))
  await core.enter(page)
})

test.afterAll(async () => {
  await page?.close()
  await core?.close()
  await rm(folder, { recursive: true, force: true })
})

test('of a workbook a sheet is chosen, hidden rows are asked about, and pictures over cells and what is wrong are shown', async ({
  browserName: _,
}, info) => {
  const file = join(folder, 'guests.xlsx')
  await writeFile(file, Buffer.from(await (await guestBook()).arrayBuffer()))
  await dropFiles(page, [file])
  const sheet = page.getByRole('combobox', { name: 'Sheet of the workbook' })
  await expect(sheet).toHaveValue('Notes')
  await expect(page.getByRole('main').getByText(/^1 row · 2 columns · .* · Excel workbook$/)).toBeVisible()
  await sheet.click()
  await page.getByRole('option', { name: 'Guests' }).click()

  const question = page.getByRole('alert')
  await expect(question).toContainText('1 row (row 4) of the sheet "Guests" is hidden: choose whether it is minted too')
  await expect(question).not.toContainText('--hidden')
  await expect(page.getByRole('main').getByText('ada@example.com', { exact: true })).toBeVisible()
  await keepPicture(page, info, 'hidden')
  await page.getByRole('button', { name: 'Leave them out' }).click()

  await openDecision(page, 'Check')
  const counts = page.getByRole('radiogroup', { name: 'Which rows to show' })
  await expect(counts.getByText('2 ready')).toBeVisible()
  await expect(counts.getByText('1 skipped')).toBeVisible()
  await expect(page.getByRole('article').getByText('Ada', { exact: true })).toBeVisible()
  await expect(page.getByRole('article').getByRole('img', { name: 'Ada' })).toBeVisible()
  await expect(page.getByText(/^4 pictures lie over cells, and each is taken for the cell/)).toBeVisible()
  await expect(page.getByRole('grid').getByText('B5 holds the error "#N/A"').first()).toBeVisible()
  await keepPicture(page, info, 'guests-light')
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.setViewportSize({ width: 900, height: 700 })
  await keepPicture(page, info, 'guests-dark-narrow')

  const saved = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export rows with errors' }).click()
  await page.getByRole('menuitem', { name: 'Excel (.xlsx)' }).click()
  const download = await saved
  expect(download.suggestedFilename()).toBe('guests - rows with errors.xlsx')
  const { rows } = await readWorkbook(new Blob([await readFile(await download.path())]))
  expect(rows.map(({ cells }) => cells[3])).toEqual(['error', expect.stringContaining('#N/A')])
  expect(faults).toEqual([])
})
