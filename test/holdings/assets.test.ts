import { getMetadataAccountDataSerializer, TokenStandard } from '@metaplex-foundation/mpl-token-metadata'
import { none, publicKey, some } from '@metaplex-foundation/umi'
import { base58 } from '@scure/base'
import { LRUCache } from 'lru-cache'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { z } from 'zod'
import type { ChainClient } from '../../src/core/chains/family/family.ts'
import { assetsClient } from '../../src/core/chains/solana/assets.ts'
import { coreProgram } from '../../src/core/chains/solana/instructions/core-instructions.ts'
import type { SolanaRpc } from '../../src/core/chains/solana/rpc/rpc.ts'
import { type AssetKey, type AssetsQuery, listAssets } from '../../src/core/holdings/assets.ts'
import type { LeafStanding } from '../../src/core/holdings/prove-leaves.ts'
import type { ProviderAsset } from '../../src/core/holdings/providers/provider.ts'
import type { OpenStore } from '../../src/core/store/sqlite/open.ts'
import { openKeyring } from '../../src/core/wallets/keyring.ts'
import { temporaryFolder } from '../minting/simulated/world.ts'
import { openFreshStore } from '../store/fresh-store.ts'
import { madeWithToken2022 } from './token-2022.ts'

/** Addresses in an order of their own. */
const key = (n: number) => base58.encode(new Uint8Array(32).fill(n))
const holder = key(200)
const hats = key(201)
const tokenProgram = 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA'
const token2022 = 'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb'
const metadataProgram = 'metaqbxxUerdq28cj1RbAWkYQm3ybzjb6a8bt518x1s'
const metadataOf = (mint: string) => `metadata ${mint}`

/** A node that knows these accounts, and answers as docs.solana.com has it; what was asked of it. */
function node() {
  const accounts = new Map<string, { owner: string; data: Buffer }>()
  const held: { program: string; data: Buffer }[] = []
  const asked: string[] = []
  const raw = (data: Buffer, options: unknown) => {
    const slice = (options as { dataSlice?: { offset: number; length: number } }).dataSlice
    return [(slice ? data.subarray(slice.offset, slice.offset + slice.length) : data).toString('base64'), 'base64']
  }
  const answer = (method: string, [what, second, third]: readonly unknown[]): unknown => {
    asked.push(method)
    const context = { slot: 1 }
    if (method === 'getTokenAccountsByOwner') {
      const { programId } = second as { programId: string }
      const mine = held.filter(({ program }) => program === programId)
      return { context, value: mine.map(({ data }) => ({ pubkey: key(1), account: { data: raw(data, third) } })) }
    }
    const value = (what as string[]).map((address) => {
      const account = accounts.get(address)
      return account ? { lamports: 1, owner: account.owner, data: raw(account.data, second) } : null
    })
    expect(value.length).toBeLessThanOrEqual(100)
    return { context, value }
  }
  const rpc: SolanaRpc = {
    call: async <Schema extends z.ZodType>(method: string, params: readonly unknown[], schema: Schema) =>
      schema.parse(answer(method, params)),
    many: async () => [],
  }
  return { rpc, accounts, held, asked }
}
type Node = ReturnType<typeof node>

interface Minted {
  amount?: bigint
  supply?: bigint
  decimals?: number
  frozen?: boolean
  program?: string
  /** Null: it has no metadata. */
  standard?: TokenStandard | null
  /** Of a collection that says so too. */
  verified?: boolean
}

/** Puts a mint, its metadata and the holder's account of it onto the chain. */
function mint({ accounts, held }: Node, address: string, minted: Minted = {}): void {
  const { amount = 1n, supply = 1n, decimals = 0, frozen = false, program = tokenProgram } = minted
  const account = Buffer.alloc(165)
  account.set(base58.decode(address), 0)
  account.set(base58.decode(holder), 32)
  account.writeBigUInt64LE(amount, 64)
  account[108] = frozen ? 2 : 1
  held.push({ program, data: account })
  const data = Buffer.alloc(82)
  data.writeBigUInt64LE(supply, 36)
  data[44] = decimals
  accounts.set(address, { owner: program, data })
  const { standard = TokenStandard.NonFungible, verified = true } = minted
  if (standard !== null) tell(accounts, address, `NFT ${address.slice(0, 4)}\0\0\0`, standard, verified)
}

