import type { ChainName, EvmChain, FamilyName } from '../../../shared/chains.ts'

/** The coin in which a chain's fees are paid. */
export type Currency = { symbol: string; decimals: number }

/** Limits of one transaction, and of a signer's transactions in flight. */
export type EvmCaps = {
  /** Highest gas limit of one transaction. */
  gasPerTransaction: bigint
  /** Most bytes of one signed transaction. */
  bytesPerTransaction: number
  /** Most transactions that a signer may have in flight. */
  transactionsInFlight: number
  /** Most gas of all of them; half of the chain's block gas limit where that is less. */
  gasInFlight: bigint
  /** Whether each transaction is sent only after the last one was accepted, because the chain's mempool keeps no nonce order. */
  inOrder: boolean
}

type NetworkBasics = {
  name: ChainName
  label: string
  currency: Currency
  /** The explorer's address, without a trailing slash; undefined where none is left. */
  explorer: string | undefined
  /** Confirmations on the live network after which a transaction is settled; its own block is the first. */
  confirmations: number
}

export type EvmNetwork = NetworkBasics & {
  name: EvmChain
  family: 'evm'
  /** The EIP-155 chain id, the same on the live and on the practice network. */
  chainId: number
  caps: EvmCaps
  /** Whether blocks have a base fee (EIP-1559); if not, transactions are of the legacy type. */
  baseFee: boolean
  /** Least tip that the live network's nodes accept, wei per gas; 0n where they ask no more than go-ethereum's 1 wei. */
  minimumTip: bigint
  /** The oracle for the data fee, where part of the price is a fee for data on another chain. */
  dataFee: 'op-stack' | 'arbitrum' | undefined
  /** About how long a block takes on the live network, milliseconds. */
  blockMs: number
  /** Public RPCs of the live network that need no key, best first; none where it is switched off. */
  rpcs: readonly string[]
  /** A sentence about the live network that a person should know before using it. */
  remark: string | undefined
  /** A sentence that says when the live network was switched off; undefined while it runs. */
  off: string | undefined
}

export type SolanaNetworkFacts = NetworkBasics & {
  family: 'solana'
  /** Solana's name for it. */
  cluster: string
  /** The genesis hash, which identifies the cluster: base58. */
  genesis: string
  /** About how long a slot takes, milliseconds. */
  blockMs: number
  /** Public RPCs that need no key, best first. */
  rpcs: readonly string[]
  /** A sentence that a person should know before using it. */
  remark: string | undefined
}

export type AptosNetworkFacts = NetworkBasics & {
  family: 'aptos'
  /** The chain id, which identifies the network; signatures contain it. */
  ledgerId: number
  /** Its name in Aptos' explorer. */
  network: string
  /** The GraphQL indexer, which lists what accounts hold. */
  indexer: string
  /** The account of the name service's module `router`. */
  nameRouter: string
  /** About how long a block takes, milliseconds. */
  blockMs: number
  /** Public RPCs that need no key, best first. */
  rpcs: readonly string[]
  /** A sentence that a person should know before using it. */
  remark: string | undefined
}

export type OtherNetwork = NetworkBasics & { family: Exclude<FamilyName, 'evm' | 'solana' | 'aptos'> }

export type Network = EvmNetwork | SolanaNetworkFacts | AptosNetworkFacts | OtherNetwork
