/**
 * `npm run bench:window [-- <rows>]`, by default 100,000: how long a person waits in the window, in a real Chromium on a real core, with a file of
 * so many rows; frames while the table is scrolled, long tasks and memory of the page. Nothing fails for being slow.
 */
import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { type CDPSession, chromium, type Page } from '@playwright/test'
import { findChromium } from '../../scripts/lib/chromium.mjs'
import { importState } from '../../src/shared/app-api.ts'
import { addressOf, pixel } from '../cli/run-cli.ts'
import { startCore } from '../e2e/window/core.ts'
import { busyText, machine, watchWithheld } from './machine.ts'

const rows = Number(process.argv[2] ?? 100_000)
/** A busy machine is slow: a figure is what it took. */
const patience = { timeout: 600_000 }

const folder = await mkdtemp(join(tmpdir(), 'mintdesk-bench-window-'))
const core = await startCore()
const executablePath = await findChromium()
const browser = await chromium.launch(executablePath === undefined ? {} : { executablePath })
try {
  console.log(`${machine()}, Chromium ${browser.version()}, ${rows.toLocaleString('en')} rows`)
  const withheld = watchWithheld()
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 } })
  page.setDefaultTimeout(patience.timeout)
  for (const line of await measure(page, await writeSheet())) console.log(line)
  console.log(busyText(withheld()))
} finally {
  await browser.close()
  await core.close()
  await rm(folder, { recursive: true, force: true })
}

async function writeSheet(): Promise<string> {
  const file = join(folder, 'guests.csv')
  const out = createWriteStream(file)
  out.write('recipient,name,image,Tier,Seat\n')
  for (let n = 1; n <= rows; n++) {
    const line = `${addressOf(`bench ${n}`)},Guest ${n},"${pixel}",${n % 3 === 0 ? 'Gold' : 'Silver'},${n}\n`
    if (!out.write(line)) await once(out, 'drain')
  }
  out.end()
  await once(out, 'finish')
  return file
}

/** Milliseconds from now until something is seen. */
async function until(seen: Promise<unknown>): Promise<number> {
  const began = performance.now()
  await seen
  return performance.now() - began
}

async function measure(page: Page, file: string): Promise<string[]> {
  const cdp = await page.context().newCDPSession(page)
  const metadata = { name: 'Another', symbol: 'A' }
  await core.call('PUT', '/api/2022-06-09/collections/another', { chain: 'polygon', metadata })
  await page.addInitScript(watchLongTasks)
  await core.enter(page)
  await page.getByText('Drop a spreadsheet').waitFor()
  const lines: string[] = []
  const add = (what: string, value: string, goal: string) =>
    lines.push(`${what.padEnd(46)}${value.padStart(12)}   ${goal}`)
  const seconds = (ms: number) => `${(ms / 1000).toFixed(2)} s`

  const check = page.getByRole('region', { name: 'Check', exact: true })
  const ready = check.getByText(`${rows.toLocaleString('en-US')} ready`).first()
  const began = performance.now()
  await page.locator('input[type=file]').first().setInputFiles(file)
  await page.getByText('Guest 1', { exact: true }).first().waitFor()
  add('First rows', seconds(performance.now() - began), 'goal 1 s')
  await ready.waitFor()
  add('Fully checked', seconds(performance.now() - began), 'goal 8 s')

  const mint = page.getByRole('button', {
    name: `Mint ${rows.toLocaleString('en-US')} NFTs on Polygon`,
    disabled: false,
  })
  await mint.waitFor()
  await page.getByRole('button', { name: 'Change Where' }).click()
  await page.getByRole('combobox', { name: 'Collection' }).click()
  await page.getByRole('option', { name: /^Another/ }).click()
  const changed = performance.now()
  const state = () => core.call('GET', `/app/imports/${new URL(page.url()).pathname.split('/').at(-1)}`)
  for (;;) {
    const { state: now, options } = importState.parse(await (await state()).json())
    if (now === 'checked' && options.collectionId === 'another') break
    await wait(50)
  }
  await mint.waitFor()
  add('Change of collection, with the new price', seconds(performance.now() - changed), 'goal 4 s')

  await page.getByRole('button', { name: 'Change Check' }).click()
  await page.getByRole('grid', { name: 'Rows of the file' }).getByText('Guest 1', { exact: true }).waitFor()
  const { p95, longest, frames } = await wheel(page, cdp)
  add(
    'Frames of the wheel, p95',
    `${p95.toFixed(1)} ms`,
    `goal 33 ms; ${frames} frames, the longest ${longest.toFixed(0)} ms`,
  )

  const pressed = until(page.waitForURL('**/runs/*'))
  await mint.click()
  add('Press to run page', seconds(await pressed), 'goal 1 s')
  await page.getByRole('progressbar', { name: 'NFTs done' }).waitFor()

  const tasks = await page.evaluate(() => window.longTasks)
  const over = tasks.filter((ms) => ms > 200).length
  add(
    'Longest task',
    `${Math.max(0, ...tasks).toFixed(0)} ms`,
    `goal 200 ms; ${over} of ${tasks.length} long ones are over it`,
  )
  add('Memory of the page, after a collection', `${await heapOf(cdp)} MB`, '')
  return lines
}

declare global {
  interface Window {
    /** Milliseconds of each task over 50. */
    longTasks: number[]
    wheelFrames: number[]
  }
}

function watchLongTasks(): void {
  window.longTasks = []
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) window.longTasks.push(duration)
  }).observe({ type: 'longtask', buffered: true })
}

/** Turns the wheel over the table, and says how long its frames took. */
async function wheel(page: Page, cdp: CDPSession): Promise<{ p95: number; longest: number; frames: number }> {
  const grid = page.getByRole('grid', { name: 'Rows of the file' })
  await grid.scrollIntoViewIfNeeded()
  const box = await grid.boundingBox()
  if (box === null) throw new Error('the table is not on the page')
  await page.evaluate(() => {
    window.wheelFrames = []
    let last = performance.now()
    const frame = (now: number): void => {
      window.wheelFrames.push(now - last)
      last = now
      requestAnimationFrame(frame)
    }
    requestAnimationFrame(frame)
  })
  const at = { x: box.x + box.width / 2, y: Math.min(box.y + 120, 600) }
  for (let turn = 0; turn < 60; turn++)
    await cdp.send('Input.dispatchMouseEvent', {
      type: 'mouseWheel',
      ...at,
      deltaX: 0,
      deltaY: turn < 50 ? 240 : 24_000,
    })
  const frames = (await page.evaluate(() => window.wheelFrames)).slice(1).sort((one, other) => one - other)
  return { p95: frames[Math.floor(frames.length * 0.95)] ?? 0, longest: frames.at(-1) ?? 0, frames: frames.length }
}

async function heapOf(cdp: CDPSession): Promise<number> {
  await cdp.send('HeapProfiler.collectGarbage')
  const { usedSize } = await cdp.send('Runtime.getHeapUsage')
  return Math.round(usedSize / 1e6)
}
