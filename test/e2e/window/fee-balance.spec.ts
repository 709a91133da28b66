import { join } from 'node:path'
import { expect, type Page, test } from '@playwright/test'
import { getAddress } from 'viem'
import { z } from 'zod'
import { appState } from '../../../src/shared/app-api.ts'
import { keepPictures } from '../keep-picture.ts'
import { openSettings } from '../open-settings.ts'
import { dialogFaults, violations } from './axe.ts'
import { type RunningCore, startCore } from './core.ts'
import { dropFiles } from './drop.ts'

test.describe.configure({ mode: 'serial' })

const sample = join(import.meta.dirname, '../../../resources/samples/event-badges.csv')
const wallet = getAddress(`0x${'c1'.repeat(20)}`)
let core: RunningCore
let page: Page

test.beforeAll(async ({ browser }) => {
  core = await startCore()
  page = await browser.newPage()
  await core.enter(page)
  // One NFT, so that a network is in use and its collection is on chain.
  const body = { recipient: `polygon:${wallet}`, metadata: { name: 'Badge', image: 'ipfs://bafkqaaa' } }
  const made = await core.call('POST', '/api/2022-06-09/collections/default-polygon/nfts', body)
  const { actionId } = z.object({ actionId: z.string() }).parse(await made.json())
  const status = async () =>
    z.object({ status: z.string() }).parse(await (await core.call('GET', `/api/2022-06-09/actions/${actionId}`)).json())
      .status
  await expect.poll(status, { timeout: 120_000 }).toBe('succeeded')
})
test.afterAll(async () => {
  await page?.close()
  await core?.close()
})

test('spending caps are set, and refused in a sentence where they are no amount', async ({ browserName: _ }, info) => {
  await openSettings(page, 'Fee balance')
  const caps = page.getByRole('region', { name: 'Spending caps' })
  await caps.getByRole('button', { name: 'Change the spending caps on Polygon' }).click()
  const dialog = page.getByRole('dialog', { name: 'Spending caps on Polygon' })
  expect(await dialogFaults(page, 'spending caps')).toEqual([])
  await expect(dialog.getByRole('textbox', { name: 'Each run may spend' })).toBeFocused()
  await dialog.getByRole('textbox', { name: 'Each run may spend' }).fill('2')
  await dialog.getByRole('textbox', { name: /in a day/ }).fill('a lot')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog.getByRole('alert')).toContainText('"a lot" is no amount of POL')
  await dialog.getByRole('textbox', { name: /in a day/ }).fill('7.5')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog).toBeHidden()
  await expect(caps.getByRole('row', { name: /^Polygon 2 POL 7\.5 POL .*spent No cap/ })).toBeVisible()
  // What is set elsewhere meanwhile is not lifted by what is changed here.
  await caps.getByRole('button', { name: 'Change the spending caps on Polygon' }).click()
  await core.call('PUT', '/app/caps/polygon', { inAll: '9' })
  await dialog.getByRole('textbox', { name: 'Each run may spend' }).fill('3')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog).toBeHidden()
  await expect(caps.getByRole('row', { name: /^Polygon 3 POL 7\.5 POL .*spent 9 POL/ })).toBeVisible()
  await core.call('PUT', '/app/caps/polygon', { inAll: null })
  // As narrow as the rail is full, no button is cut.
  await page.setViewportSize({ width: 900, height: 700 })
  for (const name of ['Fee balance', 'Spending caps'])
    for (const table of await page.getByRole('region', { name }).getByRole('table').all())
      expect(await table.evaluate((one) => one.scrollWidth - (one.parentElement?.clientWidth ?? 0)), name).toBeLessThan(
        1,
      )
  await keepPictures(page, info, 'caps')
})

