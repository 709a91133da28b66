import { copyFile, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, type Page, test } from '@playwright/test'
import { keepPicture } from '../keep-picture.ts'
import { openSettings } from '../open-settings.ts'
import { dialogFaults } from './axe.ts'
import { type Blocks, openBlocks, ownBlocks } from './blocks.ts'
import { type RunningCore, startCore } from './core.ts'

test.describe.configure({ mode: 'serial' })

let core: RunningCore
let blocks: Blocks
let page: Page
const faults: string[] = []

test.beforeAll(async ({ browser }) => {
  core = await startCore(undefined, ownBlocks)
  blocks = openBlocks(core)
  page = await browser.newPage({ viewport: { width: 1280, height: 800 } })
  page.on('pageerror', (error) => faults.push(error.message))
  await core.enter(page)
})
test.afterAll(async () => {
  await page?.close()
  await blocks?.close()
  await core?.close()
})

const settings = () => page.getByRole('region', { name: 'Settings on chain' })

async function change(label: string, fill: (dialog: ReturnType<Page['getByRole']>) => Promise<void>): Promise<void> {
  await settings()
    .getByRole('button', { name: `Change ${label.toLowerCase()}` })
    .click()
  const dialog = page.getByRole('dialog', { name: label })
  await fill(dialog)
  await dialog.getByRole('button', { name: 'Change' }).click()
}

test('a collection is made with the kind chosen by its price, and changed on chain', async ({
  browserName: _,
}, info) => {
  await page.getByRole('link', { name: 'Collections' }).click()
  await page.getByRole('button', { name: 'Create a collection' }).click()
  const form = page.getByRole('dialog')
  await form.getByRole('textbox', { name: 'Name' }).fill('Shop')
  await form.getByRole('textbox', { name: 'Symbol' }).fill('SHOP')
  await expect(form.getByRole('radio', { name: /^Economy/ })).toBeChecked()
  await form.getByRole('radio', { name: /^Standard/ }).check()
  await keepPicture(page, info, 'create')
  // What is pasted as it is shown elsewhere is that number.
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.evaluate(() => navigator.clipboard.writeText('10,000'))
  await form.getByLabel('Supply limit').press('ControlOrMeta+v')
  await expect(form.getByLabel('Supply limit')).toHaveValue('10,000')
  // Enter sends what stands in a field that was not left.
  const limit = form.getByLabel('Supply limit')
  await expect(async () => {
    // After what was pasted the field puts its cursor back, which may undo the selection that is to be written over.
    await limit.fill('0100')
    expect(await limit.inputValue()).toBe('0100')
  }).toPass()
  await limit.press('Enter')
  await expect(settings().getByText('100', { exact: true })).toBeVisible()

  await blocks.hold()
  await change('Supply limit', (dialog) => dialog.getByLabel('The most NFTs').fill('50'))
  await expect(settings()).toContainText('On its way')
  blocks.go()
  await change('Address of older metadata', (dialog) =>
    dialog.getByLabel('Address of older metadata').fill('https://example.com/shop'),
  )
  await change('Royalty', async (dialog) => {
    await dialog.getByLabel('Percent').fill('2.5')
    await dialog.getByLabel('Who gets it').fill('0x70997970C51812dc3A010C7d01b50e0d17dc79C8')
    expect(await dialogFaults(page, 'royalty')).toEqual([])
  })
  await change('Sale to anybody', async (dialog) => {
    await dialog.getByLabel('Price of one NFT').fill('0.5')
    await dialog.getByLabel('Who is paid').fill('0x70997970C51812dc3A010C7d01b50e0d17dc79C8')
    await keepPicture(page, info, 'sale')
    expect(await dialogFaults(page, 'sale')).toEqual([])
  })
  await expect(settings().getByText('0.5 POL each, to 0x7099…79C8; 50 left')).toBeVisible({ timeout: 60_000 })
  await expect(settings().getByText('2.5 % to 0x7099…79C8')).toBeVisible()
  await expect(settings().getByText('On its way')).toHaveCount(0)

  // What is on its way is what stands in the fields: it is not undone by what is changed next.
  await blocks.hold()
  await change('Sale to anybody', (dialog) => dialog.getByLabel('Price of one NFT').fill('0.7'))
  await expect(settings()).toContainText('On its way')
  await change('Sale to anybody', (dialog) => dialog.getByLabel('How many are set aside').fill('20'))
  await expect(page.getByRole('dialog')).toHaveCount(0)
  blocks.go()
  await expect(settings().getByText('On its way')).toHaveCount(0, { timeout: 60_000 })
  await expect(settings().getByText('0.7 POL each, to 0x7099…79C8; 20 left')).toBeVisible()

  const enter = async (setting: string, label: string, text: string) => {
    await settings()
      .getByRole('button', { name: `Change ${setting}` })
      .click()
    await page.getByRole('dialog').getByLabel(label).fill(text)
    await page.getByRole('dialog').getByLabel(label).press('Enter')
  }
  await enter('royalty', 'Percent', '7.50')
  await expect(settings().getByText('7.5 % to 0x7099…79C8')).toBeVisible({ timeout: 60_000 })
  // Whom it goes to is not put back by who changes the percentage alone, where that was changed meanwhile.
  await settings().getByRole('button', { name: 'Change royalty' }).click()
  const collectionId = new URL(page.url()).pathname.split('/').at(-1)
  const recipients = [{ address: '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC', basisPoints: 750 }]
  await core.call('PUT', `/api/v1-alpha1/minting/collections/${collectionId}/royalties`, { recipients })
  await page.getByRole('dialog').getByLabel('Percent').fill('4')
  await page.getByRole('dialog').getByLabel('Percent').press('Enter')
  await expect(settings().getByText('4 % to 0x3C44…93BC')).toBeVisible({ timeout: 60_000 })
  await enter('royalty', 'Percent', '.')
  await expect(page.getByRole('alert')).toContainText('Royalty: . is no number.')
  await page.keyboard.press('Escape')

  await change('Supply limit', (dialog) => dialog.getByLabel('The most NFTs').fill('10'))
  await expect(page.getByRole('alert')).toContainText('cannot be 10')
  await page.keyboard.press('Escape')
  for (const [name, colorScheme, viewport] of [
    ['light', 'light', { width: 1280, height: 800 }],
    ['dark', 'dark', { width: 1280, height: 800 }],
    ['narrow', 'light', { width: 900, height: 700 }],
  ] as const) {
    await page.setViewportSize(viewport)
    await page.emulateMedia({ colorScheme })
    await keepPicture(page, info, name)
  }
  await page.setViewportSize({ width: 1280, height: 800 })
})

