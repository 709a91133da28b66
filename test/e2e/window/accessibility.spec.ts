/** Every page and the frame's dialogs: what axe finds in both schemes, and whether anything scrolls sideways where the window is narrow. */
import { join } from 'node:path'
import { expect, type Page, test } from '@playwright/test'
import { openSettings } from '../open-settings.ts'
import { dialogFaults, tooWide, violations } from './axe.ts'
import { type Blocks, openBlocks, ownBlocks } from './blocks.ts'
import { type RunningCore, startCore } from './core.ts'
import { goTo as go, prepareDialogs, walkDialogs } from './dialogs.ts'
import { dropFiles } from './drop.ts'

const sample = join(import.meta.dirname, '../../../resources/samples/event-badges.csv')

test.describe.configure({ mode: 'serial' })

let core: RunningCore
let blocks: Blocks
/** One page for each scheme, so that each is loaded once. */
let light: Page
let dark: Page
const faults: string[] = []

test.beforeAll(async ({ browser }) => {
  core = await startCore(undefined, ownBlocks)
  blocks = openBlocks(core)
  const open = async (colorScheme: 'light' | 'dark'): Promise<Page> => {
    const page = await browser.newPage({ reducedMotion: 'reduce', colorScheme })
    page.on('pageerror', (error) => faults.push(error.message))
    page.on('console', (message) => {
      // A network may be too busy to say what it takes: the window says so, and asks again.
      const isPrice = message.location().url.endsWith('/app/quotes')
      if (message.type() === 'error' && !isPrice) faults.push(message.text())
    })
    await core.enter(page)
    return page
  }
  light = await open('light')
  dark = await open('dark')
})
test.afterAll(async () => {
  await light?.close()
  await dark?.close()
  await blocks?.close()
  await core?.close()
})

/** Where a person comes; `open` leads there by what is seen, and resolves once it stands. */
interface Place {
  name: string
  open(page: Page): Promise<void>
  /** What closes it again. */
  close?(page: Page): Promise<void>
}

const heading = (page: Page, name: string) => page.getByRole('heading', { name, exact: true, level: 1 }).waitFor()
const leave = async (page: Page): Promise<void> => {
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toBeHidden()
}

function section(name: string): Place {
  return {
    name: `settings-${name}`,
    open: async (page) => {
      await openSettings(page, name)
      await page.getByRole('main').getByRole('region').first().waitFor()
    },
  }
}

function tab(name: string, shows: string | RegExp): Place {
  return {
    name: `developers-${name}`,
    open: async (page) => {
      await go(page, 'Developers')
      await page.getByRole('tab', { name, exact: true }).click()
      await page.getByRole('tabpanel', { name }).getByText(shows).first().waitFor()
    },
  }
}

const places: Place[] = [
  {
    name: 'runs',
    open: async (page) => {
      await go(page, 'Runs')
      await page.getByRole('main').getByText('event-badges.csv').first().waitFor()
    },
  },
  {
    name: 'run',
    open: async (page) => {
      await go(page, 'Runs')
      await page.getByRole('main').getByRole('link', { name: 'event-badges.csv' }).click()
      await page.getByText('Finished', { exact: true }).first().waitFor()
    },
  },
  {
    name: 'collections',
    open: async (page) => {
      await go(page, 'Collections')
      await page.getByRole('article').first().waitFor()
    },
  },
  {
    name: 'collection',
    open: async (page) => {
      await go(page, 'Collections')
      await page.getByRole('main').getByText('Default Polygon collection').first().click()
      await page.getByRole('article').first().waitFor()
    },
  },
  {
    name: 'wallets',
    open: async (page) => {
      await go(page, 'Wallets')
      await heading(page, 'Wallets')
    },
  },
  {
    name: 'hand-over',
    open: async (page) => {
      await go(page, 'Wallets')
      await page.getByRole('link', { name: 'Hand over' }).click()
      await page.getByRole('heading', { level: 1 }).waitFor()
    },
  },
  tab('Keys', /A key lets a program act/),
  tab('Try a call', /Send/),
  tab('Requests', /nfts.drawer/),
  tab('Webhooks', /hooks.example.com/),
  tab('Audit log', /recorded before it happens/),
  ...['General', 'Fee balance', 'Keys and backup', 'Storage', 'Networks', 'Practice', 'Advanced', 'About'].map(section),
  {
    name: 'project-dialog',
    open: async (page) => {
      await page.getByRole('button', { name: /Switch project$/ }).click()
      await page.getByRole('menuitem', { name: 'New project…' }).click()
      await page.getByRole('dialog', { name: 'New project' }).waitFor()
    },
    close: leave,
  },
  {
    name: 'palette',
    open: async (page) => {
      await page.keyboard.press('ControlOrMeta+k')
      await page.getByRole('dialog').getByRole('textbox').fill('badges')
      await page.getByRole('dialog').getByText('event-badges.csv').first().waitFor()
    },
    close: leave,
  },
  {
    name: 'shortcuts',
    open: async (page) => {
      await page.keyboard.press('?')
      await page.getByRole('dialog', { name: 'Shortcuts' }).waitFor()
    },
    close: leave,
  },
]

