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
  /** Where its front answers JSON-RPC; null while it does not. The same across restarts of anvil. */
  rpcUrl: string | null
  /** One sentence: why it is down. */
  reason?: string
  /** One sentence about something that went wrong and was dealt with, such as an unreadable saved state. */
  notice?: string
  /** Hash of block 0; null before the first start. */
  genesisHash: Hash | null
  /** The process id of its anvil; null while there is none. */
  pid: number | null
}

export type PracticeEvent =
  | { type: 'state'; status: PracticeStatus }
  /** Anvil had died and runs again with all that it had; or the network was reset. */
  | { type: 'restarted'; chain: EvmChain; headBefore: number; head: number }

/** A network that answers. */
export type UpNetwork = {
  /** Its front's. */
  rpcUrl: string
  chainId: number
  genesisHash: Hash
  /** Anvil itself, past front and record: a door for tests. What comes in here is lost when anvil is killed, and so may be the whole chain. */
  client: AnvilClient
}

/** Lets go of a hold; calling it again does nothing. */
export type Release = () => void

export type PracticeNetwork = {
  readonly chain: EvmChain
  readonly chainId: number
  status(): PracticeStatus
  /** Brings it up if it is not; the same answer for all who ask meanwhile. @throws CoreError `network.unavailable` with the reason */
  start(): Promise<UpNetwork>
  /** Hash of block 0, by which a practice network is told from the live one of the same chain id; starts the network. */
  genesisHash(): Promise<Hash>
  /** Sees to it that an account has at least so many wei. Takes no block; starts the network. */
  fund(address: Address, wei: bigint): Promise<void>
  /** Adds so many wei to what an account has. Takes no block; starts the network. */
  give(address: Address, wei: bigint): Promise<void>
  /**
   * Keeps blocks coming, one a second, until released: to be held while something awaits confirmations. What is merely pending is
   * seen without it. May be called at any time; it outlives a restart of anvil.
   */
  hold(): Release
  /** Why it answers nobody that changes it, as a sentence: its record cannot be written. Null: it is not so. */
  heldUp(): string | null
  /**
   * Grows with each block that is made, and with another chain; null while one is being made, and while the network is not up. Where it is the
   * same again, there is no newer block.
   */
  changes(): number | null
  /**
   * Throws the chain away and begins a new one, with another block 0; told as `restarted`. Also where the network cannot be started.
   * @throws CoreError `network.unavailable` when it does not start again
   */
  reset(): Promise<void>
  /** Makes one block now and gives its number; for tests and for a network opened with `blocks: 'manual'`. */
  mine(): Promise<number>
  /** Saves the state now if anything changed, so that a start need not do it again. */
  dump(): Promise<void>
  /** Saves the state, ends anvil, and starts no more. What was answered is on disk without it. */
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
  /** Milliseconds between two blocks, 1000 when absent; `manual`: only `mine()` and the JSON-RPC interface make blocks. */
  blocks?: number | 'manual' | undefined
  /** Whether the base fee stays at 1 gwei whatever the blocks hold, which is so when absent; otherwise it moves by EIP-1559. */
  pinBaseFee?: boolean | undefined
}