function tell(
  accounts: Node['accounts'],
  address: string,
  name: string,
  standard: TokenStandard,
  verified: boolean,
): void {
  const data = getMetadataAccountDataSerializer().serialize({
    ...{ updateAuthority: publicKey(key(2)), mint: publicKey(address), name, symbol: 'N' },
    ...{ uri: `https://example.com/${address}.json\0\0`, sellerFeeBasisPoints: 0, creators: none() },
    ...{ primarySaleHappened: false, isMutable: true, editionNonce: none(), tokenStandard: some(standard) },
    ...{ collection: some({ key: publicKey(hats), verified }), uses: none(), collectionDetails: none() },
    programmableConfig: none(),
  })
  accounts.set(metadataOf(address), { owner: metadataProgram, data: Buffer.from(data) })
}

/** Puts a Core asset without a collection onto the chain. */
function core({ accounts }: Node, address: string, owner: string): void {
  const text = (words: string) => {
    const bytes = Buffer.from(words)
    const length = Buffer.alloc(4)
    length.writeUInt32LE(bytes.length)
    return Buffer.concat([length, bytes])
  }
  const data = Buffer.concat([
    Buffer.of(1),
    base58.decode(owner),
    Buffer.of(0),
    text('A core'),
    text('ar://core'),
    Buffer.of(0),
  ])
  accounts.set(address, { owner: coreProgram, data })
}

const assetsOf = ({ rpc }: Node) =>
  assetsClient({ rpc: async () => rpc, metadataOf, searchable: false, described: new LRUCache({ max: 10_000 }) })

let store: OpenStore
beforeEach(async () => {
  store = await openFreshStore(`${await temporaryFolder()}/mintdesk.db`)
})
afterEach(() => store.close())

const told = (address: string, compressed: boolean): ProviderAsset => ({
  ...{ address, compressed, name: `Told ${address.slice(0, 4)}`, uri: 'https://example.com/told.json' },
  collectionName: 'Told',
})

/** What a live wallet is said to hold, and of what of that in trees what was found. */
function list(
  on: Node,
  query: Partial<AssetsQuery> = {},
  said?: readonly ProviderAsset[],
  prove: (address: string) => LeafStanding = () => 'held',
  assets = assetsOf(on),
) {
  const client = { network: 'live:solana', assets } as unknown as ChainClient
  client.observe = (read) => read(client)
  return listAssets(
    {
      db: store.db,
      chains: { reader: async () => client },
      ...(said && { askProvider: async () => ({ assets: said, complete: true, notes: [] }) }),
      proveLeaves: async (_wallet, _assets, leaves) => {
        on.asked.push(`proofs of ${leaves.length}`)
        return { standing: new Map(leaves.map((one) => [one, prove(one)])), notes: [] }
      },
    },
    { kind: 'live', chain: 'solana', address: holder },
    { offset: 0, limit: 100, ...query },
  )
}
const addresses = async (listed: ReturnType<typeof list>) =>
  (await listed).assets.map((one) => ('collectionName' in one ? one.address : one.token_address))

