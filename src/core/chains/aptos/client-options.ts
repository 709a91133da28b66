import { LRUCache } from 'lru-cache'
import type { AptosChain } from '../../../shared/chains.ts'
import type { Witnesses } from '../family/family.ts'
import type { NamesClient } from '../family/names.ts'
import type { Limits } from '../family/transactions.ts'
import type { WalletOwner } from '../family/wallet-owner.ts'
import type { PinnedRpc } from '../rpc/pool.ts'
import type { AptosAccount } from './key-pair.ts'
import type { AptosRpc } from './rpc/rpc.ts'

export interface AptosClientOptions {
  chain: AptosChain
  /** `practice:aptos` */
  network: string
  chainId: number
  confirmations: number
  limits: Limits
  /** The network's RPC at its current address; starts a practice network. */
  rpc(): Promise<AptosRpc>
  treasury(projectIndex: number): AptosAccount
  /** A user's wallet. */
  user(projectIndex: number, owner: NonNullable<WalletOwner>): AptosAccount
  /** Gives an address octas; practice networks only. */
  give?: ((address: string, octas: bigint) => Promise<void>) | undefined
  /** What an account holds now, if the network's own indexer never lags; absent: only external indexers know. */
  heldBy?: ((holder: string) => Promise<string[]>) | undefined
  /** See `ChainClient.names`. */
  names?: NamesClient
  pollMs?: number | undefined
  /** See `ChainClient.blockMs`. */
  blockMs?: number | undefined
  /** See `ChainClient.headsPerBlock`. */
  headsPerBlock?: number | undefined
  /** See `ChainClient.busy`; absent: the network makes blocks by itself. */
  busy?: (() => () => void) | undefined
  /** Binds an observation to one node; absent if there is only one. */
  pin?: (() => Promise<PinnedRpc<AptosRpc>>) | undefined
  /** The nodes to send to, one after the other while the answer is unclear; absent if there is only one. */
  senders?: (() => Promise<readonly AptosRpc[]>) | undefined
  /** See `ChainClient.witnesses`. */
  witnesses?: Witnesses | undefined
  /** Memory that observations share; absent: the client makes its own. */
  memory?: ClientMemory | undefined
}

/** What a client has learnt, independent of the node that answered. */
export interface ClientMemory {
  /** Names of collections by their address: they never change. */
  names: LRUCache<string, string>
  /** Sender and sequence of known transactions, by hash, so that those of one account can be read together. */
  sent: LRUCache<string, { sender: string; sequence: number }>
}

export const newMemory = (): ClientMemory => ({
  names: new LRUCache({ max: 1_000 }),
  sent: new LRUCache({ max: 10_000 }),
})
