/** Wallets on Cardano in the window, as Koios and Blockfrost tell of them, and where these are set. */
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, type Page, test } from '@playwright/test'
import {
  type CardanoServices,
  hold,
  labelled,
  openCardanoServices,
  servedKey,
} from '../../../holdings/cardano-services.ts'
import { keepPicture } from '../../keep-picture.ts'
import { openSettings } from '../../open-settings.ts'
import { type RunningCore, startCore } from '../core.ts'

const address = 'addr1vx2fxv2umyhttkxyxp8x0dlpdt3k6cwng5pxj3jhsydzers66hrl8'
const policy = 'd5e6bf0500378d4f0da4e8dde6becec7621cd8cbf5cbb9b87013d4cc'
const hex = (text: string) => Buffer.from(text).toString('hex')

test.describe.configure({ mode: 'serial' })

let services: CardanoServices
let pictures: Server
let core: RunningCore
let page: Page
const faults: string[] = []

test.beforeAll(async ({ browser }) => {
  services = await openCardanoServices()
  pictures = createServer((request, response) => {
    const hue = Number(/\d+/.exec(request.url ?? '')?.[0] ?? 0) * 47
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><rect width="8" height="8" fill="hsl(${hue} 60% 55%)"/></svg>`
    response.writeHead(200, { 'content-type': 'image/svg+xml' }).end(svg)
  })
  await once(pictures.listen(0, '127.0.0.1'), 'listening')
  const host = `127.0.0.1:${(pictures.address() as AddressInfo).port}`
  const clays = Array.from({ length: 23 }, (_, n) => {
    const name = `Clay${String(n + 1).padStart(2, '0')}`
    const fields = {
      name: `Clay #${n + 1}`,
      image: [`http://${host}/`, `${n + 1}.svg`],
      description: ['Formed by hand, ', 'in two chunks.'],
      collection: 'Clay Nation',
      attributes: { Hat: n % 2 ? 'Red' : 'Blue' },
    }
    return { unit: `${policy}${hex(name)}`, minted: { 721: { [policy]: { [name]: fields } } }, fields }
  })
  hold(services, address, [...clays, { unit: `${policy}${labelled('000de140', 'Odd one')}`, datum: 'nothing' }])
  hold(services, address, [{ unit: `${policy}${hex('COIN')}`, supply: '500' }], '500')
  core = await startCore(undefined, { MINTDESK_KOIOS_URL: services.koios, MINTDESK_ALLOW_HOSTS: host })
  page = await browser.newPage({ viewport: { width: 1280, height: 800 } })
  page.on('pageerror', (error) => faults.push(error.message))
  await core.enter(page)
})
test.afterAll(async () => {
  await page?.close()
  await core?.close()
  await services?.close()
  pictures?.close()
})

const search = async (text: string) => {
  await page.getByRole('link', { name: 'Wallets' }).click()
  const box = page.getByRole('textbox', { name: /^Address, / })
  await box.fill(text)
  await box.press('Enter')
}

