/** What a wallet holds on a live network, found by looking through all of it. */
import { expect, type Page, test } from '@playwright/test'
import { encodeFunctionData, getAddress } from 'viem'
import { compileTestSource } from '../../../contracts/support/bench.ts'
import { type Chain, startChain } from '../../../contracts/support/chain.ts'
import { openRangeDoor, type RangeDoor } from '../../../holdings/range-door.ts'
import { keepPicture } from '../../keep-picture.ts'
import { openSettings } from '../../open-settings.ts'
import { type RunningCore, startCore } from '../core.ts'

/** Words that everybody knows: worth nothing, and good enough to derive addresses from. */
const words = `${'abandon '.repeat(23)}art`
const holder = getAddress(`0x${'a7'.repeat(20)}`)

test.describe.configure({ mode: 'serial' })

let chain: Chain
let door: RangeDoor
let core: RunningCore
let page: Page

/** A stranger's NFT, in the middle of a chain of 800 blocks that plays Base. */
test.beforeAll(async ({ browser }) => {
  chain = await startChain('--chain-id', '8453', '--timestamp', '1600000000')
  const foreign = compileTestSource('Foreign.sol')('Foreign721')
  const to = await chain.deploy(foreign)
  await chain.rpc('anvil_mine', ['0x190'])
  const picture = "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 8 8'/%3E"
  const metadata = `data:application/json,${encodeURIComponent(JSON.stringify({ name: 'Far away', image: picture }))}`
  const data = encodeFunctionData({ abi: foreign.abi, functionName: 'mint', args: [holder, 7n, metadata] })
  expect(await chain.send({ from: chain.accounts[0], to, data })).toMatchObject({ ok: true })
  await chain.rpc('anvil_mine', ['0x190'])
  door = await openRangeDoor(chain.url)
  core = await startCore(undefined, { MINTDESK_LIVE_SEED: words })
  page = await browser.newPage()
  await core.enter(page)
})
test.afterAll(async () => {
  await page?.close()
  await core?.close()
  await door?.close()
  await chain?.close()
})

test('a wallet on a live network is looked through, paused and resumed, and its NFT found', async ({
  browserName: _,
}, info) => {
  await page.getByRole('button', { name: /Switch project$/ }).click()
  await page.getByRole('menuitem', { name: 'New project…' }).click()
  const project = page.getByRole('dialog', { name: 'New project' })
  await project.getByRole('textbox', { name: 'Name' }).fill('Shop')
  await project.getByRole('radio', { name: 'Live' }).check()
  await project.getByRole('button', { name: 'Make the project' }).click()
  await openSettings(page, 'Networks')
  await page.getByRole('button', { name: 'RPCs of Base', exact: true }).click()
  const rpcs = page.getByRole('dialog', { name: 'RPCs of Base' })
  await rpcs.getByRole('textbox', { name: 'Addresses, one on each line' }).fill(door.url)
  await rpcs.getByRole('button', { name: 'Save' }).click()
  await expect(rpcs).toBeHidden()

  await page.getByRole('link', { name: 'Wallets' }).click()
  const search = page.getByRole('textbox', { name: /^Address, / })
  await search.fill(`base:${holder}`)
  await search.press('Enter')
  await expect(page.getByRole('main').getByText('This wallet holds no NFTs that are known here')).toBeVisible()
  await expect(page.getByRole('main').getByText('NFTs of other people’s collections may be missing.')).toBeVisible()

  door.hold = 400
  await page.getByRole('button', { name: 'Look through the whole network' }).click()
  const reading = page.getByRole('status').filter({ hasText: 'blocks' })
  await expect(reading).toContainText(/^Reading: [1-4]\d\d of 80\d blocks, 0 NFTs known\./)
  await keepPicture(page, info, 'scan-running')
  await page.getByRole('button', { name: 'Pause' }).click()
  // What was asked for meanwhile ends before this: no answer is withheld for so long that the RPC counts as down.
  door.hold = 620
  await expect(reading).toContainText(/^Paused: [1-6]\d\d of 80\d blocks/)
  await page.reload()
  // On a busy machine an answer was withheld for so long that the RPC counts as down for a while: a person tries again.
  const goOn = page.getByRole('button', { name: 'Go on' })
  const tryAgain = page.getByRole('button', { name: 'Try again' })
  await expect(async () => {
    await expect(goOn.or(tryAgain)).toBeVisible()
    if (await tryAgain.isVisible()) await tryAgain.click()
    await expect(goOn).toBeVisible({ timeout: 2_000 })
  }).toPass()
  await keepPicture(page, info, 'scan-paused')

  door.hold = Number.POSITIVE_INFINITY
  await goOn.click()
  await expect(page.getByRole('article').filter({ hasText: 'Far away' })).toContainText('Base · #7')
  // Nothing is missing any more, and nothing more is offered.
  await expect(page.getByRole('main').getByText('may be missing')).toHaveCount(0)
  await expect(page.getByRole('button', { name: /network|Go on|Pause/ })).toHaveCount(0)
  expect(Math.max(...door.ranges.map(([from, to]) => to - from + 1))).toBeLessThanOrEqual(200)
  await keepPicture(page, info, 'scan-done')
})
