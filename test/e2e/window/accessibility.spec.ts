/** Every page and the frame's dialogs: what axe finds in both schemes, and whether anything scrolls sideways where the window is narrow. */
import { join } from 'node:path'
import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page, test } from '@playwright/test'
import { openSettings } from '../open-settings.ts'
import { type Blocks, openBlocks, ownBlocks } from './blocks.ts'
import { type RunningCore, startCore } from './core.ts'
import { dropFiles } from './drop.ts'

const sample = join(import.meta.dirname, '../../../resources/samples/event-badges.csv')

test.describe.configure({ mode: 'serial' })

let core: RunningCore
let blocks: Blocks
let page: Page
const faults: string[] = []

test.beforeAll(async ({ browser }) => {
  core = await startCore(undefined, ownBlocks)
  blocks = openBlocks(core)
  // A page of `browser.newPage` has a context that axe can open no second page in.
  page = await (await browser.newContext({ reducedMotion: 'reduce' })).newPage()
  page.on('pageerror', (error) => faults.push(error.message))
  page.on('console', (message) => {
    if (message.type() === 'error') faults.push(message.text())
  })
  await page.goto(await core.entrance())
})
test.afterAll(async () => {
  await page?.close()
  await blocks?.close()
  await core?.close()
})

/** Where a person comes; `open` leads there by what is seen, and resolves once it stands. */
interface Place {
  name: string
  open(): Promise<void>
  /** What closes it again. */
  close?(): Promise<void>
}

const go = (name: string) => page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name }).click()
const heading = (name: string) => page.getByRole('heading', { name, exact: true, level: 1 }).waitFor()
const leave = async (): Promise<void> => {
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toBeHidden()
}

function section(name: string): Place {
  return {
    name: `settings-${name}`,
    open: async () => {
      await openSettings(page, name)
      await page.getByRole('main').getByRole('region').first().waitFor()
    },
  }
}

function tab(name: string, shows: string | RegExp): Place {
  return {
    name: `developers-${name}`,
    open: async () => {
      await go('Developers')
      await page.getByRole('tab', { name, exact: true }).click()
      await page.getByRole('tabpanel', { name }).getByText(shows).first().waitFor()
    },
  }
}

const places: Place[] = [
  {
    name: 'runs',
    open: async () => {
      await go('Runs')
      await page.getByRole('main').getByText('event-badges.csv').first().waitFor()
    },
  },
  {
    name: 'run',
    open: async () => {
      await go('Runs')
      await page.getByRole('main').getByRole('link', { name: 'event-badges.csv' }).click()
      await page.getByText('Finished', { exact: true }).first().waitFor()
    },
  },
  {
    name: 'collections',
    open: async () => {
      await go('Collections')
      await page.getByRole('article').first().waitFor()
    },
  },
  {
    name: 'collection',
    open: async () => {
      await go('Collections')
      await page.getByRole('main').getByText('Default Polygon collection').first().click()
      await page.getByRole('article').first().waitFor()
    },
  },
  {
    name: 'wallets',
    open: async () => {
      await go('Wallets')
      await heading('Wallets')
    },
  },
  {
    name: 'hand-over',
    open: async () => {
      await go('Wallets')
      await page.getByRole('link', { name: 'Hand over' }).click()
      await page.getByRole('heading', { level: 1 }).waitFor()
    },
  },
  tab('Keys', /A key lets a program act/),
  tab('Try a call', /Send/),
  tab('Requests', /No requests yet/),
  tab('Webhooks', /No webhooks yet/),
  tab('Audit log', /recorded before it happens/),
  ...['General', 'Fee balance', 'Keys and backup', 'Storage', 'Networks', 'Practice', 'Advanced'].map(section),
  {
    name: 'project-dialog',
    open: async () => {
      await page.getByRole('button', { name: /Switch project$/ }).click()
      await page.getByRole('menuitem', { name: 'New project…' }).click()
      await page.getByRole('dialog', { name: 'New project' }).waitFor()
    },
    close: leave,
  },
  {
    name: 'palette',
    open: async () => {
      await page.keyboard.press('ControlOrMeta+k')
      await page.getByRole('dialog').getByRole('textbox').fill('badges')
      await page.getByRole('dialog').getByText('event-badges.csv').first().waitFor()
    },
    close: leave,
  },
  {
    name: 'shortcuts',
    open: async () => {
      await page.keyboard.press('?')
      await page.getByRole('dialog', { name: 'Shortcuts' }).waitFor()
    },
    close: leave,
  },
]

