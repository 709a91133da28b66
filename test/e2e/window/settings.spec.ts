import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, type Page, test } from '@playwright/test'
import { type Address, createPublicClient, getAddress, http } from 'viem'
import { appState, importState } from '../../../src/shared/app-api.ts'
import { type KuboNode, openKuboNode } from '../../metadata/kubo-node.ts'
import { openS3Double, type S3Double } from '../../metadata/services/s3-double.ts'
import { keepPicture, keepPictures } from '../keep-picture.ts'
import { noticed } from '../notice.ts'
import { openSettings } from '../open-settings.ts'
import { dialogFaults } from './axe.ts'
import { type RunningCore, startCore } from './core.ts'
import { dropFiles } from './drop.ts'

const sample = join(import.meta.dirname, '../../../resources/samples/event-badges.csv')
/** Words that everybody knows: worth nothing, and good enough to derive addresses from. */
const words = `${'abandon '.repeat(23)}art`

test.describe.configure({ mode: 'serial' })

let core: RunningCore
let node: KuboNode
let bucket: S3Double
let page: Page
const faults: string[] = []

test.beforeAll(async ({ browser }) => {
  node = await openKuboNode()
  bucket = await openS3Double()
  core = await startCore(undefined, { MINTDESK_LIVE_SEED: words })
  page = await browser.newPage()
  page.on('pageerror', (error) => faults.push(error.message))
  await core.enter(page)
})
test.afterAll(async () => {
  await page?.close()
  await core?.close()
  await node?.close()
  await bucket?.close()
})

const switcher = () => page.getByRole('button', { name: /Switch project$/ })

async function makeProject(name: string, kind: 'Practice' | 'Live'): Promise<void> {
  await switcher().click()
  await page.getByRole('menuitem', { name: 'New project…' }).click()
  const dialog = page.getByRole('dialog', { name: 'New project' })
  await dialog.getByRole('textbox', { name: 'Name' }).fill(name)
  await dialog.getByRole('radio', { name: kind }).check()
  await dialog.getByRole('button', { name: 'Make the project' }).click()
  await expect(switcher()).toHaveAccessibleName(`${kind} ${name}. Switch project`)
}

/** What an address has on Polygon's practice network, in wei: asked as any wallet asks. */
async function balanceOnPolygon(address: Address): Promise<bigint> {
  const { networks } = appState.parse(await (await core.call('GET', '/app/state')).json())
  const polygon = networks.find(({ chain }) => chain === 'polygon')
  return await createPublicClient({ transport: http(polygon?.rpcUrl ?? '') }).getBalance({
    address: getAddress(address),
  })
}

test('projects are made and switched between by keyboard, each with what is its own', async () => {
  await makeProject('Tickets', 'Practice')
  await page.getByRole('link', { name: 'Developers' }).click()
  await page.getByRole('textbox', { name: 'Name of the new key' }).fill('till')
  await page.getByRole('button', { name: 'Create a key' }).click()
  await expect(page.getByRole('cell', { name: 'till' })).toBeVisible()

  await switcher().focus()
  await page.keyboard.press('Enter')
  await page.getByRole('menuitem', { name: 'Practice Practice' }).press('Enter')
  await expect(page.getByRole('main').getByText('Drop a spreadsheet')).toBeVisible()
  await page.getByRole('link', { name: 'Developers' }).click()
  await expect(page.getByRole('main').getByText('No keys yet.')).toBeVisible()
  // The tab stays on its project.
  await page.reload()
  await expect(switcher()).toHaveAccessibleName('Practice. Switch project')
})

test('a practice network is reset from Settings, after a question', async () => {
  await page.getByRole('link', { name: 'Mint', exact: true }).click()
  await dropFiles(page, [sample])
  await expect(page.getByRole('button', { name: /^Mint 500 NFTs/, disabled: false })).toBeVisible({ timeout: 60_000 })
  await openSettings(page, 'Practice')
  await page.getByRole('button', { name: 'Reset the practice network for Polygon' }).click()
  const dialog = page.getByRole('dialog', { name: 'Reset the practice network for Polygon?' })
  await expect(dialog.getByRole('button', { name: 'Keep it' })).toBeFocused()
  await expect(dialog.getByText(/begins afresh, and with it go \d+ collections?, /)).toBeVisible()
  const anew = noticed(page, 'The practice network for Polygon began afresh.')
  await dialog.getByRole('button', { name: 'Reset' }).click()
  await anew
  await expect(page.getByRole('region', { name: 'Practice networks' }).getByText('Polygon up')).toBeVisible()
})