test('a collection gets a picture, a banner, a description and a link after it was made', async ({
  browserName: _,
}, info) => {
  const main = page.getByRole('main')
  await expect(main.getByText('All of the shop')).toHaveCount(0)
  await settings().getByRole('button', { name: 'Change picture and texts' }).click()
  const dialog = page.getByRole('dialog', { name: 'Picture and texts' })
  await expect(dialog.getByText(/It costs about 0\.\d+ POL, and counts when it is confirmed/)).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'Change', exact: true })).toBeDisabled()
  const file = (label: string) => dialog.getByLabel(`${label}: a file`)
  const svg = (colour: string, width: number) => ({
    name: `${colour}.svg`,
    mimeType: 'image/svg+xml',
    buffer: Buffer.from(
      `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} 8"><rect width="${width}" height="8" fill="${colour}"/></svg>`,
    ),
  })
  await file('Picture').setInputFiles({ ...svg('red', 8), buffer: Buffer.from('only words') })
  await dialog.getByLabel('Link').fill('shop.example.com')
  await dialog.getByRole('button', { name: 'Change', exact: true }).click()
  await expect(dialog.getByRole('textbox', { name: 'Picture' })).toHaveAccessibleDescription(/This file is no picture/)
  await file('Picture').setInputFiles(svg('seagreen', 8))
  await file('Banner').setInputFiles(svg('goldenrod', 32))
  await expect(dialog.getByRole('textbox', { name: 'Banner' })).toHaveValue('The file goldenrod.svg')
  await dialog.getByRole('textbox', { name: 'Description' }).fill('All of the shop')
  await dialog.getByRole('button', { name: 'Change', exact: true }).click()
  await expect(dialog.getByLabel('Link')).toHaveAccessibleDescription(/begins with https/)
  await dialog.getByLabel('Link').fill('https://shop.example.com')
  for (const [name, colorScheme, viewport] of [
    ['metadata-dark', 'dark', { width: 1280, height: 900 }],
    ['metadata-narrow', 'light', { width: 320, height: 700 }],
    ['metadata', 'light', { width: 1280, height: 900 }],
  ] as const) {
    await page.setViewportSize(viewport)
    await page.emulateMedia({ colorScheme })
    await keepPicture(page, info, name)
    expect(await dialogFaults(page, name)).toEqual([])
  }
  await blocks.hold()
  await dialog.getByRole('button', { name: 'Change', exact: true }).click()
  await expect(settings()).toContainText('On its way')
  await expect(main.getByText('All of the shop')).toHaveCount(0)
  // What is on its way is there already for who changes more.
  await settings().getByRole('button', { name: 'Change picture and texts' }).click()
  await expect(dialog.getByRole('textbox', { name: 'Description' })).toHaveValue('All of the shop')
  await page.keyboard.press('Escape')
  blocks.go()
  await expect(main.getByText('All of the shop')).toBeVisible({ timeout: 60_000 })
  await expect(main.getByRole('link', { name: 'https://shop.example.com' })).toBeVisible()
  await expect(settings()).toContainText('Picture, banner, description, link')
  for (const name of ['Shop', 'Banner of Shop']) {
    const picture = main.getByRole('img', { name, exact: true })
    await expect.poll(() => picture.evaluate((one: HTMLImageElement) => one.naturalWidth)).toBeGreaterThan(0)
  }
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.getByRole('heading', { level: 1 }).scrollIntoViewIfNeeded()
  await keepPicture(page, info, 'with-banner')
})

