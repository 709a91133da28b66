/**
 * Facts about Aptos's networks.
 *
 * Chain ids: aptos-core, types/src/chain_id.rs. Confirmations: a committed transaction is final (Circle, "Required block confirmations": 1).
 * RPCs: two of Aptos Labs and, on mainnet, two public ones without a key, from public code of 2025 and 2026 (PublicNode, 1RPC); in the order in
 * which they are tried first. Those of Aptos Labs take 5,000 requests in five minutes (aptos.dev, "Fullnode REST
 * API"). Indexers and the name service's routers: aptos-ts-sdk,
 * src/utils/apiEndpoints.ts and src/internal/ans.ts. Looked up on 2026-11-23.
 */
import type { AptosChain } from '../../../shared/chains.ts'
import type { AptosNetworkFacts } from '../family/network-facts.ts'

// Aptos' own: 1 APT = 10^8 octas.
const common = {
  family: 'aptos',
  currency: { symbol: 'APT', decimals: 8 },
  explorer: 'https://explorer.aptoslabs.com',
  confirmations: 1,
  blockMs: 200,
} as const

export const aptosNetworkFacts: Readonly<Record<AptosChain, Omit<AptosNetworkFacts, 'name' | 'label'>>> = {
  aptos: {
    ...common,
    ledgerId: 1,
    network: 'mainnet',
    indexer: 'https://api.mainnet.aptoslabs.com/v1/graphql',
    nameRouter: '0x867ed1f6bf916171b1de3ee92849b8978b7d1b9e0a8cc982a3d19d535dfd9c0c',
    rpcs: [
      'https://api.mainnet.aptoslabs.com/v1',
      'https://fullnode.mainnet.aptoslabs.com/v1',
      'https://aptos-rest.publicnode.com/v1',
      'https://1rpc.io/aptos/v1',
    ],
    remark:
      'Mintdesk’s minting on Aptos was tried on its simulated practice network alone: mint a few NFTs first, and look at them in the explorer.',
  },
  'aptos-testnet': {
    ...common,
    ledgerId: 2,
    network: 'testnet',
    indexer: 'https://api.testnet.aptoslabs.com/v1/graphql',
    nameRouter: '0x5f8fd2347449685cf41d4db97926ec3a096eaf381332be4f1318ad4d16a8497c',
    rpcs: ['https://api.testnet.aptoslabs.com/v1', 'https://fullnode.testnet.aptoslabs.com/v1'],
    remark: 'Aptos’ testnet may begin anew; coin of it is given away at aptos.dev/network/faucet.',
  },
}