describe('what a wallet on Solana holds of strangers’', () => {
  it('is read from its token accounts, with names and addresses as they stand on chain', async () => {
    const on = node()
    mint(on, key(10))
    mint(on, key(11), { program: token2022, verified: false })
    tell(on.accounts, hats, 'Hats', TokenStandard.NonFungible, false)
    expect(await list(on)).toEqual({
      assets: [
        {
          address: key(10),
          name: `NFT ${key(10).slice(0, 4)}`,
          uri: `https://example.com/${key(10)}.json`,
          collectionName: 'Hats',
        },
        {
          address: key(11),
          name: `NFT ${key(11).slice(0, 4)}`,
          uri: `https://example.com/${key(11)}.json`,
          collectionName: '',
        },
      ],
      next: null,
      total: 2,
      coverage: 'own',
      notes: ['Compressed NFTs and Core assets of others are listed where a DAS provider is set.'],
    })
  })

  it('has nothing that is fungible, divisible, gone, or that nothing says what it is', async () => {
    const on = node()
    mint(on, key(10), { amount: 0n })
    mint(on, key(11), { amount: 2n, supply: 2n })
    mint(on, key(12), { supply: 2n })
    mint(on, key(13), { decimals: 6 })
    mint(on, key(14), { standard: TokenStandard.FungibleAsset })
    mint(on, key(15), { standard: null })
    mint(on, key(17))
    on.accounts.set(metadataOf(key(17)), { owner: metadataProgram, data: Buffer.from('not what it should be') })
    mint(on, key(18), { standard: TokenStandard.NonFungibleEdition })
    const listed = list(on)
    expect(await addresses(listed)).toEqual([key(18)])
  })

  it('has programmable NFTs, whose accounts are always frozen', async () => {
    const on = node()
    mint(on, key(10), { frozen: true, standard: TokenStandard.ProgrammableNonFungible })
    expect(await addresses(list(on))).toEqual([key(10)])
  })

  it('has NFTs of Token-2022 that only their mints tell of, as that program makes them', async () => {
    const { solana } = await openKeyring('test test test test test test test test test test test junk')
    const [badge, group, elsewhere, silent] = ['badge', 'group', 'elsewhere', 'silent'].map((name) =>
      solana.named(0, name),
    )
    if (!badge || !group || !elsewhere || !silent) throw new Error('no keys')
    const metadata = { name: 'Badge', uri: 'ar://badge' }
    const made = madeWithToken2022(solana.treasury(0), holder, [
      { mint: group, pointsTo: group.address, metadata: { name: 'Badges', uri: '' }, group: group.address },
      { mint: badge, pointsTo: badge.address, metadata, group: group.address },
      // Its mint says that what is true of it stands in another account.
      { mint: elsewhere, pointsTo: key(3), metadata: null },
      { mint: silent, pointsTo: silent.address, metadata: null },
    ])
    const on = node()
    for (const [address, { data }] of made.accounts)
      on.accounts.set(address, { owner: token2022, data: Buffer.from(data) })
    for (const { data } of made.held) on.held.push({ program: token2022, data: Buffer.from(data) })
    const { assets } = await list(on, { addresses: [badge, elsewhere, silent].map(({ address }) => address) })
    expect(assets).toEqual([{ address: badge.address, ...metadata, collectionName: 'Badges' }])
  })

  it('is what the chain confirms of what a provider says', async () => {
    const on = node()
    mint(on, key(12))
    core(on, key(10), holder)
    core(on, key(11), key(3))
    // Somebody else's, as the chain has it.
    tell(on.accounts, key(14), 'Elsewhere', TokenStandard.NonFungible, true)
    const elsewhere = Buffer.alloc(82)
    elsewhere.writeBigUInt64LE(1n, 36)
    on.accounts.set(key(14), { owner: tokenProgram, data: elsewhere })
    const said = [
      told(key(12), false),
      told(key(10), false),
      told(key(11), false),
      told(key(13), true),
      told(key(14), false),
    ]
    const listed = list(on, {}, said)
    expect(await listed).toMatchObject({ total: 3, coverage: 'provider', notes: [] })
    expect((await listed).assets).toMatchObject([
      { address: key(10), name: 'A core', uri: 'ar://core' },
      { address: key(12), name: `NFT ${key(12).slice(0, 4)}` },
      { address: key(13), name: `Told ${key(13).slice(0, 4)}`, collectionName: 'Told' },
    ])
  })

  it('has of NFTs in trees only what was proved, a page at a time, each gap filled by what comes behind', async () => {
    const on = node()
    const leaves = Array.from({ length: 9 }, (_, n) => key(20 + n)).sort()
    const [held, elsewhere, unproved, second, third, unsure] = leaves
    const found = new Map<string | undefined, LeafStanding>([
      [elsewhere, 'elsewhere'],
      [unproved, 'unproved'],
      [unsure, 'unsure'],
    ])
    const said = leaves.map((one) => told(one, true))
    const prove = (address: string) => found.get(address) ?? 'held'
    const first = list(on, { limit: 3 }, said, prove)
    expect(await addresses(first)).toEqual([held, second, third])
    expect(await first).toMatchObject({
      ...{ total: 7, coverage: 'provider' },
      notes: ['Left out: 1 compressed NFT that the provider lists, since their trees do not hold what it says.'],
    })
    expect(on.asked.filter((one) => one.startsWith('proofs'))).toEqual(['proofs of 3', 'proofs of 2'])
    const open = list(on, { offset: 3, limit: 6 }, said, (one) => (one === unsure ? 'unsure' : 'held'))
    expect((await addresses(open)).length).toBe(5)
    expect(await open).toMatchObject({
      ...{ total: 9, coverage: 'own' },
      notes: ['Left out: 1 compressed NFT of this page, since no proof was had in time; ask again.'],
    })
  })

  it('has more than a thousand tokens, of which those of other pages count until they are looked at', async () => {
    const on = node()
    const all = Array.from({ length: 1_250 }, (_, n) => base58.encode(Buffer.alloc(32, `token ${n} of many`))).sort()
    // One for all: to write it takes longer than to read it.
    mint(on, key(9))
    on.held.pop()
    const metadata = on.accounts.get(metadataOf(key(9)))
    if (!metadata) throw new Error('no metadata')
    for (const address of all) {
      // No NFTs: the second of all, and one behind those that are looked at with the first page.
      mint(on, address, { standard: null, decimals: address === all[1] || address === all[1_203] ? 6 : 0 })
      on.accounts.set(metadataOf(address), metadata)
    }
    const assets = assetsOf(on)
    const first = list(on, { limit: 100 }, undefined, undefined, assets)
    expect(await first).toMatchObject({
      total: 1_249,
      notes: [
        'Of 1,250 tokens in this wallet 150 were not looked at yet: they count as NFTs until their page is asked for.',
        expect.any(String),
      ],
    })
    const rest = list(on, { offset: 1_100, limit: 200 }, undefined, undefined, assets)
    expect((await addresses(first)).concat(await addresses(rest))).toEqual([
      ...[all[0], ...all.slice(2, 101)],
      ...all.slice(1_101).filter((one) => one !== all[1_203]),
    ])
    expect(await rest).toMatchObject({ total: 1_248, notes: [expect.stringContaining('DAS provider')] })
  })

  it('comes in pages that fit together, by address, and is filtered by it', async () => {
    const on = node()
    const all = Array.from({ length: 150 }, (_, n) => key(20 + n)).sort()
    for (const address of all.toReversed()) mint(on, address)
    const pages = await Promise.all([0, 60, 120].map((offset) => addresses(list(on, { offset, limit: 60 }))))
    expect(pages.flat()).toEqual(all)
    const behind: (string | null)[][] = []
    for (let next: AssetKey | null = { address: '' }; next !== null; ) {
      const page = list(on, { after: next, limit: 60 })
      behind.push(await addresses(page))
      next = (await page).next
    }
    expect(behind).toEqual(pages)
    expect(await addresses(list(on, { addresses: [key(21), key(3)] }))).toEqual([key(21)])
    expect(await addresses(list(on, { addresses: [] }))).toEqual([])
  })

  it('is nothing on a practice network that was never used, which is not started to say so', async () => {
    const chains = { reader: async () => Promise.reject(new Error('it was started')) }
    const wallet = { kind: 'practice', chain: 'solana', address: holder } as const
    expect(await listAssets({ db: store.db, chains }, wallet, { offset: 0, limit: 20 })).toEqual({
      ...{ assets: [], next: null, total: 0, coverage: 'full', notes: [] },
    })
  })

  it('is not asked for again for each page', async () => {
    const on = node()
    for (let n = 0; n < 150; n++) mint(on, key(20 + n))
    const assets = assetsOf(on)
    const held = await assets.heldBy(holder)
    const first = await assets.described(held)
    const calls = on.asked.length
    expect(await assets.described(held)).toEqual(first)
    expect([calls, on.asked.length]).toEqual([6, 6])
  })
})