test('what a wallet of the project holds is transferred or burnt after asking; what others hold is not offered', async ({
  browserName: _,
}, info) => {
  const card = (name: string) =>
    page.getByRole('article').filter({ has: page.getByRole('button', { name, exact: true }) })
  const image =
    "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 8 8'%3E%3Ccircle cx='4' cy='4' r='4'/%3E%3C/svg%3E"
  const nfts = '/api/2022-06-09/collections/default/nfts'
  for (const [id, name, recipient] of [
    ['hers', 'Hers', 'email:ada@example.com:polygon'],
    ['his', 'His', 'polygon:0x70997970C51812dc3A010C7d01b50e0d17dc79C8'],
    ['given', 'Given', 'userId:user-17:polygon'],
  ] as const) {
    const minted = await core.call('PUT', `${nfts}/${id}`, { recipient, metadata: { name, image } })
    expect(minted.status).toBe(200)
  }
  await page.getByRole('link', { name: 'Collections' }).click()
  await page.getByRole('button', { name: 'Default Polygon collection' }).click()
  await page.getByRole('button', { name: 'His', exact: true }).click({ timeout: 60_000 })
  await expect(page.getByRole('dialog').getByText('Full id of the NFT')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Burn…' })).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Transfer…' })).toHaveCount(0)
  await page.keyboard.press('Escape')

  // Without enterprise access nothing is offered.
  await page.getByRole('button', { name: 'Given', exact: true }).click()
  await expect(page.getByRole('button', { name: 'Burn…' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Transfer…' })).toHaveCount(0)
  await page.keyboard.press('Escape')
  await openSettings(page, 'General')
  await page.getByRole('switch', { name: /moving people/ }).click({ force: true })
  await page.getByRole('link', { name: 'Collections' }).click()
  await page.getByRole('button', { name: 'Default Polygon collection' }).click()
  await page.getByRole('button', { name: 'Given', exact: true }).click()
  await page.getByRole('button', { name: 'Transfer…' }).click()
  const asked = page.getByRole('dialog', { name: 'Transfer “Given”?' })
  await expect(asked.getByText('user-17')).toBeVisible()
  const receiver = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC'
  await asked.getByLabel('To').fill('0x12')
  await asked.getByRole('button', { name: /^Transfer to/ }).click()
  await expect(asked.getByText('It was not moved')).toBeVisible()
  await asked.getByLabel('To').fill(receiver)
  await keepPicture(page, info, 'transfer')
  await asked.getByRole('button', { name: /^Transfer to/ }).click()
  await expect(card('Given')).toContainText('· 0x3C44', { timeout: 60_000 })

  await page.getByRole('button', { name: 'Hers', exact: true }).click()
  await page.getByRole('button', { name: 'Burn…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Burn “Hers”?' })
  await keepPicture(page, info, 'burn')
  // The core takes it, and nobody hears of that: then neither that it is burnt nor that it is not is known. Asked for again, it is burnt once.
  let taken: unknown
  const hers = '**/collections/default-polygon/nfts/hers'
  await page.route(hers, async (route) => {
    if (taken !== undefined || route.request().method() !== 'DELETE') return route.fallback()
    taken = (await (await route.fetch()).json()).actionId
    await route.abort()
  })
  await dialog.getByRole('button', { name: 'Burn for good' }).click()
  const alert = dialog.getByRole('alert')
  await expect(alert).toContainText('Whether it is being burnt is not known')
  await expect(alert).toContainText('It is burnt once, however often that is asked for.')
  await expect(alert).not.toContainText('Nothing was spent')
  await expect(alert).not.toContainText('It was not burnt')
  await keepPicture(page, info, 'burn-unknown')
  expect(typeof taken).toBe('string')
  const answered = page.waitForResponse((response) => response.request().method() === 'DELETE')
  await dialog.getByRole('button', { name: 'Burn for good' }).click()
  // What was taken before is said to be under way, and not to have failed.
  expect(['nft.beingBurnt', 'nft.burnt']).toContain((await (await answered).json()).code)
  await expect(page.getByText('It is being burnt; it is gone when that is confirmed.')).toBeVisible()
  await expect(dialog).toBeHidden()
  await page.unrouteAll({ behavior: 'wait' })
  await expect(card('Hers')).toContainText('· burnt', { timeout: 60_000 })
})

test('what is on the chains is found again from Settings', async ({ browserName: _ }, info) => {
  // What the page asks when it opens is answered only after the click: that nothing was looked for yet.
  const isBegun = page.waitForResponse(
    (response) => response.request().method() === 'POST' && response.url().endsWith('/app/recovery'),
    { timeout: 0 },
  )
  await page.route('**/app/recovery', async (route) => {
    if (route.request().method() !== 'GET') return route.continue()
    const response = await route.fetch()
    await isBegun
    await route.fulfill({ response })
  })
  await openSettings(page, 'Keys and backup')
  const recovery = page.getByRole('region', { name: 'A lost database' })
  await recovery.getByRole('button', { name: 'Only look' }).click()
  await expect(recovery.getByText(/^Found 2 collections with \d+ NFTs?\. Nothing was changed\.$/)).toBeVisible({
    timeout: 60_000,
  })
  await expect(recovery.getByRole('row', { name: /^Shop Polygon practice, place 0 0$/ })).toBeVisible()
  await keepPicture(page, info, 'recovery')
  await page.unrouteAll({ behavior: 'wait' })
  await recovery.getByRole('button', { name: 'Recover what is missing' }).click()
  await expect(recovery.getByText(/^Found 2 collections with \d+ NFTs?\. 0 NFTs entered\.$/)).toBeVisible({
    timeout: 60_000,
  })
  expect(faults).toEqual([])
})

test('a collection that was stopped says why, and goes on when a person says so', async ({ browser }, info) => {
  const stopped = await startCore(undefined, {
    MINTDESK_TEST_HALTED: 'Polygon does not hold what this database calls minted of this collection.',
  })
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 } })
  try {
    await stopped.enter(page)
    await page.getByRole('link', { name: 'Collections' }).click()
    await page.getByRole('button', { name: /^Default Polygon collection/ }).click()
    const why = page.getByRole('status').filter({ hasText: 'does not hold what this database calls minted' })
    await expect(why).toBeVisible()
    await expect(page.getByRole('button', { name: 'Mint into this' })).toBeDisabled()
    await keepPicture(page, info, 'stopped')
    await why.getByRole('button', { name: 'Go on…' }).click()
    const dialog = page.getByRole('dialog', { name: /^Go on with/ })
    expect(await dialogFaults(page, 'go on')).toEqual([])
    await expect(dialog).toContainText('count as failed, and can be retried')
    await keepPicture(page, info, 'go-on')
    await dialog.getByRole('button', { name: 'Go on', exact: true }).click()
    await expect(why).toHaveCount(0)
    await expect(page.getByRole('button', { name: 'Mint into this' })).toBeEnabled()
  } finally {
    await page.close()
    await stopped.close()
  }
})