/** Everything that is wrong with what is shown now: by daylight all that axe and the narrow window tell, in the dark the contrast. */
async function inspect(page: Page, name: string): Promise<string[]> {
  if (page === dark) return await violations(page, `${name}, dark`, ['color-contrast'])
  const found = await violations(page, name)
  // 1,280 px at a zoom of 400 %, as WCAG 1.4.10 measures it.
  await page.setViewportSize({ width: 320, height: 640 })
  found.push(...(await tooWide(page, name)))
  await page.setViewportSize({ width: 1280, height: 800 })
  return found
}

async function walk(page: Page, way: readonly Place[]): Promise<string[]> {
  const found: string[] = []
  for (const { name, open, close } of way) {
    await open(page)
    found.push(...(await inspect(page, name)))
    await close?.(page)
  }
  return found
}

const mint: Place = {
  name: 'mint',
  open: async (page) => {
    await go(page, 'Mint')
    await heading(page, 'Mint')
  },
}
const mintButton = (page: Page) => page.getByRole('button', { name: /^Mint [\d,]+ NFTs?/, disabled: false })
const file: Place = {
  name: 'mint-file',
  open: async (page) => {
    await mint.open(page)
    await dropFiles(page, [sample])
    await mintButton(page).waitFor()
  },
}

test('no page and no dialog has what axe finds fault with, or scrolls sideways at 320 px', async () => {
  test.slow()
  const both = async (way: readonly Place[]): Promise<string[]> =>
    (await Promise.all([walk(light, way), walk(dark, way)])).flat()
  const found = await both([mint, file])
  await mintButton(light).click()
  await light.waitForURL('**/runs/*')
  await light.getByText('Finished', { exact: true }).first().waitFor({ timeout: 120_000 })
  // What axe is quicker with, by what takes longer: the one page shows the dialogs while the other walks on.
  await prepareDialogs(core)
  const overPages = async (): Promise<string[]> => [
    ...(await walk(dark, places)),
    ...(await walkDialogs(dark, dialogFaults)),
  ]
  found.push(...(await Promise.all([walk(light, places), overPages()])).flat())
  expect(found).toEqual([])
  expect(faults).toEqual([])
})

test('what stands in the place of answers that are still to come says so, and axe finds no fault with it', async () => {
  test.slow()
  const page = light
  const collection = '/collections/default-polygon'
  const code = /^\/assets\/[a-z-]+-page-/
  const state = /^\/app\/state$/
  const afterState = /^\/app\/(?!hello$|session|events$|state$)/
  let held: RegExp = code
  await page.route(
    ({ pathname }) => held.test(pathname),
    () => new Promise(() => {}),
  )
  /** Where, what does not come, and what is said to be loading. */
  const waits: [address: string, notYet: RegExp, what: string][] = [
    ['/runs', code, 'page'],
    ['/runs/x', code, 'page'],
    ['/collections', code, 'page'],
    [collection, code, 'page'],
    ['/wallets', code, 'page'],
    ['/wallets/hand-over', code, 'page'],
    ['/wallets/hand-over/x', code, 'page'],
    ['/developers', code, 'page'],
    ['/settings/about', code, 'page'],
    ['/mint', state, 'page'],
    ['/settings/general', state, 'settings'],
    ['/mint/x', afterState, 'file'],
    ['/runs', afterState, 'runs'],
    ['/runs/x', afterState, 'run'],
    ['/collections', afterState, 'collections'],
    [collection, /^\/app\/collections$/, 'collection'],
    [collection, /^\/app\/collections\/./, 'NFTs'],
    ['/wallets', afterState, 'wallets'],
    ['/wallets/hand-over', afterState, 'earlier hand-overs'],
    ['/wallets/hand-over/x', afterState, 'hand-over'],
    ['/developers', afterState, 'keys'],
    ['/settings/fee-balance', afterState, 'spending caps'],
    ['/settings/keys-and-backup', afterState, 'backups'],
    ['/settings/storage', afterState, 'storage'],
    ['/settings/networks', afterState, 'providers'],
    ['/settings/advanced', afterState, 'gateways'],
  ]
  const found: string[] = []
  for (const [address, notYet, what] of waits) {
    const where = `${address}, loading ${what}`
    held = notYet
    // What is held may keep the page from being loaded whole.
    await page.goto(`${core.url}${address}`, { waitUntil: 'commit' })
    await expect(page.getByText(`Loading ${what}`, { exact: true }), where).toHaveCount(1)
    found.push(...(await violations(page, where)))
  }
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  expect(found).toEqual([])
})

test('Enter follows what was searched for before the project was known', async () => {
  const page = light
  let answer: () => void = () => undefined
  const held = new Promise<void>((resolve) => {
    answer = resolve
  })
  await page.route('**/app/state', async (route) => {
    await held
    await route.continue()
  })
  await page.reload()
  await page.getByRole('navigation', { name: 'Pages' }).waitFor()
  await page.keyboard.press('ControlOrMeta+k')
  const palette = page.getByRole('dialog')
  await expect(palette.getByRole('textbox')).toBeFocused()
  await page.keyboard.type('fee bal')
  answer()
  await palette.getByText('Fee balance', { exact: true }).waitFor()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/settings\/fee-balance$/)
  await page.unrouteAll({ behavior: 'wait' })
})

test('keys alone lead from page to page, and the focus goes along', async () => {
  const page = light
  await go(page, 'Runs')
  await page.keyboard.press('ControlOrMeta+k')
  await expect(page.getByRole('dialog').getByRole('textbox')).toBeFocused()
  await page.keyboard.type('fee bal')
  await page.getByRole('dialog').getByText('Fee balance', { exact: true }).waitFor()
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