test('a network that does not say its balance at once is in use all the same, and shows it when it does', async ({
  browserName: _,
}, info) => {
  let isTold = false
  await page.route('**/app/state', async (route) => {
    const response = await route.fetch()
    const state = appState.parse(await response.json())
    const [polygon] = state.treasuries
    if (polygon !== undefined && !isTold) {
      polygon.balance.amount = null
      const network = state.networks.find(({ chain }) => chain === 'polygon')
      if (network) Object.assign(network, { state: 'down', reason: 'The program of this network is missing.' })
    }
    await route.fulfill({ response, json: state })
  })
  await page.reload()
  const balance = page.getByRole('region', { name: 'Fee balance' })
  const unknown = /^Polygon .* POL not known now The program of this network is missing\./
  await expect(balance.getByRole('row', { name: unknown })).toBeVisible()
  await keepPictures(page, info, 'balance-unknown')
  isTold = true
  await expect(balance.getByRole('row', { name: /^Polygon .* [\d,.]+ POL/ })).toBeVisible()
  await page.unrouteAll({ behavior: 'wait' })
})

test('a rate that is set stays where its network comes into use while another rate is written', async () => {
  await core.call('PUT', '/app/rates', { money: 'EUR', coins: { POL: '0.52' } })
  let isInUse = false
  await page.route('**/app/state', async (route) => {
    const response = await route.fetch()
    const state = appState.parse(await response.json())
    const [polygon] = state.treasuries
    if (polygon === undefined) throw new Error('Polygon is not in use')
    // Its balance is not known, so it is asked for again and again.
    const other = { ...polygon, chain: 'ethereum', balance: { ...polygon.balance, currency: 'ETH', amount: null } }
    state.treasuries = isInUse ? [other, polygon] : [other]
    // Play money has no rate.
    state.project = { ...state.project, kind: 'live' }
    await route.fulfill({ response, json: state })
  })
  await page.reload()
  await openSettings(page, 'Fee balance')
  const rates = page.getByRole('region', { name: 'Fees in money' })
  await rates.getByRole('textbox', { name: '1 ETH costs' }).fill('3000')
  isInUse = true
  await expect(rates.getByRole('textbox', { name: '1 POL costs' })).toHaveValue('0.52')
  await expect(rates.getByRole('textbox', { name: '1 ETH costs' })).toHaveValue('3000')
  await rates.getByRole('button', { name: 'Save' }).click()
  await expect(rates.getByText(/^Set /)).toHaveCount(2)
  const kept = await (await core.call('GET', '/app/rates')).json()
  expect(kept).toMatchObject({ coins: { POL: { rate: '0.52' }, ETH: { rate: '3000' } } })
  await core.call('PUT', '/app/rates', { money: 'EUR', coins: { POL: null, ETH: null } })
  await page.unrouteAll({ behavior: 'wait' })
  await page.reload()
})

test('coin is withdrawn to an address that is typed twice, once it was seen what it is', async ({
  browserName: _,
}, info) => {
  const balance = page.getByRole('region', { name: 'Fee balance' })
  await balance.getByRole('button', { name: 'Withdraw from the fee balance on Polygon' }).click()
  const dialog = page.getByRole('dialog', { name: 'Withdraw from the fee balance on Polygon' })
  expect(await dialogFaults(page, 'withdraw')).toEqual([])
  await dialog.getByRole('textbox', { name: 'Address of your wallet' }).fill(wallet)
  await dialog.getByRole('textbox', { name: 'The address again' }).fill(wallet.slice(0, -1))
  await expect(dialog.getByText('The two addresses differ.')).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'Check' })).toBeDisabled()
  await dialog.getByRole('textbox', { name: 'The address again' }).fill(wallet)
  await dialog.getByText('An amount').click()
  await dialog.getByRole('textbox', { name: 'Amount' }).fill('1000000')
  await dialog.getByRole('button', { name: 'Check' }).click()
  await expect(dialog.getByRole('alert')).toContainText('can be withdrawn')
  await dialog.getByRole('textbox', { name: 'Amount' }).fill('1.5')
  await keepPictures(page, info, 'withdraw')
  await dialog.getByRole('button', { name: 'Check' }).click()
  await expect(dialog).toContainText('1.5 POL go to')
  await keepPictures(page, info, 'withdraw-check')
  await dialog.getByRole('button', { name: 'Send 1.5 POL' }).click()
  await expect(dialog).toBeHidden()
  await expect(balance.getByText(/1\.5 POL to 0x\w+…\w+ on Polygon has arrived\./)).toBeVisible({ timeout: 60_000 })
  await keepPictures(page, info, 'withdrawn')
})

