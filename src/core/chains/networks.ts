import {
  type ChainName,
  chainLabel,
  type EvmChain,
  evmChains,
  type FamilyName,
  isEvmChain,
  isSolanaChain,
  type SolanaChain,
  solanaChains,
} from '../../shared/chains.ts'
import { familyOf } from '../../shared/families.ts'
import { evmNetworkFacts } from './evm-networks.ts'
import { solanaNetworkFacts } from './solana-networks.ts'

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

export type OtherNetwork = NetworkBasics & { family: Exclude<FamilyName, 'evm' | 'solana'> }

export type Network = EvmNetwork | SolanaNetworkFacts | OtherNetwork

/** A chain that live projects can be on. */
export type LiveChain = EvmChain | SolanaChain

/** All of them, in the order in which they are listed. */
export const liveChains: readonly LiveChain[] = [...evmChains, ...solanaChains]

/** Whether a text is the name of a chain that live projects can be on; one that is switched off counts. */
export function isLiveChain(text: string): text is LiveChain {
  return isEvmChain(text) || isSolanaChain(text)
}

/** The facts that all live networks have. `off` and `chainId` are those of EVM. */
export function liveNetworkOf(chain: LiveChain) {
  if (isEvmChain(chain)) return evmNetworkOf(chain)
  return { ...solanaNetworkOf(chain), chainId: null, off: undefined }
}

/** The EIP-155 chain id of a chain; null for one that has none. */
export function chainIdOf(chain: string): number | null {
  return isLiveChain(chain) ? liveNetworkOf(chain).chainId : null
}

/**
 * Blocks after which a transaction on an embedded network counts as settled; its own block is the first.
 * Ours: two, so that waiting for confirmations is part of every practice run, and a run of 10,000 still ends within five blocks.
 */
export const practiceConfirmations = 2

const others: Record<'aptos' | 'cardano', Omit<OtherNetwork, 'name' | 'label'>> = {
  // Circle: 1, final when committed. 1 APT = 10^8 octas.
  aptos: {
    family: 'aptos',
    currency: { symbol: 'APT', decimals: 8 },
    explorer: 'https://explorer.aptoslabs.com',
    confirmations: 1,
  },
  // Wallets only, so nothing is ever settled there; ours. 1 ADA = 10^6 lovelace.
  cardano: {
    family: 'cardano',
    currency: { symbol: 'ADA', decimals: 6 },
    explorer: 'https://cardanoscan.io',
    confirmations: 1,
  },
}

/** The facts about one chain: family, label, currency, explorer, confirmations and, on EVM, chain id and caps. */
export function networkOf(name: ChainName): Network {
  if (isSolanaChain(name)) return solanaNetworkOf(name)
  return name === 'aptos' || name === 'cardano'
    ? { name, label: chainLabel(name), ...others[name] }
    : evmNetworkOf(name)
}

/** The facts about one of Solana's clusters. */
export function solanaNetworkOf(name: SolanaChain): SolanaNetworkFacts {
  return { name, label: chainLabel(name), ...solanaNetworkFacts[name] }
}

/** The facts about one EVM chain. */
export function evmNetworkOf(name: EvmChain): EvmNetwork {
  return { name, label: chainLabel(name), ...evmNetworkFacts[name] }
}

/** The networks of all EVM chains, by name. */
export function evmNetworks(): EvmNetwork[] {
  return evmChains.map(evmNetworkOf)
}

/** The address of a transaction's page on the chain's explorer; undefined where the chain has no explorer. */
export function explorerTransaction(name: ChainName, hash: string): string | undefined {
  const { explorer } = networkOf(name)
  const path = familyOf(name).explorerPaths.tx
  // Its explorer shows all clusters, the main one unless it is told.
  const cluster = isSolanaChain(name) && name !== 'solana' ? `?cluster=${solanaNetworkOf(name).cluster}` : ''
  return explorer === undefined ? undefined : `${explorer}/${path}/${hash}${cluster}`
}
