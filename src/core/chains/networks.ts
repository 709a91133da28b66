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
export const liveChains: readonly LiveChain[] = [...evmChains, ...solanaChains, ...aptosChains]

/** Whether a text is the name of a chain that live projects can be on; one that is switched off counts. */
export function isLiveChain(text: string): text is LiveChain {
  return isEvmChain(text) || isSolanaChain(text) || isAptosChain(text)
}

/** The facts that all live networks have. `off` and `chainId` are those of EVM. */
export function liveNetworkOf(chain: LiveChain) {
  if (isEvmChain(chain)) return evmNetworkOf(chain)
  return { ...(isSolanaChain(chain) ? solanaNetworkOf(chain) : aptosNetworkOf(chain)), chainId: null, off: undefined }
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

// Wallets only, so nothing is ever settled there; ours. 1 ADA = 10^6 lovelace.
const cardano: Omit<OtherNetwork, 'name' | 'label'> = {
  family: 'cardano',
  currency: { symbol: 'ADA', decimals: 6 },
  explorer: 'https://cardanoscan.io',
  confirmations: 1,
}

/** The facts about one chain: family, label, currency, explorer, confirmations and, on EVM, chain id and caps. */
export function networkOf(name: ChainName): Network {
  if (isSolanaChain(name)) return solanaNetworkOf(name)
  if (isAptosChain(name)) return aptosNetworkOf(name)
  return name === 'cardano' ? { name, label: chainLabel(name), ...cardano } : evmNetworkOf(name)
}

/** The facts about one of Aptos' networks. */
export function aptosNetworkOf(name: AptosChain): AptosNetworkFacts {
  return { name, label: chainLabel(name), ...aptosNetworkFacts[name] }
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
  return explorer === undefined ? undefined : `${explorer}/${path}/${hash}${otherNetwork(name)}`
}

/** What makes an explorer of several networks show another one than the main one. */
function otherNetwork(name: ChainName): string {
  if (isSolanaChain(name) && name !== 'solana') return `?cluster=${solanaNetworkOf(name).cluster}`
  if (isAptosChain(name) && name !== 'aptos') return `?network=${aptosNetworkOf(name).network}`
  return ''
}