test('coin is given to a wallet on a practice network, and to no address that is none', async ({
  browserName: _,
}, info) => {
  const wallet = getAddress(`0x${'c0'.repeat(20)}`)
  const networks = page.getByRole('region', { name: 'Practice networks' })
  // As narrow as the window gets.
  await page.setViewportSize({ width: 900, height: 700 })
  await expect(networks.getByRole('row', { name: /^Polygon up/ })).toBeVisible()
  expect(await networks.evaluate((panel) => panel.scrollWidth - panel.clientWidth)).toBe(0)
  await keepPicture(page, info, 'networks-narrow')
  await page.setViewportSize({ width: 1280, height: 800 })
  await networks.getByRole('button', { name: 'Give coin on the practice network for Polygon' }).click()
  const dialog = page.getByRole('dialog', { name: 'Give coin on the practice network for Polygon' })
  await expect(dialog.getByRole('textbox', { name: 'Address' })).toBeFocused()
  await dialog.getByRole('textbox', { name: 'Address' }).fill('0x1234')
  await dialog.getByRole('textbox', { name: 'Amount' }).fill('2.5')
  await dialog.getByRole('button', { name: 'Give' }).click()
  await expect(dialog.getByRole('alert')).toContainText('0x1234')
  await keepPicture(page, info, 'give-coin')
  await dialog.getByRole('textbox', { name: 'Address' }).fill(wallet)
  const given = noticed(page, `${wallet} has 2.5 POL more.`)
  await dialog.getByRole('button', { name: 'Give' }).click()
  await given
  await expect(dialog).toBeHidden()
  expect(await balanceOnPolygon(wallet)).toBe(2_500_000_000_000_000_000n)
})

test('IPFS gateways are changed and put back; what is none is refused in a sentence', async () => {
  await openSettings(page, 'Advanced')
  const gateways = page.getByRole('region', { name: 'IPFS gateways' })
  const list = gateways.getByRole('textbox', { name: 'Addresses, one on each line' })
  await expect(list).toHaveValue(/^https:/)
  const usual = await list.inputValue()
  await list.fill(`${usual}\nnowhere`)
  await gateways.getByRole('button', { name: 'Save' }).click()
  await expect(gateways.getByRole('alert')).toContainText('"nowhere" is not the address of an IPFS gateway')
  await list.fill('https://gateway.example/ipfs/\nhttps://gateway.example')
  await gateways.getByRole('button', { name: 'Save' }).click()
  await expect(gateways.getByRole('status')).toContainText('Saved')
  await expect(list).toHaveValue('https://gateway.example')
  await page.reload()
  await expect(list).toHaveValue('https://gateway.example')
  await gateways.getByRole('button', { name: 'Back to the usual ones' }).click()
  await expect(list).toHaveValue(usual)
  await list.fill('x '.repeat(11))
  await expect(gateways.getByText('There are 11; keep the best 10.')).toBeVisible()
  await expect(gateways.getByRole('button', { name: 'Save' })).toBeDisabled()
})

test('a page is let in and let out, and what another window let in meanwhile stays', async () => {
  const path = (origin: string) => `/app/origins/${encodeURIComponent(origin)}`
  const kept = async () => (await (await core.call('GET', '/app/origins')).json()).origins
  await openSettings(page, 'Advanced')
  const section = page.getByRole('region', { name: 'Web pages that may call the API' })
  const allow = async (origin: string) => {
    await section.getByRole('textbox', { name: 'Origin of the page' }).fill(origin)
    await section.getByRole('button', { name: 'Allow' }).click()
  }
  await allow('http://localhost:5173')
  await expect(section.getByText('http://localhost:5173', { exact: true })).toBeVisible()
  expect((await core.call('PUT', path('https://other.example'))).status).toBe(200)
  await allow('https://shop.example')
  for (const origin of ['http://localhost:5173', 'https://other.example', 'https://shop.example'])
    await expect(section.getByText(origin, { exact: true })).toBeVisible()
  expect((await core.call('PUT', path('https://third.example'))).status).toBe(200)
  await section.getByRole('button', { name: 'Remove http://localhost:5173' }).click()
  await expect(section.getByText('https://third.example', { exact: true })).toBeVisible()
  expect(await kept()).toEqual(['https://other.example', 'https://shop.example', 'https://third.example'])
  await allow('shop.example')
  await expect(section.getByRole('alert')).toContainText('is no origin')
})

