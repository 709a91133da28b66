/** The chain names of the hosted service's API and of custom networks, for the page, the core and the command line. */
import { type CustomChain, customLabel, isCustomChain } from './custom-chain.ts'

/**
 * Every chain a collection can be made on, in the order of the hosted service's interface. That service lacks `aptos-testnet` and
 * `solana-devnet`, which live projects have in Mintdesk.
 */
export const collectionChains = [
  'aptos',
  'aptos-testnet',
  'arbitrum',
  'arbitrum-sepolia',
  'astar-zkevm',
  'base',
  'base-sepolia',
  'bsc',
  'ethereum',
  'ethereum-sepolia',
  'optimism',
  'optimism-sepolia',
  'polygon',
  'polygon-amoy',
  'solana',
  'solana-devnet',
  'zkyoto',
  'zora',
  'zora-sepolia',
] as const

/** Every chain an NFT can be transferred on, in the same order; the hosted service lacks `aptos` and the two test networks. */
export const transferChains = [
  'aptos',
  'aptos-testnet',
  'arbitrum',
  'arbitrumnova',
  'arbitrum-sepolia',
  'base',
  'base-sepolia',
  'bsc',
  'ethereum',
  'ethereum-sepolia',
  'optimism',
  'optimism-sepolia',
  'polygon',
  'polygon-amoy',
  'solana',
  'solana-devnet',
  'zkyoto',
  'zora',
  'zora-sepolia',
] as const

/** The EVM chains: the 15 that collections can be made on, and Arbitrum Nova. Each of them has a practice network on anvil. */
export const evmChains = [
  'arbitrum',
  'arbitrumnova',
  'arbitrum-sepolia',
  'astar-zkevm',
  'base',
  'base-sepolia',
  'bsc',
  'ethereum',
  'ethereum-sepolia',
  'optimism',
  'optimism-sepolia',
  'polygon',
  'polygon-amoy',
  'zkyoto',
  'zora',
  'zora-sepolia',
] as const

/** The chains that have a practice network. */
export const practiceChains = [...evmChains, 'solana', 'aptos'] as const
export type PracticeChain = (typeof practiceChains)[number] | CustomChain

/** The clusters of Solana that live projects can be on; practice projects are on `solana`. */
export const solanaChains = ['solana', 'solana-devnet'] as const

/** The networks of Aptos that live projects can be on; practice projects are on `aptos`. */
export const aptosChains = ['aptos', 'aptos-testnet'] as const

export type CollectionChain = (typeof collectionChains)[number] | CustomChain
/** The EVM chains that Mintdesk knows by itself. */
export type BuiltInEvmChain = (typeof evmChains)[number]
export type EvmChain = BuiltInEvmChain | CustomChain
export type SolanaChain = (typeof solanaChains)[number]
export type AptosChain = (typeof aptosChains)[number]

/** Every chain name known anywhere; `cardano` names wallets only, `arbitrumnova` wallets and transfers. */
type BuiltInChain = (typeof collectionChains)[number] | (typeof transferChains)[number] | 'cardano'
export type ChainName = BuiltInChain | CustomChain

/** The kinds of chain there are; chains of one family share one implementation. */
export type FamilyName = 'evm' | 'solana' | 'aptos' | 'cardano'

const chains: Record<BuiltInChain, { label: string; family: FamilyName }> = {
  aptos: { label: 'Aptos', family: 'aptos' },
  'aptos-testnet': { label: 'Aptos Testnet', family: 'aptos' },
  arbitrum: { label: 'Arbitrum One', family: 'evm' },
  'arbitrum-sepolia': { label: 'Arbitrum Sepolia', family: 'evm' },
  arbitrumnova: { label: 'Arbitrum Nova', family: 'evm' },
  'astar-zkevm': { label: 'Astar zkEVM', family: 'evm' },
  base: { label: 'Base', family: 'evm' },
  'base-sepolia': { label: 'Base Sepolia', family: 'evm' },
  bsc: { label: 'BNB Smart Chain', family: 'evm' },
  cardano: { label: 'Cardano', family: 'cardano' },
  ethereum: { label: 'Ethereum', family: 'evm' },
  'ethereum-sepolia': { label: 'Ethereum Sepolia', family: 'evm' },
  optimism: { label: 'OP Mainnet', family: 'evm' },
  'optimism-sepolia': { label: 'OP Sepolia', family: 'evm' },
  polygon: { label: 'Polygon', family: 'evm' },
  'polygon-amoy': { label: 'Polygon Amoy', family: 'evm' },
  solana: { label: 'Solana', family: 'solana' },
  'solana-devnet': { label: 'Solana Devnet', family: 'solana' },
  zkyoto: { label: 'zKyoto', family: 'evm' },
  zora: { label: 'Zora', family: 'evm' },
  'zora-sepolia': { label: 'Zora Sepolia', family: 'evm' },
}

const aliases: ReadonlyMap<string, ChainName> = new Map([['sol', 'solana']])

/** Whether a text is exactly one of the chain names, including `cardano` and `arbitrumnova`, or has the form of a custom one. Excludes aliases. */
export function isChainName(text: string): text is ChainName {
  return Object.hasOwn(chains, text) || isCustomChain(text)
}

/** Whether a text is the name of a chain that collections can be made on. */
export function isCollectionChain(text: string): text is CollectionChain {
  return collectionChains.some((name) => name === text) || isCustomChain(text)
}

/** Whether a text is the name of a chain that has a practice network. */
export function isPracticeChain(text: string): text is PracticeChain {
  return practiceChains.some((name) => name === text) || isCustomChain(text)
}

/** Whether a text is the name of one of the EVM chains. */
export function isEvmChain(text: string): text is EvmChain {
  return evmChains.some((name) => name === text) || isCustomChain(text)
}

/** Whether a text is the name of one of Solana's clusters. */
export function isSolanaChain(text: string): text is SolanaChain {
  return solanaChains.some((name) => name === text)
}

/** Whether a text is the name of one of Aptos' networks. */
export function isAptosChain(text: string): text is AptosChain {
  return aptosChains.some((name) => name === text)
}

/** The chain for a name or an alias such as `sol`, case-insensitive; undefined for anything else. */
export function chainNamed(text: string): ChainName | undefined {
  const name = text.trim().toLowerCase()
  return isChainName(name) ? name : aliases.get(name)
}

/** A chain's name for people, such as "Base Sepolia". */
export function chainLabel(name: ChainName): string {
  return isCustomChain(name) ? customLabel(name) : chains[name].label
}

/** The name of the family that implements a chain; `familyOf` of families.ts returns what it can do. */
export function familyNameOf(name: ChainName): FamilyName {
  return isCustomChain(name) ? 'evm' : chains[name].family
}
