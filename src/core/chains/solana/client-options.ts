import { LRUCache } from 'lru-cache'
import type { SolanaChain } from '../../../shared/chains.ts'
import type { ChainAsset } from '../family/assets.ts'
import type { Witnesses } from '../family/family.ts'
import type { NamesClient } from '../family/names.ts'
import type { Limits } from '../family/transactions.ts'
import type { WalletOwner } from '../family/wallet-owner.ts'
import type { PinnedRpc } from '../rpc/pool.ts'
import type { Builders } from './instructions/builders.ts'
import type { SolanaAccount } from './key-pair.ts'
import type { SolanaRpc } from './rpc/rpc.ts'
import type { Measure } from './transactions/fit.ts'
import { createPreparer, type Preparer } from './transactions/prepare.ts'

export interface SolanaClientOptions {
  /** `solana` where absent. */
  chain?: SolanaChain | undefined
  /** `practice:solana` */
  network: string
  confirmations: number
  limits: Limits
  clock(): number
  /** The network's RPC at its current address; starts a practice network. */
  rpc(): Promise<SolanaRpc>
  treasury(projectIndex: number): SolanaAccount
  /** See `ChainClient.names`. */
  names?: NamesClient
  /** The key that follows from a name of `keyNames`. */
  named(projectIndex: number, name: string): SolanaAccount
  /** A user's wallet. */
  user(projectIndex: number, owner: NonNullable<WalletOwner>): SolanaAccount
  /** Gives an address lamports; practice networks only. */
  give?: ((address: string, lamports: bigint) => Promise<void>) | undefined
  pollMs?: number | undefined
  /** See `ChainClient.blockMs`. */
  blockMs?: number | undefined
  /** Blocks after which bytes that no block holds are sent again; absent: the journal's own number. */
  resendAfter?: number | undefined
  /** Binds an observation to one node; absent if there is only one. */
  pin?: (() => Promise<PinnedRpc<SolanaRpc>>) | undefined
  /** The nodes to send to, one after the other while the answer is unclear; absent if there is only one. */
  senders?: (() => Promise<readonly SolanaRpc[]>) | undefined
  /** Another node that is up, to check what the bound one calls final. */
  other?: (() => Promise<SolanaRpc | null>) | undefined
  /** See `ChainClient.witnesses`. */
  witnesses?: Witnesses | undefined
  /** Memory that observations share; absent: the client makes its own. */
  memory?: ClientMemory | undefined
}

/** What a client has learnt, independent of the node that answered. */
export interface ClientMemory {
  preparer: Preparer
  builders: Map<number, Builders>
  measures: Map<string, Measure>
  rents: LRUCache<number, Promise<bigint>>
  /** Cache of what other people's mints are; null: no NFT. */
  described: LRUCache<string, { asset: ChainAsset | null }>
  blockhash: { hash: Uint8Array; validUntil: number; at: number } | undefined
}

/** Ours, ms: how long the rent of an account is cached; it has not changed in years. */
const rentMs = 60_000
/** Ours, ms: how long name and metadata URI of other people's mints are cached. */
const describedMs = 60_000

export const newMemory = (): ClientMemory => ({
  ...{ preparer: createPreparer(), builders: new Map(), measures: new Map(), blockhash: undefined },
  rents: new LRUCache({ max: 100, ttl: rentMs }),
  described: new LRUCache({ max: 20_000, ttl: describedMs }),
})
