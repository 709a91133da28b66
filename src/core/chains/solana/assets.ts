import {
  getMetadataAccountDataSerializer,
  type MetadataAccountData,
  TokenStandard,
} from '@metaplex-foundation/mpl-token-metadata'
import { isNone, isSome } from '@metaplex-foundation/umi'
import { base58 } from '@scure/base'
import type { LRUCache } from 'lru-cache'
import type { z } from 'zod'
import type { AssetsClient, ChainAsset } from '../family/assets.ts'
import { assetHead, readAsset, readCollectionName } from './core-assets.ts'
import { coreProgram } from './instructions/core-instructions.ts'
import { metadataInMint } from './mint-metadata.ts'
import { accountsAnswer, ownedAnswer, programAnswer } from './rpc/answers.ts'
import type { SolanaRpc } from './rpc/rpc.ts'
import { provedLeaves, treeChanges } from './trees/claimed-leaves.ts'

export interface AssetsOptions {
  rpc(): Promise<SolanaRpc>
  metadataOf(mint: string): string
  /** Whether `getProgramAccounts` can be used: public nodes refuse it; a practice network is small. */
  searchable: boolean
  /** Cache of what mints are; null: no NFT. */
  described: LRUCache<string, { asset: ChainAsset | null }>
}

type Account = z.infer<typeof accountsAnswer>['value'][number]

const token2022 = 'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb'
const tokenPrograms = ['TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA', token2022]
const metadataProgram = 'metaqbxxUerdq28cj1RbAWkYQm3ybzjb6a8bt518x1s'
/** A token account of either program: mint, owner, amount; then further fields. */
const tokenAccount = { amountAt: 64, bytes: 72 } as const
/** A mint: authority (36 bytes), supply (8), decimals (1); then further fields. */
const mint = { supplyAt: 36, decimalsAt: 44, bytes: 45 } as const
const addressBytes = 32
/** Solana's own: accounts in one answer. */
const atOnce = 100
const confirmed = { encoding: 'base64', commitment: 'confirmed' } as const

/** NFTs that are mints with metadata, by Token Metadata or in the mint itself (Token-2022), and Core assets; see `AssetsClient`. */
export function assetsClient({ rpc, metadataOf, searchable, described }: AssetsOptions): AssetsClient {
  const read = async (addresses: readonly string[], slice?: { offset: number; length: number }): Promise<Account[]> => {
    const node = await rpc()
    const found: Account[] = []
    for (let from = 0; from < addresses.length; from += atOnce) {
      const options = slice ? { ...confirmed, dataSlice: slice } : confirmed
      const part = addresses.slice(from, from + atOnce)
      found.push(...(await node.call('getMultipleAccounts', [part, options], accountsAnswer)).value)
    }
    return found
  }
  return {
    whole: searchable,
    // Two calls for a hundred of them.
    lookedBeside: 1_000,
    async heldBy(holder) {
      const node = await rpc()
      const held: string[] = []
      const slice = { ...confirmed, dataSlice: { offset: 0, length: tokenAccount.bytes } }
      for (const programId of tokenPrograms) {
        const { value } = await node.call('getTokenAccountsByOwner', [holder, { programId }, slice], ownedAnswer)
        for (const { account } of value) {
          const data = Buffer.from(account.data[0], 'base64')
          if (data.length < tokenAccount.bytes || data.readBigUInt64LE(tokenAccount.amountAt) !== 1n) continue
          held.push(base58.encode(data.subarray(0, addressBytes)))
        }
      }
      if (!searchable) return held
      const filters = [
        { memcmp: { offset: 0, bytes: base58.encode(Uint8Array.of(assetHead.key)) } },
        { memcmp: { offset: assetHead.ownerAt, bytes: holder } },
      ]
      const nothing = { ...confirmed, dataSlice: { offset: 0, length: 0 } }
      const found = await node.call('getProgramAccounts', [coreProgram, { ...nothing, filters }], programAnswer)
      return [...held, ...found.map(({ pubkey }) => pubkey)]
    },
    async described(addresses) {
      const fresh = addresses.filter((address) => !described.has(address))
      const [accounts, metadata] = [await read(fresh), await read(fresh.map(metadataOf))]
      const found = new Map<string, ChainAsset | null>()
      for (const [place, address] of fresh.entries()) {
        const account = accounts[place] ?? null
        const core = readAsset(account)
        // Not cached: a Core asset's account names its holder, which changes.
        if (core) found.set(address, assetOf(address, { ...core, holder: core.owner }))
        else
          described.set(address, { asset: isOne(account) ? mintOf(address, account, metadata[place] ?? null) : null })
      }
      return addresses.map((address) => found.get(address) ?? described.get(address)?.asset ?? null)
    },
    knownAs: (address) => described.get(address)?.asset,
    async collectionNames(collections) {
      const [accounts, metadata] = [await read(collections), await read(collections.map(metadataOf))]
      return collections.map(
        (address, place) =>
          readCollectionName(accounts[place] ?? null) ??
          mintOf(address, accounts[place] ?? null, metadata[place] ?? null)?.name ??
          '',
      )
    },
    treeChanges: async (trees) => treeChanges(await rpc(), trees),
    proved: async (claims) => provedLeaves(await rpc(), claims),
  }
}

function assetOf(address: string, { name, uri, collection, holder }: Omit<ChainAsset, 'address'>): ChainAsset {
  return { address, name: plain(name), uri: plain(uri), collection, holder }
}

/** Whether a mint has a supply of one indivisible unit. */
function isOne(account: Account): boolean {
  if (account === null || !tokenPrograms.includes(account.owner)) return false
  const data = Buffer.from(account.data[0], 'base64')
  return data.length >= mint.bytes && data.readBigUInt64LE(mint.supplyAt) === 1n && data[mint.decimalsAt] === 0
}

/** A mint's metadata: in Token Metadata, else in the mint. Null if there is none, or the token is fungible. */
function mintOf(address: string, account: Account, metadata: Account): ChainAsset | null {
  if (metadata?.owner === metadataProgram) return tokenOf(address, metadata)
  if (account?.owner !== token2022) return null
  const own = metadataInMint(address, Buffer.from(account.data[0], 'base64'))
  return own && assetOf(address, { ...own, collection: own.group, holder: null })
}

/** A mint's metadata in Token Metadata; null if there is none, or the token is fungible. */
function tokenOf(address: string, account: Account): ChainAsset | null {
  if (account?.owner !== metadataProgram) return null
  const data = Buffer.from(account.data[0], 'base64')
  // Metadata of a burnt NFT is an account of one byte.
  if (data.length <= 1) return null
  const metadata = metadataIn(data)
  if (metadata === null) return null
  const { name, uri, collection, tokenStandard } = metadata
  if (isSome(tokenStandard) && fungible.has(tokenStandard.value)) return null
  const verified = isNone(collection) || !collection.value.verified ? null : collection.value.key
  return assetOf(address, { name, uri, collection: verified, holder: null })
}

/** Null for a form that a later version of the program may write: one such NFT must not fail the whole list. */
export function metadataIn(data: Uint8Array): MetadataAccountData | null {
  try {
    return getMetadataAccountDataSerializer().deserialize(data)[0]
  } catch {
    return null
  }
}

const fungible: ReadonlySet<TokenStandard> = new Set([TokenStandard.Fungible, TokenStandard.FungibleAsset])

/** Without the zeros with which older programs pad texts. */
function plain(text: string): string {
  return text.replace(/\0+$/, '').trim()
}
