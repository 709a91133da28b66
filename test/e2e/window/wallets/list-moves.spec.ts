import { expect, test } from '@playwright/test'
import { z } from 'zod'
import { type RunningCore, startCore } from '../core.ts'

let core: RunningCore
test.beforeAll(async () => {
  core = await startCore()
})
test.afterAll(() => core.close())

const address = '0x9D90dbDd0E22a079008Feb3bC671023D5D507c20'
const listed = z.array(z.looseObject({ locator: z.string() }))

test('an NFT that is on two pages of a wallet, because its list moved between them, is shown once', async ({
  page,
}) => {
  const nfts = Array.from({ length: 70 }, (_, at) => ({
    recipient: `polygon:${address}`,
    metadata: {
      name: `Badge ${at}`,
      image: 'data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7',
    },
  }))
  const minted = await core.call('POST', '/api/2022-06-09/collections/default-polygon/nfts', { nfts })
  expect(minted.status).toBe(200)
  const path = `/api/2022-06-09/wallets/polygon:${address}/nfts?perPage=100`
  const held = async () => listed.parse(await (await core.call('GET', path)).json())
  await expect.poll(async () => (await held()).length, { timeout: 120_000 }).toBe(70)

  // As if one came before all others between the two requests: the last of the first page is the first of the second one, too.
  const last = (await held())[59]
  await page.route('**/wallets/*/nfts?page=2*', async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, json: [last, ...listed.parse(await response.json())] })
  })
  await core.enter(page)
  await page.getByRole('link', { name: 'Wallets' }).click()
  await page.getByRole('textbox', { name: /^Address, full id of an NFT/ }).fill(`polygon:${address}`)
  await page.keyboard.press('Enter')
  await expect(page.getByText('60 NFTs so far')).toBeVisible()
  await page.getByRole('button', { name: 'Show more' }).click()
  await expect(page.getByText('70 NFTs', { exact: true })).toBeVisible()
})
