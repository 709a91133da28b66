/**
 * `npm run screenshots [-- <folder>]`: uses the window in a real Chromium on a real core, as a person would, and saves screenshots in
 * screenshots/, which git ignores: at 1280×800 light and dark, at 900×700, at a zoom of 200 %, and 320 px wide. Copies those that the
 * README shows to docs/screenshots. Needs the built window (`npm run build`).
 */
import { copyFile, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium } from '@playwright/test'
import { startCore } from '../test/e2e/window/core.ts'
import { dropFiles } from '../test/e2e/window/drop.ts'
import { expectReady, openDecision } from '../test/e2e/window/mint.ts'
import { findChromium } from './lib/chromium.mjs'

const root = join(import.meta.dirname, '..')
const target = process.argv[2] ?? join(root, 'screenshots')
/** The screenshots that the README shows. */
const published = ['map-light.png', 'run-light.png']
const sample = (name) => join(root, 'resources/samples', name)
const shapes = [
  { name: 'light', viewport: { width: 1280, height: 800 }, colorScheme: 'light' },
  { name: 'dark', viewport: { width: 1280, height: 800 }, colorScheme: 'dark' },
  { name: 'small', viewport: { width: 900, height: 700 }, colorScheme: 'light' },
  { name: 'zoomed', viewport: { width: 640, height: 400 }, colorScheme: 'light' },
  { name: 'phone', viewport: { width: 320, height: 640 }, colorScheme: 'light' },
]

await mkdir(target, { recursive: true })
const folder = await mkdtemp(join(tmpdir(), 'mintdesk-screenshots-'))
const core = await startCore()
const executablePath = await findChromium()
const browser = await chromium.launch(executablePath ? { executablePath } : {})
try {
  await showAll(await browser.newPage({ viewport: shapes[0].viewport, reducedMotion: 'reduce' }))
  for (const name of published) await copyFile(join(target, name), join(root, 'docs/screenshots', name))
} finally {
  await browser.close()
  await core.close()
  await rm(folder, { recursive: true, force: true })
}

async function showAll(page) {
  page.setDefaultTimeout(30_000)
  await page.goto(await core.entrance())
  await page.getByText('Drop a spreadsheet').waitFor()
  await keep(page, 'mint')

  await dropFiles(page, [sample('with-mistakes.csv')])
  await openDecision(page, 'Check')
  await page
    .getByRole('radiogroup', { name: 'Which rows to show' })
    .getByText(/errors?$/)
    .click()
  await page.locator('[data-tone="wrong"]').first().click()
  await keep(page, 'check', page.getByRole('region', { name: 'Check', exact: true }))

  await page.getByRole('button', { name: 'Use another file' }).click()
  await dropFiles(page, [sample('event-badges.csv')])
  await expectReady(page, '500')
  await openDecision(page, 'Columns')
  await keep(page, 'map')
  const mint = page.getByRole('button', { name: /^Mint 500 NFTs/, disabled: false })
  await mint.waitFor()
  await keep(page, 'price', await openDecision(page, 'Price'))
  await run(page, mint)
  await keep(page, 'run')

  await page.getByRole('link', { name: 'Mint', exact: true }).click()
  await dropFiles(page, [await sheetForOne('ada@example.com')])
  await run(page, page.getByRole('button', { name: /^Mint 12 NFTs/, disabled: false }))
  await page.getByRole('link', { name: 'Runs' }).click()
  await page.getByRole('table').waitFor()
  await keep(page, 'runs')

  await page.getByRole('link', { name: 'Collections' }).click()
  await page.getByRole('article').first().waitFor()
  await keep(page, 'collections')
  await page.getByRole('article').filter({ hasText: 'Polygon' }).getByRole('button').first().click()
  await page.getByRole('article').nth(3).waitFor()
  await keep(page, 'collection')

  await page.getByRole('link', { name: 'Wallets' }).click()
  await page.getByRole('textbox', { name: /^Address, / }).fill('ada@example.com')
  await page.getByRole('button', { name: 'Find' }).click()
  await page.getByRole('article').nth(3).waitFor()
  await keep(page, 'wallet')
  await page.getByRole('article').getByRole('button').first().click()
  await page.getByRole('dialog').getByText('Metadata').waitFor()
  await keep(page, 'nft')
  await page.keyboard.press('Escape')

  await page.getByRole('link', { name: 'Developers' }).click()
  await page.getByText('Mint one NFT from a program').waitFor()
  await keep(page, 'developers')
  await showDevelopers(page)

  await page.getByRole('link', { name: 'Settings' }).click()
  for (const name of ['General', 'Fee balance', 'Keys and backup', 'Storage', 'Networks', 'Practice', 'Advanced']) {
    const sections = page.getByRole('navigation', { name: 'Sections of the settings' })
    await sections.getByRole('link', { name }).click()
    await page.getByRole('main').getByRole('region').first().waitFor()
    await keep(page, `settings-${name.toLowerCase().replaceAll(' ', '-')}`)
  }
  await page.keyboard.press('ControlOrMeta+k')
  await page.getByRole('dialog').getByRole('textbox').fill('badges')
  await page.getByRole('dialog').getByText('badges-for-ada.csv').first().waitFor()
  await keep(page, 'palette')
  await page.keyboard.press('Escape')
  await page.keyboard.press('?')
  await page.getByRole('dialog', { name: 'Shortcuts' }).waitFor()
  await keep(page, 'shortcuts')
}

