import type { ChainName, EvmChain, FamilyName } from '../../../shared/chains.ts'

/** What a chain's fees are paid in. */
export type Currency = { symbol: string; decimals: number }

/** What one transaction, and a signer's row of unsettled ones, may be at most. */
export type EvmCaps = {
  /** Highest gas limit of one transaction. */
  gasPerTransaction: bigint
  /** Most bytes of one signed transaction. */
  bytesPerTransaction: number
  /** Most transactions a signer may have sent and not yet seen settled. */
  transactionsInFlight: number
  /** Most gas of them together; half of the chain's own block where that is less. */
  gasInFlight: bigint
  /** Whether the next transaction goes out only after the last one was accepted: the chain keeps no pool in nonce order. */
  inOrder: boolean
}

type NetworkBasics = {
  name: ChainName
  label: string
  currency: Currency
  /** The explorer's address, without a slash at its end; undefined where none is left. */
  explorer: string | undefined
  /** Blocks on the live network after which a transaction counts as settled; its own block is the first. */
  confirmations: number
}

export type EvmNetwork = NetworkBasics & {
  name: EvmChain
  family: 'evm'
  /** The EIP-155 chain id that signatures carry, the same on the live and on the practice network. */
  chainId: number
  caps: EvmCaps
  /** Whether blocks have a base fee (EIP-1559); elsewhere transactions are of the legacy type. */
  baseFee: boolean
  /** Least tip that the live network's nodes take, wei per gas; 0n where there is none beyond the wei that go-ethereum asks. */
  minimumTip: bigint
  /** Where part of the price is a fee for data on another chain: which oracle tells it. */
  dataFee: 'op-stack' | 'arbitrum' | undefined
  /** About how long a block takes on the live network, milliseconds. */
  blockMs: number
  /** Public RPCs of the live network that want no key, best first; none where it is switched off. */
  rpcs: readonly string[]
  /** A sentence about the live network that a person should know before using it. */
  remark: string | undefined
  /** A sentence that says since when the live network is no more; undefined while it runs. */
  off: string | undefined
}

export type SolanaNetworkFacts = NetworkBasics & {
  family: 'solana'
  /** As Solana calls it. */
  cluster: string
  /** What tells a node of this cluster from one of another: base58. */
  genesis: string
  /** About how long a slot takes, milliseconds. */
  blockMs: number
  /** Public RPCs that want no key, best first. */
  rpcs: readonly string[]
  /** A sentence that a person should know before using it. */
  remark: string | undefined
}

export type AptosNetworkFacts = NetworkBasics & {
  family: 'aptos'
  /** What tells a node of this network from one of another; signatures carry it. */
  ledgerId: number
  /** As Aptos' explorer calls it. */
  network: string
  /** The indexer that tells what accounts hold: GraphQL. */
  indexer: string
  /** The account of the name service's module `router`. */
  nameRouter: string
  /** About how long a block takes, milliseconds. */
  blockMs: number
  /** Public RPCs that want no key, best first. */
  rpcs: readonly string[]
  /** A sentence that a person should know before using it. */
  remark: string | undefined
}

export type OtherNetwork = NetworkBasics & { family: Exclude<FamilyName, 'evm' | 'solana' | 'aptos'> }

export type Network = EvmNetwork | SolanaNetworkFacts | AptosNetworkFacts | OtherNetwork
