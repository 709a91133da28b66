import type { LocalAccount } from 'viem'
import type { EvmChain } from '../../../shared/chains.ts'
import type { Witnesses } from '../family/family.ts'
import type { NamesClient } from '../family/names.ts'
import type { Limits } from '../family/transactions.ts'
import type { WalletOwner } from '../family/wallet-owner.ts'
import type { PinnedRpc } from '../rpc/pool.ts'
import type { CountSamples } from './rpc/count-samples.ts'
import type { LogReader } from './rpc/paged-logs.ts'
import type { RpcClient } from './rpc/rpc.ts'
import type { FeeRules } from './transactions/fees.ts'
import type { GasEstimates } from './transactions/gas-estimates.ts'

export interface EvmClientOptions {
  chain: EvmChain
  chainId: number
  /** `practice:polygon` */
  network: string
  confirmations: number
  limits: Limits
  /** See `ChainClient.names`. */
  names?: NamesClient
  fees: FeeRules
  /** Where part of the price is a fee for data on another chain: which oracle tells it. */
  dataFee: 'op-stack' | 'arbitrum' | undefined
  /** Whether a signer may fill whole blocks: the embedded networks have nobody else on them. */
  wholeBlocks?: boolean
  /**
   * Practice networks only: grows with every block that Mintdesk makes there, and with another chain; null while that cannot be said. See
   * `keptOwners`.
   */
  changes?: () => number | null
  /** See `ChainClient.heldUp`. */
  heldUp?: () => string | null
  /** The network's RPC as it is reached now; brings a practice network up. @throws CoreError `network.unavailable` */
  rpc(): Promise<RpcClient>
  /** The account that pays and mints for a project; with an owner, that of one of its wallets. */
  account(projectIndex: number, owner?: WalletOwner): LocalAccount
  /** See `ChainClient.busy`. */
  busy(): () => void
  /** See `ChainClient.pollMs`. */
  pollMs?: number | undefined
  /** See `ChainClient.blockMs`. */
  blockMs?: number | undefined
  /** Binds a look to one node; absent where there is only one. */
  pin?: (() => Promise<PinnedRpc<RpcClient>>) | undefined
  /** The nodes that are sent to, one after the other while the answer is unclear; absent where there is only one. */
  senders?: (() => Promise<readonly RpcClient[]>) | undefined
  /** Another node that is up, by which the bound one's word about finality is checked. */
  other?: (() => Promise<RpcClient | null>) | undefined
  /** See `ChainClient.witnesses`. */
  witnesses?: Witnesses | undefined
  /** What was seen of accounts' counts; its own where absent. */
  counts?: CountSamples | undefined
  /** What calls needed before; its own where absent. */
  gas?: GasEstimates | undefined
  /** What ranges of logs its RPC takes; found out where absent. */
  logs?: LogReader | undefined
  /** Practice networks only. */
  faucet?: ((address: string) => Promise<void>) | undefined
}
