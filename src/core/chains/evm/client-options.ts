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
  /** The oracle for the data fee, where part of the price is a fee for data on another chain. */
  dataFee: 'op-stack' | 'arbitrum' | undefined
  /** Whether a signer may fill whole blocks: nobody else uses the practice networks. */
  wholeBlocks?: boolean
  /**
   * Practice networks only: a counter that grows with every block that Mintdesk makes there, and when the chain is replaced; null while it
   * is unknown. See `keptOwners`.
   */
  changes?: () => number | null
  /** See `ChainClient.heldUp`. */
  heldUp?: () => string | null
  /** The current RPC of the network; starts a practice network. @throws CoreError `network.unavailable` */
  rpc(): Promise<RpcClient>
  /** The account that pays and mints for a project; with an owner, that of one of its wallets. */
  account(projectIndex: number, owner?: WalletOwner): LocalAccount
  /** See `ChainClient.busy`. */
  busy(): () => void
  /** See `ChainClient.pollMs`. */
  pollMs?: number | undefined
  /** See `ChainClient.blockMs`. */
  blockMs?: number | undefined
  /** Binds an observation to one node; absent where there is only one. */
  pin?: (() => Promise<PinnedRpc<RpcClient>>) | undefined
  /** The nodes for sending, one after the other while the answer is unclear; absent where there is only one. */
  senders?: (() => Promise<readonly RpcClient[]>) | undefined
  /** Another node that is up, for checking what the bound node calls final. */
  other?: (() => Promise<RpcClient | null>) | undefined
  /** See `ChainClient.witnesses`. */
  witnesses?: Witnesses | undefined
  /** Samples of accounts' transaction counts; a new set where absent. */
  counts?: CountSamples | undefined
  /** The gas that earlier calls needed; a new cache where absent. */
  gas?: GasEstimates | undefined
  /** The log ranges that its RPC accepts; found out anew where absent. */
  logs?: LogReader | undefined
  /** Practice networks only. */
  faucet?: ((address: string) => Promise<void>) | undefined
}
