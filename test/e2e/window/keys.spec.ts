/** The main job with keys alone: nothing is clicked, and after each step the focus is where the next thing is. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, type Locator, type Page, test } from '@playwright/test'
import { addressOf, pixel } from '../../cli/run-cli.ts'
import { type RunningCore, startCore } from './core.ts'

let core: RunningCore
let page: Page
let folder = ''

test.beforeAll(async ({ browser }) => {
  folder = await mkdtemp(join(tmpdir(), 'mintdesk-keys-'))
  core = await startCore()
  page = await browser.newPage()
  await core.enter(page)
})
test.afterAll(async () => {
  await page?.close()
  await core?.close()
  await rm(folder, { recursive: true, force: true })
})

const focused = (): Promise<string> =>
  page.evaluate(() => document.activeElement?.outerHTML.replace(/\s+/g, ' ').slice(0, 120) ?? '')

/** Goes on by Tab to what is meant, over at most so many stops: as far as somebody without a mouse would look for it. */
async function tabTo(target: Locator, stops: number, key = 'Tab'): Promise<void> {
  await expect(target).toBeVisible()
  const passed: string[] = []
  for (let at = 0; at <= stops; at++) {
    if (await target.evaluate((element) => element === document.activeElement)) return
    passed.push(await focused())
    await page.keyboard.press(key)
  }
  throw new Error(`${stops} stops on it was not reached; passed:\n${passed.join('\n')}`)
}

const tabBack = (target: Locator, stops: number) => tabTo(target, stops, 'Shift+Tab')

async function press(target: Locator, stops: number): Promise<void> {
  await tabTo(target, stops)
  await page.keyboard.press('Enter')
}

const button = (name: string | RegExp): Locator => page.getByRole('button', { name, disabled: false })
const decision = (name: string): Locator => page.getByRole('heading', { name, exact: true, level: 2 })

test('a file of one’s own is checked, corrected, priced and minted with keys alone', async () => {
  const file = join(folder, 'guests.csv')
  const rows = [1, 2, 3].map((place) => `${addressOf(`g${place}`)},Guest ${place},"${pixel}",${place} pcs`)
  await writeFile(file, ['Wallet,Name,Picture,Quantity', ...rows, `,Guest 4,"${pixel}",1`, ''].join('\n'))

  const chooser = page.waitForEvent('filechooser')
  await press(button('Choose a file'), 3)
  await (await chooser).setFiles(file)
  await expect(decision('guests.csv')).toBeFocused()

  await test.step('a cure leads on to the next problem', async () => {
    await press(button('Apply to 3').first(), 16)
    await expect(button('Undo the change of 3 cells in “Quantity”')).toBeVisible()
    await expect(button(/1 row without a recipient/)).toBeFocused()
  })

  await test.step('what is taken back and done again leaves the focus in the decision', async () => {
    await page.keyboard.press('Control+z')
    await expect(button('Apply to 3').first()).toBeVisible()
    await tabBack(button('Apply to 3').first(), 6)
    await page.keyboard.press('Enter')
    await tabBack(button(/^Undo/), 4)
    await page.keyboard.press('Enter')
    await expect(decision('Check')).toBeFocused()
    await press(button('Apply to 3').first(), 6)
    await expect(button(/1 row without a recipient/)).toBeFocused()
  })

  await test.step('what is missing leads to its decision, as often as it is asked for', async () => {
    for (let times = 0; times < 2; times++) {
      await press(button('1 row needs you'), 20)
      await expect(decision('Check')).toBeFocused()
    }
  })

  await test.step('a cell is corrected in place, and the focus stays on it', async () => {
    const cell = (row: number, place: number) =>
      page
        .getByRole('row')
        .filter({ has: page.getByRole('gridcell', { name: String(row), exact: true }) })
        .getByRole('gridcell')
        .nth(place)
    await tabTo(cell(2, 0), 10)
    for (const key of ['ArrowDown', 'ArrowDown', 'ArrowDown', 'ArrowRight', 'ArrowRight', 'ArrowRight'])
      await page.keyboard.press(key)
    await expect(cell(5, 3)).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('textbox', { name: 'Row 5, Wallet' })).toBeFocused()
    await page.keyboard.type('guest4@example.com')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('region', { name: 'Check', exact: true })).toContainText('4 ready')
    await expect(cell(5, 3)).toBeFocused()
  })

  await test.step('a dialog gives the focus back, and what is decided leads on', async () => {
    await tabBack(button('Change Where'), 20)
    await page.keyboard.press('Enter')
    await expect(decision('Where')).toBeFocused()
    await press(button('New collection'), 3)
    await expect(page.getByRole('dialog').getByRole('textbox', { name: 'Name' })).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(button('New collection')).toBeFocused()
    await press(button('Continue'), 2)
    await expect(decision('Price')).toBeFocused()
  })

  await press(button('Mint 7 NFTs on Polygon'), 9)
  await page.waitForURL('**/runs/*')
  await expect.poll(() => page.evaluate(() => document.activeElement?.closest('#content') !== null)).toBe(true)
  await expect(page.getByRole('main').getByText('Finished', { exact: true })).toBeVisible({ timeout: 120_000 })
})