/** Recipients that nobody else is. */
const recipientOf = (ordinal: number) => `0x${(ordinal + 1).toString(16).padStart(40, '4')}`

/** A data folder whose database is older than what was minted with it, as one that was put back from a copy is. */
async function putBack(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'mintdesk-put-back-'))
  const mintOne = async (id: string) => {
    const core = await startCore(undefined, { MINTDESK_TEST_BLOCKS: '50' }, folder)
    const path = `/api/2022-06-09/collections/default-polygon/nfts/${id}`
    const metadata = { name: id, image: 'ipfs://bafkqaaa' }
    await core.call('PUT', path, { recipient: `polygon:${recipientOf(0)}`, metadata, reuploadLinkedFiles: false })
    await expect
      .poll(async () => (await core.call('GET', path)).json())
      .toMatchObject({ onChain: { status: 'success' } })
    await core.end()
  }
  await mintOne('first')
  await copyFile(join(folder, 'mintdesk.db'), join(folder, 'copy.db'))
  await mintOne('second')
  for (const ending of ['', '-wal', '-shm']) await rm(join(folder, `mintdesk.db${ending}`), { force: true })
  await copyFile(join(folder, 'copy.db'), join(folder, 'mintdesk.db'))
  return folder
}

test('a collection that another copy of the app minted into says so, and is taken over when a person says so', async ({
  browser,
}, info) => {
  const copied = await startCore(undefined, {}, await putBack())
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 } })
  const asked: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'POST') asked.push(new URL(request.url()).pathname)
  })
  try {
    await copied.enter(page)
    await copied.call('PUT', '/api/2022-06-09/collections/default-polygon/nfts/third', {
      recipient: `polygon:${recipientOf(1)}`,
      ...{ metadata: { name: 'third', image: 'ipfs://bafkqaaa' }, reuploadLinkedFiles: false },
    })
    await page.getByRole('link', { name: 'Collections' }).click()
    await page.getByRole('button', { name: /^Default Polygon collection/ }).click()
    const why = page.getByRole('status').filter({ hasText: 'Another copy of Mintdesk mints into this collection' })
    await expect(why).toBeVisible()
    await expect(page.getByRole('button', { name: 'Mint into this' })).toBeDisabled()
    await keepPicture(page, info, 'another-copy')

    await why.getByRole('button', { name: 'Take over…' }).click()
    const dialog = page.getByRole('dialog', { name: /^Take over/ })
    expect(await dialogFaults(page, 'take over')).toEqual([])
    await keepPicture(page, info, 'take-over')
    await expect(dialog).toContainText('Close the other copy of Mintdesk first.')
    await dialog.getByRole('button', { name: 'Leave it stopped' }).click()
    await expect(dialog).toHaveCount(0)
    await expect(why).toBeVisible()
    expect(asked.filter((path) => path.startsWith('/app/collections'))).toEqual([])
    // Nor is it passed by the other way of going on.
    const resumed = await copied.call('POST', '/app/collections/default-polygon/resume')
    expect([resumed.status, await resumed.json()]).toEqual([
      422,
      expect.objectContaining({ code: 'collection.otherWriter' }),
    ])

    await why.getByRole('button', { name: 'Take over…' }).click()
    await dialog.getByRole('button', { name: 'Take over', exact: true }).click()
    await expect(why).toHaveCount(0)
    await expect(page.getByRole('main')).toContainText('third')
    await expect(page.getByRole('main')).toContainText(recipientOf(0).slice(-4))
    const again = await copied.call('POST', '/app/collections/default-polygon/take-over')
    expect([again.status, await again.json()]).toEqual([
      422,
      expect.objectContaining({
        code: 'collection.running',
        message: 'No other copy of Mintdesk is known to mint into the collection "default-polygon".',
      }),
    ])
  } finally {
    await page.close()
    await copied.close()
  }
})
