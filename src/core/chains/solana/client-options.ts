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
  /** The network's RPC as it is reached now; brings a practice network up. */
  rpc(): Promise<SolanaRpc>
  treasury(projectIndex: number): SolanaAccount
  /** See `ChainClient.names`. */
  names?: NamesClient
  /** The key of something that is made once (`keyNames`). */
  named(projectIndex: number, name: string): SolanaAccount
  /** A user's wallet. */
  user(projectIndex: number, owner: NonNullable<WalletOwner>): SolanaAccount
  /** Practice networks only: gives so many lamports. */
  give?: ((address: string, lamports: bigint) => Promise<void>) | undefined
  pollMs?: number | undefined
  /** See `ChainClient.blockMs`. */
  blockMs?: number | undefined
  /** Blocks after which the same bytes go out again while they are in none; absent: the journal's own. */
  resendAfter?: number | undefined
  /** Binds a look to one node; absent where there is only one. */
  pin?: (() => Promise<PinnedRpc<SolanaRpc>>) | undefined
  /** The nodes that are sent to, one after the other while the answer is unclear; absent where there is only one. */
  senders?: (() => Promise<readonly SolanaRpc[]>) | undefined
  /** Another node that is up, by which the bound one's word about what is final is checked. */
  other?: (() => Promise<SolanaRpc | null>) | undefined
  /** See `ChainClient.witnesses`. */
  witnesses?: Witnesses | undefined
  /** What looks have in common; its own where absent. */
  memory?: ClientMemory | undefined
}

/** What a client learnt that holds for whichever node answers. */
export interface ClientMemory {
  preparer: Preparer
  builders: Map<number, Builders>
  measures: Map<string, Measure>
  rents: LRUCache<number, Promise<bigint>>
  /** What strangers' mints were found to be. */
  described: LRUCache<string, { asset: ChainAsset | null }>
  blockhash: { hash: Uint8Array; validUntil: number; at: number } | undefined
}

/** Ours: the rent of an account is taken for known so long, ms; it has not changed in years. */
const rentMs = 60_000
/** Ours: so are names and addresses of metadata that strangers' mints have. */
const describedMs = 60_000

export const newMemory = (): ClientMemory => ({
  ...{ preparer: createPreparer(), builders: new Map(), measures: new Map(), blockhash: undefined },
  rents: new LRUCache({ max: 100, ttl: rentMs }),
  described: new LRUCache({ max: 20_000, ttl: describedMs }),
})
