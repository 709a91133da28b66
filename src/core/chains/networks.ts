import {
  type AptosChain,
  aptosChains,
  type ChainName,
  chainLabel,
  type EvmChain,
  evmChains,
  isAptosChain,
  isEvmChain,
  isSolanaChain,
  type SolanaChain,
  solanaChains,
} from '../../shared/chains.ts'
import { familyOf } from '../../shared/families.ts'
import { aptosNetworkFacts } from './aptos/networks.ts'
import { evmNetworkFacts } from './evm/networks.ts'
import type {
  AptosNetworkFacts,
  EvmNetwork,
  Network,
  OtherNetwork,
  SolanaNetworkFacts,
} from './family/network-facts.ts'
import { solanaNetworkFacts } from './solana/networks.ts'

/** A chain that live projects can be on. */
export type LiveChain = EvmChain | SolanaChain | AptosChain

/** All of them, in the order in which they are listed. */
const liveChains: readonly LiveChain[] = [...evmChains, ...solanaChains, ...aptosChains]

/** Whether a text is the name of a chain that live projects can be on; one that is switched off counts. */
export function isLiveChain(text: string): text is LiveChain {
  return isEvmChain(text) || isSolanaChain(text) || isAptosChain(text)
}

/** The facts that all live networks have. `off` and `chainId` are those of EVM. */
export type LiveNetworkFacts =
  | EvmNetwork
  | ((SolanaNetworkFacts | AptosNetworkFacts) & { name: LiveChain; chainId: null; off: undefined })

/** What is known of each network. It is passed to whoever asks for a network's facts. */
export interface KnownNetworks {
  /** Family, label, currency, explorer, confirmations and, on EVM, chain id and caps. */
  of(name: ChainName): Network
  ofEvm(name: EvmChain): EvmNetwork
  live(name: LiveChain): LiveNetworkFacts
  /** Those of EVM, in the order in which they are listed. */
  evmChains(): readonly EvmChain[]
  /** Those that live projects can be on, in the order in which they are listed. */
  liveChains(): readonly LiveChain[]
}

/** All networks that can be used. */
export function knownNetworks(): KnownNetworks {
  const ofEvm = (name: EvmChain): EvmNetwork => ({ name, label: chainLabel(name), ...evmNetworkFacts[name] })
  const known: KnownNetworks = {
    of(name) {
      if (isSolanaChain(name)) return solanaNetworkOf(name)
      if (isAptosChain(name)) return aptosNetworkOf(name)
      return name === 'cardano' ? { name, label: chainLabel(name), ...cardano } : ofEvm(name)
    },
    ofEvm,
    live(name) {
      if (isEvmChain(name)) return ofEvm(name)
      const facts = isSolanaChain(name) ? solanaNetworkOf(name) : aptosNetworkOf(name)
      return { ...facts, name, chainId: null, off: undefined }
    },
    evmChains: () => evmChains,
    liveChains: () => liveChains,
  }
  return known
}

/** The EIP-155 chain id of a chain; null for one that has none. */
export function chainIdOf(chain: string): number | null {
  return isEvmChain(chain) ? evmNetworkFacts[chain].chainId : null
}

/**
 * Blocks after which a transaction on an embedded network counts as settled; its own block is the first.
 * Ours: two, so that waiting for confirmations is part of every practice run, and a run of 10,000 still ends within five blocks.
 */
export const practiceConfirmations = 2

// Wallets only, so nothing is ever settled there; ours. 1 ADA = 10^6 lovelace.
const cardano: Omit<OtherNetwork, 'name' | 'label'> = {
  family: 'cardano',
  currency: { symbol: 'ADA', decimals: 6 },
  explorer: 'https://cardanoscan.io',
  confirmations: 1,
}

/** The facts about one of Aptos' networks. */
export function aptosNetworkOf(name: AptosChain): AptosNetworkFacts {
  return { name, label: chainLabel(name), ...aptosNetworkFacts[name] }
}

/** The facts about one of Solana's clusters. */
export function solanaNetworkOf(name: SolanaChain): SolanaNetworkFacts {
  return { name, label: chainLabel(name), ...solanaNetworkFacts[name] }
}

/** The address of a transaction's page on the chain's explorer; undefined where the chain has no explorer. */
export function explorerTransaction({ name, explorer }: Network, hash: string): string | undefined {
  const path = familyOf(name).explorerPaths.tx
  return explorer === undefined ? undefined : `${explorer}/${path}/${hash}${otherNetwork(name)}`
}

/** What makes an explorer of several networks show another one than the main one. */
function otherNetwork(name: ChainName): string {
  if (isSolanaChain(name) && name !== 'solana') return `?cluster=${solanaNetworkOf(name).cluster}`
  if (isAptosChain(name) && name !== 'aptos') return `?network=${aptosNetworkOf(name).network}`
  return ''
}
