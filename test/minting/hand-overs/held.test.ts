/** What a wallet holds, read page by page while it is changed. */
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { ChainClient } from '../../../src/core/chains/family/family.ts'
import { walletReader } from '../../../src/core/minting/hand-overs/held.ts'
import { blockUnknown, listSightings, suggestSightings } from '../../../src/core/store/holdings/sightings.ts'
import { firstProject } from '../../../src/core/store/installation/projects.ts'
import { openStore, type Store } from '../../../src/core/store/sqlite/open.ts'
import type { ChainName } from '../../../src/shared/chains.ts'
import { familyOf } from '../../../src/shared/families.ts'
import { simulatedChain } from '../simulated/chain.ts'
import { simulatedChains } from '../simulated/client.ts'
import { temporaryFolder } from '../simulated/world.ts'

let db: Store
let close: () => Promise<void>
beforeEach(async () => {
  ;({ db, close } = openStore(join(await temporaryFolder(), 'mintdesk.db')))
})
afterEach(() => close())

const nothingSaid = { coverage: 'full' as const, notes: [] }
const address = (number: number): string => `0x${number.toString(16).padStart(64, '0')}`
const contract = `0x${'c0'.repeat(20)}`

/** A wallet of so many NFTs, of which the first leaves after each page that is read. */
function leavingOne(count: number) {
  let held = Array.from({ length: count }, (_, place) => place + 1)
  const page = (start: { after: number } | { offset: number }, limit: number) => {
    const from = 'after' in start ? held.filter((one) => one <= start.after).length : start.offset
    const some = held.slice(from, from + limit)
    const next = from + limit < held.length ? (some.at(-1) ?? null) : null
    const total = held.length
    held = held.slice(1)
    return { some, next, total }
  }
  return page
}

async function readAll(
  chain: ChainName,
  page: ReturnType<typeof leavingOne>,
  tokens?: Parameters<typeof walletReader>[0]['holdings']['tokens'],
) {
  const simulated = await simulatedChains(simulatedChain({ confirmations: 1 })).client('practice', 'polygon')
  const client: ChainClient = {
    ...simulated,
    chain,
    family: familyOf(chain),
    transfers: {
      holderSends: familyOf(chain).tokenIds,
      standing: async () => ({ kind: 'nft', standard: 'addressed', held: 1n }),
      madeBy: async () => null,
    },
  }
  const read = walletReader(
    {
      db,
      chains: { client: async () => client },
      holdings: {
        async tokens(wallet, query) {
          if (tokens) return await tokens(wallet, query)
          const start = 'after' in query ? { after: Number(query.after.tokenId) } : { offset: query.offset }
          const { some, next } = page(start, query.limit)
          return {
            ...nothingSaid,
            tokens: some.map((one) => ({ contract, tokenId: String(one), standard: 'erc-721', quantity: '1' })),
            next: next === null ? null : { block: 1, tokenId: String(next), contract },
          }
        },
        async assets(_wallet, query) {
          if ('after' in query && !('address' in query.after)) throw new Error('there are no mints of ours')
          const start =
            'after' in query && 'address' in query.after
              ? { after: Number(query.after.address) }
              : { offset: 'offset' in query ? query.offset : 0 }
          const { some, next, total } = page(start, query.limit)
          return {
            ...nothingSaid,
            total,
            assets: some.map((one) => ({ address: address(one), name: '', uri: '', collectionName: '' })),
            next: next === null ? null : { address: address(next) },
          }
        },
      },
    },
    await firstProject(db, 1),
    { chains: [chain], collections: [] },
  )
  return await read(chain, address(0xa))
}

it.each(['polygon', 'aptos'] as const)(
  'is read whole though an NFT leaves it between two pages: on %s',
  async (chain) => {
    const count = 1_501
    const { nfts } = await readAll(chain, leavingOne(count))
    expect(nfts.map((nft) => Number(nft.tokenId || nft.contract))).toEqual(
      Array.from({ length: count }, (_, place) => place + 1),
    )
  },
)

it('is read whole though it is learned between two pages when the wallet got its NFTs, which a provider does not say', async () => {
  const count = 1_501
  const wallet = address(0xa)
  const tell = (block: number) =>
    suggestSightings(
      db,
      'live:polygon',
      wallet,
      Array.from({ length: count }, (_, place) => ({
        contract,
        tokenId: String(place + 1),
        standard: 'erc-721',
        block,
      })),
    )
  await tell(blockUnknown)
  const { nfts } = await readAll('polygon', leavingOne(0), async (_wallet, { limit, ...start }) => {
    const rows = await listSightings(db, 'live:polygon', wallet, {}, limit + 1, start)
    const tokens = rows.slice(0, limit)
    await tell(7)
    const last = rows.length > limit ? tokens.at(-1) : undefined
    const next = last ? { block: last.block, tokenId: last.tokenId, contract } : null
    return { ...nothingSaid, next, tokens: tokens.map((one) => ({ ...one, standard: 'erc-721', quantity: '1' })) }
  })
  expect(nfts.map(({ tokenId }) => Number(tokenId))).toEqual(Array.from({ length: count }, (_, place) => place + 1))
})
