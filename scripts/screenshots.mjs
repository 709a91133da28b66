/**
 * `npm run screenshots`: does the main job in a real Chromium on a real core, and keeps what a person sees of it in
 * docs/screenshots, at 1280×800 light and dark and at 900×700. Needs the built window (`npm run build`).
 */
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { chromium } from '@playwright/test'
import { startCore } from '../test/e2e/window/core.ts'
import { dropFiles } from '../test/e2e/window/drop.ts'
import { findChromium } from './lib/chromium.mjs'

const root = join(import.meta.dirname, '..')
const target = process.argv[2] ?? join(root, 'docs/screenshots')
const sample = (name) => join(root, 'resources/samples', name)
const shapes = [
  { name: 'light', viewport: { width: 1280, height: 800 }, colorScheme: 'light' },
  { name: 'dark', viewport: { width: 1280, height: 800 }, colorScheme: 'dark' },
  { name: 'small', viewport: { width: 900, height: 700 }, colorScheme: 'light' },
]

await mkdir(target, { recursive: true })
const core = await startCore(process.argv[3])
const executablePath = await findChromium()
const browser = await chromium.launch(executablePath ? { executablePath } : {})
try {
  for (const shape of shapes) await showAll(shape)
} finally {
  await browser.close()
  await core.close()
}

/** Every page in one shape; the first shape also does the job whose traces the others see. */
async function showAll({ name, ...options }) {
  const context = await browser.newContext({ ...options, reducedMotion: 'reduce' })
  const page = await context.newPage()
  page.setDefaultTimeout(30_000)
  const keep = async (what) => {
    // Pictures in view have come; those further down are loaded when somebody scrolls there.
    await page.waitForFunction(() =>
      [...document.querySelectorAll('[data-state="loading"]')].every(
        (frame) => frame.getBoundingClientRect().top > window.innerHeight,
      ),
    )
    await page.mouse.move(0, 0)
    await page.screenshot({ path: join(target, `${what}-${name}.png`) })
  }
  await page.goto(await core.entrance())
  await page.getByText('Drop a spreadsheet').waitFor()
  await keep('mint')

  await dropFiles(page, [sample('with-mistakes.csv')])
  await page.getByRole('button', { name: /^Mint \d+ NFT/ }).waitFor()
  await page
    .getByRole('radiogroup', { name: 'Which rows to show' })
    .getByText(/errors?$/)
    .click()
  await page.locator('[data-tone="wrong"]').first().click()
  await page.getByRole('heading', { name: 'Check the rows' }).evaluate((heading) => heading.scrollIntoView())
  await page.mouse.wheel(0, -80)
  await keep('check')

  await page.getByRole('button', { name: 'Use another file' }).click()
  await dropFiles(page, [sample('event-badges.csv')])
  await page.getByText('500 ready').waitFor()
  await keep('map')
  await page.getByRole('button', { name: /^Mint 500 NFTs|^Nothing to mint/ }).scrollIntoViewIfNeeded()
  if (name === 'light') {
    await page.getByRole('button', { name: /^Mint 500 NFTs/, disabled: false }).waitFor()
    await keep('price')
    await page.getByRole('button', { name: /^Mint 500 NFTs/ }).click()
    await page.waitForURL('**/runs/*')
    await page.getByText('Finished', { exact: true }).waitFor({ timeout: 120_000 })
    await page.getByText('Minted', { exact: true }).nth(3).waitFor()
  } else {
    await page.getByRole('link', { name: 'Runs' }).click()
    await page
      .getByRole('link', { name: /event-badges/ })
      .first()
      .click()
    await page.getByText('Finished', { exact: true }).waitFor()
    await page.getByText('Minted', { exact: true }).nth(3).waitFor()
  }
  await keep('run')
  await page.getByRole('link', { name: 'Runs' }).click()
  await page.getByRole('table').waitFor()
  await keep('runs')
  await page.getByRole('link', { name: 'Collections' }).click()
  await page.getByRole('article').first().waitFor()
  await keep('collections')
  await page.getByRole('article').filter({ hasText: 'Polygon' }).getByRole('button').first().click()
  await page.getByRole('article').nth(3).waitFor()
  await keep('collection')
  await page.getByRole('link', { name: 'Developers' }).click()
  await page.getByText('Mint one NFT with curl').waitFor()
  await keep('developers')
  await context.close()
}
