/**
 * Facts about Solana's clusters, by network name.
 *
 * Genesis hashes: solana.com/docs/core/clusters and @metaplex-foundation/mpl-bubblegum 5.1.0 (`getCompressionProgramsForV1Ixs`), which
 * test/chains/networks.test.ts compares.
 * Confirmations: 32 slots, the `finalized` commitment (Circle, "Required block confirmations"); a node reports it itself.
 * RPCs: the clusters' own (solana.com/docs/references/clusters), and public ones without a key, from public code of 2025 and 2026 (PublicNode,
 * OnFinality: dev.to/onfinality, "Solana RPC Endpoint"); in the order in which they are tried first. Looked up on 2026-11-21. They are slow and
 * limited, and keep little history: people should set better ones.
 */
import type { SolanaChain } from '../../../shared/chains.ts'
import type { SolanaNetworkFacts } from '../family/network-facts.ts'

// Solana's own: 1 SOL = 10^9 lamports; a slot takes 400 ms.
const common = {
  family: 'solana',
  currency: { symbol: 'SOL', decimals: 9 },
  explorer: 'https://explorer.solana.com',
  confirmations: 32,
  blockMs: 400,
  remark: undefined,
} as const

export const solanaNetworkFacts: Record<SolanaChain, Omit<SolanaNetworkFacts, 'name' | 'label'>> = {
  solana: {
    ...common,
    cluster: 'mainnet-beta',
    genesis: '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdpKuc147dw2N9d',
    rpcs: [
      'https://api.mainnet-beta.solana.com',
      'https://solana-rpc.publicnode.com',
      'https://solana.api.onfinality.io/public',
    ],
  },
  'solana-devnet': {
    ...common,
    cluster: 'devnet',
    genesis: 'EtWTRABZaYq6iMfeYKouRu166VU2xqa1wcaWoxPkrZBG',
    rpcs: ['https://api.devnet.solana.com'],
    remark: 'Solana’s devnet may begin anew at any time; coin of it is given away at faucet.solana.com.',
  },
}

/** Solana's clusters by genesis hash, including those on which Mintdesk cannot mint. */
export const clusterOfGenesis: Readonly<Record<string, string>> = {
  [solanaNetworkFacts.solana.genesis]: 'mainnet-beta',
  [solanaNetworkFacts['solana-devnet'].genesis]: 'devnet',
  '4uhcVJyU9pJkvQyS88uRDiswHXSCkY3zQawwpjk2NsNY': 'testnet',
}