test('Solana says that it needs programs, where they are had, and what is wrong with a folder', async ({
  browserName: _,
}, info) => {
  await page.getByRole('link', { name: 'Collections' }).click()
  await page.getByRole('main').getByText('Default Solana collection').click()
  await expect(page.getByRole('main').getByText('It needs the programs of Metaplex')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Mint into this' })).toBeDisabled()
  await page.getByRole('link', { name: 'Get the programs in Settings' }).click()
  await expect(page.getByRole('region', { name: 'Practice networks' }).getByText('Solana needs programs')).toBeVisible()
  await page.getByRole('button', { name: 'Get the programs' }).click()
  const dialog = page.getByRole('dialog', { name: 'The programs of Solana’s practice network' })
  await dialog.getByRole('radio', { name: 'A folder on this computer' }).check()
  await dialog.getByRole('textbox', { name: 'Folder' }).fill(import.meta.dirname)
  await dialog.getByRole('button', { name: 'Install' }).click()
  await expect(dialog.getByText('holds no mpl_bubblegum.so')).toBeVisible()
  await keepPicture(page, info, 'programs-missing')
  await dialog.getByRole('button', { name: 'Not now' }).click()
  await expect(dialog).toBeHidden()
})

test('a live project shows that it is one, and no price before a storage serves its metadata', async ({
  browserName: _,
}, info) => {
  await makeProject('Shop', 'Live')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Before you mint with real money')
  // A file that another way brought in, such as the command line.
  const { projects } = appState.parse(await (await core.call('GET', '/app/state')).json())
  const shop = projects.find(({ name }) => name === 'Shop')?.id
  const made = await core.call(
    'POST',
    '/app/imports?name=badges.csv&collectionId=default-polygon',
    await readFile(sample),
    shop,
  )
  await page.goto(`${core.url}/mint/${importState.parse(await made.json()).id}`)
  const price = page.getByRole('region', { name: 'Price', exact: true })
  const bar = page.getByRole('region', { name: 'Mint this file' })
  await expect(price.getByText('because no storage is set: set one in Settings')).toBeVisible({
    timeout: 60_000,
  })
  await expect(bar.getByText('Live', { exact: true })).toBeVisible()
  await expect(bar.getByRole('button', { name: /^Mint 500 NFTs/ })).toBeDisabled()
  await keepPicture(page, info, 'live-without-storage')

  await openSettings(page, 'Storage')
  const storage = page.getByRole('region', { name: 'Storage' })
  node.authorization = 'Bearer s3cret'
  await storage.getByRole('textbox', { name: /^Address of a Kubo node/ }).fill(`${node.url}/api/v0`)
  await storage.getByRole('button', { name: 'Test and use' }).click()
  await expect(storage.getByRole('alert')).toContainText('refuses the request (403): give the token')
  await storage.getByRole('combobox', { name: 'Lets in with' }).click()
  await page.getByRole('option', { name: 'A token' }).click()
  await storage.getByLabel('Token', { exact: true }).fill('s3cret')
  await storage.getByRole('button', { name: 'Test and use' }).click()
  await expect(storage.getByText(node.url)).toBeVisible()
  await storage.getByRole('button', { name: 'Test', exact: true }).click()
  await expect(storage.getByRole('status')).toContainText('It works: it took a few bytes')
  expect(await page.content()).not.toContain('s3cret')
  await keepPicture(page, info, 'settings-live')
  await node.close()
  await storage.getByRole('button', { name: 'Test', exact: true }).click()
  await expect(storage.getByRole('alert')).toContainText('does not answer (nothing listens there): start it')
  await node.reopen()

  // Another kind: what is missing holds the button, and what NFTs will name is said before it is set.
  await storage.getByRole('button', { name: 'Change' }).click()
  await storage.getByRole('combobox', { name: 'Storage' }).click()
  await page.getByRole('option', { name: 'S3 bucket with a public address' }).click()
  await storage.getByLabel('Address of the service').fill(bucket.url)
  await storage.getByLabel('Bucket').fill('nfts')
  await storage.getByLabel('Access key ID').fill(bucket.accessKeyId)
  await storage.getByLabel('Public address').fill(bucket.publicUrl)
  await expect(storage.getByRole('button', { name: 'Test and use' })).toBeDisabled()
  await storage.getByLabel('Secret access key').fill(bucket.secretAccessKey)
  await expect(storage.getByText(`An NFT will name ${bucket.publicUrl}<CID>/0.json.`)).toBeVisible()
  await keepPictures(page, info, 'settings-bucket')
  bucket.isPublic = false
  await storage.getByRole('button', { name: 'Test and use' }).click()
  await expect(storage.getByRole('alert')).toContainText('let everybody read the bucket')
  bucket.isPublic = true
  await storage.getByRole('button', { name: 'Test and use' }).click()
  await expect(storage.getByText(`name their metadata at ${bucket.publicUrl} for good`)).toBeVisible()
  expect(await page.content()).not.toContain(bucket.secretAccessKey)

  // Nothing is asked for but the press: a key of the seed signs.
  await storage.getByRole('button', { name: 'Change' }).click()
  await storage.getByRole('combobox', { name: 'Storage' }).click()
  await page.getByRole('option', { name: 'Arweave (Turbo), for Solana' }).click()
  await expect(storage.getByText('so the vault must be unlocked')).toBeVisible()
  await expect(storage.getByRole('button', { name: 'Test and use' })).toBeEnabled()
  await keepPictures(page, info, 'settings-arweave')
})

test('the RPCs of a live network are tested, changed and put back', async () => {
  await openSettings(page, 'Networks')
  await page.getByRole('button', { name: 'RPCs of Polygon', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'RPCs of Polygon' })
  const list = dialog.getByRole('textbox', { name: 'Addresses, one on each line' })
  await expect(list).toHaveValue(/^https:/)
  const before = await list.inputValue()
  await list.fill('gopher://nowhere')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog.getByRole('alert')).toContainText('is not the address of an RPC')
  // The stand-in for an IPFS node is no RPC of a chain.
  await list.fill(node.url)
  await dialog.getByRole('button', { name: 'Test' }).click()
  await expect(dialog.getByRole('table', { name: 'What the test found' }).getByText(node.url)).toBeVisible()
  expect(await dialogFaults(page, 'RPCs')).toEqual([])
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog).toBeHidden()
  await page.getByRole('button', { name: 'RPCs of Polygon', exact: true }).click()
  await expect(list).toHaveValue(node.url)
  await dialog.getByRole('button', { name: 'Back to the default' }).click()
  await expect(list).toHaveValue(before)
  await page.keyboard.press('Escape')
  expect(faults).toEqual([])
})

test('pages that were never opened are there while the core is away, and say what that means', async () => {
  await page.reload()
  await expect(switcher()).toBeVisible()
  const parts = ['runs-page', 'wallets-page', 'nft-drawer', 'developers-page', 'rate-chart']
  await page.waitForFunction((wanted) => {
    const loaded = performance.getEntriesByType('resource').map(({ name }) => name)
    return wanted.every((part) => loaded.some((name) => name.includes(`/${part}-`)))
  }, parts)
  await core.close()
  await expect(page.getByRole('status').filter({ hasText: 'core is not answering' })).toBeVisible()
  for (const name of ['Runs', 'Wallets', 'Developers']) {
    await page.getByRole('link', { name, exact: true }).click()
    await expect(page.getByRole('heading', { name, exact: true })).toBeVisible()
  }
  expect(faults).toEqual([])
})
