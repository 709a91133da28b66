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
  /** The network's RPC as it is reached now; brings a practice network up. */
  rpc(): Promise<AptosRpc>
  treasury(projectIndex: number): AptosAccount
  /** A user's wallet. */
  user(projectIndex: number, owner: NonNullable<WalletOwner>): AptosAccount
  /** Practice networks only: gives so many octas. */
  give?: ((address: string, octas: bigint) => Promise<void>) | undefined
  /** What an account holds now, where the network's own indexer is never behind; absent: only others know. */
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
  /** Binds a look to one node; absent where there is only one. */
  pin?: (() => Promise<PinnedRpc<AptosRpc>>) | undefined
  /** The nodes that are sent to, one after the other while the answer is unclear; absent where there is only one. */
  senders?: (() => Promise<readonly AptosRpc[]>) | undefined
  /** See `ChainClient.witnesses`. */
  witnesses?: Witnesses | undefined
  /** What looks have in common; its own where absent. */
  memory?: ClientMemory | undefined
}

/** What a client learnt that holds for whichever node answers. */
export interface ClientMemory {
  /** Names of collections by their address: they never change. */
  names: LRUCache<string, string>
  /** Who signed a transaction that was sent here, and under which sequence: those of one account are asked for together. */
  sent: LRUCache<string, { sender: string; sequence: number }>
}

export const newMemory = (): ClientMemory => ({
  names: new LRUCache({ max: 1_000 }),
  sent: new LRUCache({ max: 10_000 }),
})
