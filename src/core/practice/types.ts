import type { Logger } from 'pino'
import type { Address, Hash } from 'viem'
import type { EvmChain } from '../../shared/chains.ts'
import type { AnvilClient } from './rpc.ts'

/** `idle`: not started yet, starts at first use; `down`: see the reason. */
export type PracticeState = 'idle' | 'starting' | 'up' | 'down'

export type PracticeStatus = {
  chain: EvmChain
  label: string
  chainId: number
  state: PracticeState
  /** Its front's JSON-RPC URL; null while it does not answer. The same across restarts of anvil. */
  rpcUrl: string | null
  /** One sentence: why it is down. */
  reason?: string
  /** Sentences about the record or the state that cannot be saved; absent while both can. */
  notice?: string
  /** Hash of block 0; null before the first start. */
  genesisHash: Hash | null
  /** The process id of its anvil; null while there is none. */
  pid: number | null
}

export type PracticeEvent =
  | { type: 'state'; status: PracticeStatus }
  /** Anvil had died and runs again with everything that it had; or the network was reset. */
  | { type: 'restarted'; chain: EvmChain; headBefore: number; head: number }

/** A network that answers. */
export type UpNetwork = {
  /** The front's. */
  rpcUrl: string
  chainId: number
  genesisHash: Hash
  /** Anvil itself, past front and record: for tests. Changes made here are lost when anvil is killed, and the whole chain may be lost with them. */
  client: AnvilClient
}

/** Lets go of a hold; calling it again does nothing. */
export type Release = () => void

export type PracticeNetwork = {
  readonly chain: EvmChain
  readonly chainId: number
  status(): PracticeStatus
  /** Brings the network up if needed; concurrent callers share one start. @throws CoreError `network.unavailable` with the reason */
  start(): Promise<UpNetwork>
  /** Hash of block 0, which distinguishes a practice network from the live one with the same chain id; starts the network. */
  genesisHash(): Promise<Hash>
  /** Raises an account's balance to at least this many wei. Takes no block; starts the network. */
  fund(address: Address, wei: bigint): Promise<void>
  /** Adds this many wei to an account's balance. Takes no block; starts the network. */
  give(address: Address, wei: bigint): Promise<void>
  /**
   * Keeps blocks coming, one a second, until released: to be held while something awaits confirmations. Pending transactions get
   * blocks without it. May be called at any time; it outlives a restart of anvil.
   */
  hold(): Release
  /** One sentence: the record cannot be written, so no call that changes the chain is answered. Null: it can be. */
  heldUp(): string | null
  /**
   * A number that grows with each new block and at a reset; null while a block is being made, and while the network is not up. Two equal numbers
   * mean that there is no newer block.
   */
  changes(): number | null
  /**
   * Throws the chain away and begins a new one, with another block 0; announced as `restarted`. Works for a network that does not start, too.
   * @throws CoreError `network.unavailable` when it does not start again
   */
  reset(): Promise<void>
  /** Makes one block now and gives its number; for tests and for a network opened with `blocks: 'manual'`. */
  mine(): Promise<number>
  /** Saves the state now if anything changed, so that the next start need not replay it. */
  dump(): Promise<void>
  /** Saves the state, ends anvil, and starts no more. Everything answered is on disk even without this. */
  close(): Promise<void>
  /** Ends anvil at once and saves nothing: for the moment in which this process ends. */
  kill(): void
}

export type PracticeNetworkOptions = {
  chain: EvmChain
  chainId: number
  /** The folder that holds this network's state and nothing else. */
  stateDir: string
  log: Logger
  /** The anvil program; the installed package's when absent. */
  anvilPath?: string | undefined
  onChange?: ((event: PracticeEvent) => void) | undefined
  /** Milliseconds between two blocks, 1000 when absent; `manual`: only `mine()` makes blocks. */
  blocks?: number | 'manual' | undefined
  /**
   * Most milliseconds for an answer of anvil's to what keeps the chain, 60,000 when absent; one that takes longer hangs, and is started again from
   * the record.
   */
  answersWithin?: number | undefined
  /** Whether the base fee stays at 1 gwei whatever the blocks hold, which is so when absent; otherwise it moves by EIP-1559. */
  pinBaseFee?: boolean | undefined
}