/** The other tabs of the Developers page, after a call and its webhook. */
async function showDevelopers(page) {
  const open = (name) => page.getByRole('tab', { name, exact: true }).click()
  const server = createServer((request, response) => request.resume().on('end', () => response.writeHead(204).end()))
  await new Promise((listening) => server.listen(0, '127.0.0.1', listening))
  await open('Webhooks')
  await page.getByLabel('Address of your server').fill(`http://127.0.0.1:${server.address().port}/hook`)
  await page.getByRole('button', { name: 'Create a webhook' }).click()
  await page.getByTestId('new-secret').waitFor()
  await open('Keys')
  await page.getByLabel('Name of the new key').fill('shop')
  await page.getByRole('button', { name: 'Create a key' }).click()
  await page.getByTestId('new-key').waitFor()
  await open('Try a call')
  await page.getByRole('button', { name: 'Send' }).click()
  await page.getByRole('status', { name: 'Answer' }).waitFor()
  await keep(page, 'try')
  await open('Webhooks')
  await page.getByRole('button', { name: 'Deliveries' }).click()
  await page.getByText('Delivered').first().waitFor({ timeout: 60_000 })
  await page.getByRole('dialog').getByText('nfts.create.succeeded').first().click()
  await page.getByRole('button', { name: 'Resend' }).waitFor()
  await keep(page, 'deliveries')
  // By mouse: after a key press, the button that gets the focus back would show its ring.
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click()
  await keep(page, 'webhooks')
  await open('Requests')
  await page.getByRole('cell', { name: 'shop' }).first().waitFor()
  await keep(page, 'requests')
  await open('Audit log')
  await page.getByRole('cell', { name: 'nfts.create' }).first().waitFor()
  await keep(page, 'audit')
  server.close()
}

/** Clicks the button, and waits until everything is minted. */
async function run(page, button) {
  await button.click()
  await page.waitForURL('**/runs/*')
  await page.getByText('Finished', { exact: true }).waitFor({ timeout: 120_000 })
  // Four rows: a filter has the same word, too.
  await page.getByText('Minted', { exact: true }).nth(3).waitFor()
  // Closes the notification, which would hide the content below it.
  await page.getByRole('alert').getByRole('button').click()
}

/** Writes a spreadsheet with the first twelve badges, all for one recipient. */
async function sheetForOne(recipient) {
  const [header, ...rows] = (await readFile(sample('event-badges.csv'), 'utf8')).split('\r\n')
  const file = join(folder, 'badges-for-ada.csv')
  await writeFile(file, [header, ...rows.slice(0, 12).map((row) => row.replace(/^[^,]*/, recipient))].join('\r\n'))
  return file
}

/** Saves a screenshot of the page in every shape, from its top or scrolled to `place`. */
async function keep(page, what, place) {
  for (const { name, viewport, colorScheme } of shapes) {
    await page.setViewportSize(viewport)
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await (place ?? page.locator('body')).evaluate((element) => element.scrollIntoView())
    // Waits for the pictures in view; those further down load only after scrolling.
    await page.waitForFunction(() =>
      [...document.querySelectorAll('[data-state="loading"]')].every(
        (frame) => frame.getBoundingClientRect().top > window.innerHeight,
      ),
    )
    await page.mouse.move(0, 0)
    await page.screenshot({ path: join(target, `${what}-${name}.png`), animations: 'disabled' })
  }
  await page.setViewportSize(shapes[0].viewport)
  await page.emulateMedia({ colorScheme: shapes[0].colorScheme })
}