test('what is withdrawn is what was checked and shown, and what was confirmed of it is asked anew for another', async () => {
  const balance = page.getByRole('region', { name: 'Fee balance' })
  await balance.getByRole('button', { name: 'Withdraw from the fee balance on Polygon' }).click()
  const dialog = page.getByRole('dialog', { name: 'Withdraw from the fee balance on Polygon' })
  await dialog.getByRole('textbox', { name: 'Address of your wallet' }).fill(wallet)
  await dialog.getByRole('textbox', { name: 'The address again' }).fill(wallet)
  await dialog.getByText('An amount').click()
  const amount = dialog.getByRole('textbox', { name: 'Amount' })
  await amount.fill('1')

  // It is typed on while the check is under way.
  let answer = () => {}
  const held = new Promise<void>((resolve) => {
    answer = resolve
  })
  let isContract = false
  await page.route('**/app/withdrawals/check', async (route) => {
    const response = await route.fetch()
    await held
    await route.fulfill({ response, json: { ...(await response.json()), isContract } })
  })
  const late = page.waitForResponse('**/app/withdrawals/check')
  await amount.press('Enter')
  await amount.press('End')
  await amount.pressSequentially('0')
  await expect(amount).toHaveValue('10')
  answer()
  await (await late).finished()
  isContract = true
  await dialog.getByRole('button', { name: 'Check' }).click()
  await expect(dialog).toContainText('10 POL go to')

  // What was said of it is asked anew after going back.
  const contract = dialog.getByRole('checkbox', { name: /^This address is a contract/ })
  await contract.check()
  await expect(dialog.getByRole('button', { name: 'Send 10 POL' })).toBeEnabled()
  await dialog.getByRole('button', { name: 'Back' }).click()
  await amount.fill('2')
  await dialog.getByRole('button', { name: 'Check' }).click()
  await expect(dialog).toContainText('2 POL go to')
  await expect(contract).not.toBeChecked()
  await expect(dialog.getByRole('button', { name: 'Send 2 POL' })).toBeDisabled()
  await contract.check()

  // The answer is lost: whether it was sent is not known, and asked for again it is sent once.
  let lost = false
  await page.route('**/app/withdrawals', async (route) => {
    if (lost || route.request().method() !== 'POST') return route.fallback()
    lost = true
    await route.fetch()
    await route.abort()
  })
  await dialog.getByRole('button', { name: 'Send 2 POL' }).click()
  const alert = dialog.getByRole('alert')
  await expect(alert).toContainText('Whether it is sent is not known')
  await expect(alert).not.toContainText('where it was')
  await dialog.getByRole('button', { name: 'Send 2 POL' }).click()
  await expect(dialog).toBeHidden()
  await page.unrouteAll({ behavior: 'wait' })
  await expect(balance.getByText(/2 POL to 0x\w+…\w+ on Polygon has arrived\./)).toHaveCount(1, { timeout: 60_000 })
})

test('the price says that it will stop at a cap, before anything is spent', async ({ browserName: _ }, info) => {
  await core.call('PUT', '/app/caps/polygon', { perRun: '0.000001' })
  await page.getByRole('link', { name: 'Mint', exact: true }).click()
  await dropFiles(page, [sample])
  const price = page.getByText(/^This will stop at a spending cap: a run may spend 0\.000001 POL/)
  await expect(price).toBeVisible({ timeout: 60_000 })
  await price.scrollIntoViewIfNeeded()
  await keepPictures(page, info, 'capped-price')
  await core.call('PUT', '/app/caps/polygon', { perRun: null })
  await openSettings(page, 'Fee balance')
})

