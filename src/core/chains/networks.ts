import {
  type AptosChain,
  aptosChains,
  type BuiltInEvmChain,
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
import { type CustomChain, isCustomChain } from '../../shared/custom-chain.ts'
import { familyOf } from '../../shared/families.ts'
import { CoreError } from '../lib/errors.ts'
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

/** A chain for live projects. */
export type LiveChain = EvmChain | SolanaChain | AptosChain

/** Whether a text is the name of a chain for live projects; a chain that is switched off counts. */
export function isLiveChain(text: string): text is LiveChain {
  return isEvmChain(text) || isSolanaChain(text) || isAptosChain(text)
}

/** The facts that all live networks have. `off` and `chainId` are set on EVM networks only. */
export type LiveNetworkFacts =
  | EvmNetwork
  | ((SolanaNetworkFacts | AptosNetworkFacts) & { name: LiveChain; chainId: null; off: undefined })

/** The facts of all networks. */
export interface KnownNetworks {
  /** Family, label, currency, explorer, confirmations and, on EVM, chain id and caps. */
  of(name: ChainName): Network
  ofEvm(name: EvmChain): EvmNetwork
  live(name: LiveChain): LiveNetworkFacts
  /** Why there is no network of this name, a sentence; null when there is. */
  lack(name: string): string | null
  /** The networks that a person added. */
  custom(): readonly CustomChain[]
  /** The EVM networks, in display order. */
  evmChains(): readonly EvmChain[]
  /** The networks for live projects, in display order. */
  liveChains(): readonly LiveChain[]
}

/**
 * All networks that can be used. Reading the facts of a custom network that was not added throws `network.unknown`.
 * @param own the networks that a person added; the map may change later
 */
export function knownNetworks(own: ReadonlyMap<CustomChain, EvmNetwork> = new Map()): KnownNetworks {
  const builtIn = new Map(
    evmChains.map((name): [EvmChain, EvmNetwork] => [
      name,
      { name, label: chainLabel(name), ...evmNetworkFacts[name] },
    ]),
  )
  const ofEvm = (name: EvmChain): EvmNetwork => {
    const network = builtIn.get(name) ?? (isCustomChain(name) ? own.get(name) : undefined)
    if (network) return network
    throw new CoreError('network.unknown', unknownNetwork(name))
  }
  return {
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
    lack: (name) => (isCustomChain(name) && !own.has(name) ? unknownNetwork(name) : null),
    custom: () => [...own.keys()],
    evmChains: () => [...evmChains, ...own.keys()],
    liveChains: () => [...evmChains, ...own.keys(), ...solanaChains, ...aptosChains],
  }
}

function unknownNetwork(name: string): string {
  return `There is no network named ${name} here: add it in Settings, under Networks, or with “mintdesk networks add ${name.slice('custom-'.length)} --rpc <address>”, or use another chain.`
}

/** The built-in EVM chain with an EIP-155 chain id; undefined where there is none. */
export function builtInOf(chainId: number): BuiltInEvmChain | undefined {
  return evmChains.find((chain) => evmNetworkFacts[chain].chainId === chainId)
}

/** The EIP-155 chain id of a built-in EVM chain; null for any other chain. */
export function chainIdOf(chain: string): number | null {
  return isEvmChain(chain) && !isCustomChain(chain) ? evmNetworkFacts[chain].chainId : null
}

/**
 * Confirmations after which a transaction on a practice network is settled; its own block is the first.
 * Ours: two, so that waiting for confirmations is part of every practice run, and a run of 10,000 still ends within five blocks.
 */
export const practiceConfirmations = 2

// Confirmations, ours: Cardano is for wallets only, so nothing is ever settled there. 1 ADA = 10^6 lovelace.
const cardano: Omit<OtherNetwork, 'name' | 'label'> = {
  family: 'cardano',
  currency: { symbol: 'ADA', decimals: 6 },
  explorer: 'https://cardanoscan.io',
  confirmations: 1,
}

/** The facts of one of Aptos' networks. */
export function aptosNetworkOf(name: AptosChain): AptosNetworkFacts {
  return { name, label: chainLabel(name), ...aptosNetworkFacts[name] }
}

/** The facts of one of Solana's clusters. */
export function solanaNetworkOf(name: SolanaChain): SolanaNetworkFacts {
  return { name, label: chainLabel(name), ...solanaNetworkFacts[name] }
}

/** The address of a transaction's page on the chain's explorer; undefined where the chain has no explorer. */
export function explorerTransaction({ name, explorer }: Network, hash: string): string | undefined {
  const path = familyOf(name).explorerPaths.tx
  return explorer === undefined ? undefined : `${explorer}/${path}/${hash}${otherNetwork(name)}`
}

/** The query by which an explorer of several networks shows a testnet; '' for the main network. */
function otherNetwork(name: ChainName): string {
  if (isSolanaChain(name) && name !== 'solana') return `?cluster=${solanaNetworkOf(name).cluster}`
  if (isAptosChain(name) && name !== 'aptos') return `?network=${aptosNetworkOf(name).network}`
  return ''
}