test('an address is found, its NFTs are shown with pictures by the core, and lead to the explorer', async ({
  browserName: _,
}, info) => {
  await search(address)
  const main = page.getByRole('main')
  await expect(main.getByText('Cardano address')).toBeVisible()
  await expect(main.getByText('24 NFTs')).toBeVisible()
  await expect(main.getByText('What the provider knows')).toBeVisible()
  await expect(main.getByText('Nothing on this computer can confirm it.')).toBeVisible()
  await expect(main.getByRole('button', { name: 'Look through the whole network' })).toBeHidden()
  await expect(main.getByRole('link', { name: 'Open in the block explorer' })).toHaveAttribute(
    'href',
    `https://cardanoscan.io/address/${address}`,
  )
  // By this machine's core alone, never from a stranger's host.
  await expect
    .poll(() =>
      main.locator('img').evaluateAll((all) => all.filter((one) => (one as HTMLImageElement).naturalWidth > 0).length),
    )
    .toBeGreaterThan(3)
  for (const source of await main.locator('img').evaluateAll((all) => all.map((one) => (one as HTMLImageElement).src)))
    expect(new URL(source).origin).toBe(core.url)
  for (const [name, colorScheme, viewport] of [
    ['light', 'light', { width: 1280, height: 800 }],
    ['dark', 'dark', { width: 1280, height: 800 }],
    ['narrow', 'light', { width: 900, height: 700 }],
  ] as const) {
    await page.emulateMedia({ colorScheme })
    await page.setViewportSize(viewport)
    await keepPicture(page, info, `cardano-${name}`)
  }
  await page.setViewportSize({ width: 1280, height: 800 })

  await main.getByText('Clay #7', { exact: true }).click()
  const nft = page.getByRole('dialog', { name: 'NFT' })
  await expect(nft.getByText('Formed by hand, in two chunks.', { exact: true })).toBeVisible()
  await expect(nft.getByText('Clay Nation', { exact: true })).toBeVisible()
  await expect(nft.getByRole('link', { name: 'Open in the block explorer' })).toHaveAttribute(
    'href',
    `https://cardanoscan.io/token/${policy}${hex('Clay07')}`,
  )
  await expect(nft.getByText(`cardano:${policy}:${hex('Clay07')}`, { exact: true })).toBeVisible()
  await expect(nft.getByRole('button', { name: 'Transfer…' })).toBeHidden()
  await keepPicture(page, info, 'cardano-nft')
  await page.keyboard.press('Escape')
  await expect(nft).toBeHidden()
})

test('a mistyped address is told, and a service that is down with its sentence', async ({ browserName: _ }, info) => {
  await search(`${address.slice(0, -1)}x`)
  await expect(page.getByRole('main').getByText(/is not a Cardano address: it has a wrong checksum/)).toBeVisible()
  services.fault = () => ({ status: 504 })
  await search('addr1w8phkx6acpnf78fuvxn0mkew3l0fd058hzquvz7w36x4gtcyjy7wx')
  const failure = page.getByRole('alert').filter({ hasText: 'The holdings could not be loaded' })
  await expect(failure).toContainText('Koios answers with status 504')
  await keepPicture(page, info, 'cardano-down')
  services.fault = null
  await failure.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('main').getByText('This wallet holds no NFTs that are known here')).toBeVisible()
})

test('Blockfrost is set with its key and the address of a server, tested, and removed', async ({
  browserName: _,
}, info) => {
  await openSettings(page, 'Networks')
  const section = page.getByRole('region', { name: 'What wallets hold' })
  await expect(section.getByText('On Cardano Koios is asked.')).toBeVisible()
  await section.getByRole('button', { name: 'Set a provider' }).click()
  await section.getByRole('combobox', { name: 'Provider' }).click()
  await page.getByRole('option', { name: 'Koios' }).click()
  await expect(section.getByText('It needs no key.')).toBeVisible()
  await expect(section.getByLabel('API key')).toBeHidden()
  await section.getByRole('combobox', { name: 'Provider' }).click()
  await page.getByRole('option', { name: 'Blockfrost' }).click()
  await section.getByLabel('API key').fill(servedKey)
  await section.getByRole('textbox', { name: 'Address of a server' }).fill(services.blockfrost)
  await keepPicture(page, info, 'cardano-provider')
  await section.getByRole('button', { name: 'Test and use' }).click()
  const row = section.getByRole('row', { name: /^Cardano Blockfrost at / })
  await expect(row).toContainText('…6789')
  await row.getByRole('button', { name: 'Test' }).click()
  await expect(section.getByText(/^Blockfrost works: /)).toBeVisible()
  await search(address)
  await expect(page.getByRole('main').getByText('24 NFTs')).toBeVisible()
  expect(services.requests.some(({ path }) => path.includes('/utxos'))).toBe(true)
  await openSettings(page, 'Networks')
  await row.getByRole('button', { name: 'Remove' }).click()
  await expect(section.getByText('On Cardano Koios is asked.')).toBeVisible()
  expect(faults).toEqual([])
})