test('a collection says why what programs mint into it waits, and no more once it goes on', async ({
  browserName: _,
}, info) => {
  await page.getByRole('link', { name: 'Collections' }).click()
  const card = page.getByRole('article').filter({ hasText: 'Default Polygon collection' })
  await expect(card).toContainText('1 NFT minted')
  await core.call('PUT', '/app/caps/polygon', { inAll: '0.000001' })
  const body = { recipient: `polygon:${wallet}`, metadata: { name: 'Badge', image: 'ipfs://bafkqaaa' } }
  await core.call('PUT', '/api/2022-06-09/collections/default-polygon/nfts/waits', body)
  await expect(card).toContainText('1 NFT minted, 1 waiting')
  await card.getByRole('button', { name: 'Default Polygon collection' }).click()
  const why = page.getByRole('status').filter({ hasText: 'Stopped at a spending cap' })
  await expect(why).toContainText('the project may spend 0.000001 POL on Polygon in all')
  expect(await violations(page, 'a collection that waits')).toEqual([])
  await keepPictures(page, info, 'collection-waits')
  await core.call('PUT', '/app/caps/polygon', { inAll: null })
  await expect(why).toHaveCount(0)
  await expect(page.getByText('2 NFTs minted')).toBeVisible()
})

test('a message is signed where a market asks for it', async ({ browserName: _ }, info) => {
  await openSettings(page, 'Fee balance')
  await page.getByRole('button', { name: 'Sign a message' }).click()
  const dialog = page.getByRole('dialog', { name: 'Sign a message with the fee balance' })
  expect(await dialogFaults(page, 'sign a message')).toEqual([])
  await dialog.getByRole('textbox', { name: /^Message/ }).fill('I own this collection.')
  await dialog.getByRole('button', { name: 'Sign' }).click()
  await expect(dialog.getByRole('status')).toContainText(/Signature of 0x\w{40}.*0x[0-9a-f]{130}/s)
  await keepPictures(page, info, 'signed')
  // A signature stands beside what it is of, and beside nothing else.
  await dialog.getByRole('textbox', { name: /^Message/ }).fill('I own this collection, too.')
  await expect(dialog.getByRole('status')).toHaveCount(0)
  await dialog.getByRole('button', { name: 'Close', exact: true }).last().click()
})

test('a collection is offered to a wallet, which is told how to accept', async ({ browserName: _ }, info) => {
  await page.goto(`${core.url}/collections/default-polygon`)
  const owner = page.getByRole('region', { name: 'Owner' })
  await owner.getByRole('button', { name: 'Hand it to my wallet' }).click()
  await owner.getByRole('textbox', { name: 'Address of the new owner' }).fill(wallet)
  await owner.getByRole('textbox', { name: 'The address again' }).fill(wallet.replace('0xC1', '0xC2'))
  await owner.getByRole('button', { name: 'Offer it' }).click()
  await expect(owner.getByRole('alert')).toBeVisible()
  await owner.getByRole('textbox', { name: 'The address again' }).fill(wallet)
  await keepPictures(page, info, 'offer')
  expect(await violations(page, 'offer a collection')).toEqual([])
  await owner.getByRole('button', { name: 'Offer it' }).click()
  await expect(owner.getByText('requestOwnershipHandover')).toBeVisible()
  await expect(owner.getByRole('button', { name: 'Complete' })).toBeDisabled()
  await owner.scrollIntoViewIfNeeded()
  expect(await violations(page, 'an offered collection')).toEqual([])
  await keepPictures(page, info, 'offered')
  await owner.getByRole('button', { name: 'Take the offer back' }).click()
  await expect(owner.getByRole('button', { name: 'Hand it to my wallet' })).toBeVisible()
})
