import { expect, it } from 'vitest'
import { nftsOf } from '../../src/cli/commands/wallet.ts'

const locator = (id: number) => `solana:${id}`
const nft = (id: number, collection: string) => ({
  chain: 'solana',
  mintHash: String(id),
  locator: locator(id),
  metadata: {
    attributes: [],
    collection: { name: collection, description: '', image: '' },
    ...{ description: '', image: '', animation_url: '', name: String(id) },
  },
})
const ids = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, at) => from + at)

it('an NFT that is on two pages, because the list moved between them, is listed once, as it was last', async () => {
  const lists = [ids(1, 150), [0, ...ids(1, 150)]]
  const asked = {
    async walletNfts(_locator: string, page: number, perPage: number) {
      const now = (lists[page - 1] ?? []).map((id) => nft(id, page === 1 ? 'first' : 'later'))
      return { nfts: now.slice((page - 1) * perPage, page * perPage), coverage: 'full' as const, note: null }
    },
  }
  const { nfts } = await nftsOf(asked, 'solana:x', Number.POSITIVE_INFINITY)
  expect(nfts.map((one) => one.locator)).toEqual(ids(1, 150).map(locator))
  expect(nfts[99]?.metadata.collection.name).toBe('later')
})