/** What axe finds now; a sentence each, so that the failure says where. */
async function violations(where: string, rules: readonly string[] | null): Promise<string[]> {
  const axe = new AxeBuilder({ page })
  // Off unless asked for, since axe cannot know it for every script; ours it can.
  const labels = { rules: { 'label-content-name-mismatch': { enabled: true } } }
  const { violations } = await (rules === null ? axe.options(labels) : axe.withRules([...rules])).analyze()
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary = '' }) => `${where}: ${id}: ${html.slice(0, 200)} ${failureSummary}`),
  )
}

/** What is wider than the window, when the page as a whole scrolls sideways. */
async function tooWide(where: string): Promise<string[]> {
  return await page.evaluate((place) => {
    const { scrollWidth, clientWidth } = document.documentElement
    if (scrollWidth <= clientWidth) return []
    // What lies in a box that scrolls makes the page no wider.
    const boxed = (element: Element | null): boolean =>
      element !== null && (getComputedStyle(element).overflowX !== 'visible' || boxed(element.parentElement))
    const wide = [...document.querySelectorAll('#content *')].filter(
      (element) => element.getBoundingClientRect().right > clientWidth + 1 && !boxed(element.parentElement),
    )
    return [`${place}: ${scrollWidth} px wide; ${wide.slice(0, 4).map((one) => one.outerHTML.slice(0, 160))}`]
  }, where)
}

/** Everything that is wrong with what is shown now. */
async function inspect(name: string): Promise<string[]> {
  const found = await violations(name, null)
  await page.emulateMedia({ colorScheme: 'dark' })
  found.push(...(await violations(`${name}, dark`, ['color-contrast'])))
  await page.emulateMedia({ colorScheme: 'light' })
  // 1,280 px at a zoom of 400 %, as WCAG 1.4.10 measures it.
  await page.setViewportSize({ width: 320, height: 640 })
  found.push(...(await tooWide(name)))
  await page.setViewportSize({ width: 1280, height: 800 })
  return found
}

test('no page and no dialog has what axe finds fault with, or scrolls sideways at 320 px', async () => {
  test.slow()
  await heading('Mint')
  const found = await inspect('mint')
  await dropFiles(page, [sample])
  const mint = page.getByRole('button', { name: /^Mint [\d,]+ NFTs?/, disabled: false })
  await mint.waitFor()
  found.push(...(await inspect('mint-file')))
  await mint.click()
  await page.waitForURL('**/runs/*')
  await page.getByText('Finished', { exact: true }).first().waitFor({ timeout: 120_000 })
  for (const { name, open, close } of places) {
    await open()
    found.push(...(await inspect(name)))
    await close?.()
  }
  expect(found).toEqual([])
  expect(faults).toEqual([])
})

test('keys alone lead from page to page, and the focus goes along', async () => {
  await go('Runs')
  await page.keyboard.press('ControlOrMeta+k')
  await page.keyboard.type('fee bal')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/settings\/fee-balance$/)
  await expect(page.getByRole('region', { name: 'Fee balance' })).toBeVisible()
  await expect(page.getByRole('main')).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'General' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/settings\/general$/)
  await expect(page.getByRole('link', { name: 'General' })).toHaveAttribute('aria-current', 'page')
  expect(faults).toEqual([])
})
