/**
 * Facts of Aptos' main network.
 *
 * Chain id: aptos-core, types/src/chain_id.rs. Confirmations: what is committed is final (Circle, "Required block confirmations": 1).
 * RPCs: Aptos Labs' own two names and two public ones that want no key as they stand in public code of 2025 and 2026 (PublicNode, 1RPC), in
 * the order in which they are tried first; Aptos Labs' take 5,000 requests in five minutes (aptos.dev, "Fullnode REST API"). Looked up on
 * 2026-11-23.
 */
import type { AptosNetworkFacts } from '../family/network-facts.ts'

// Aptos' own: 1 APT = 10^8 octas.
export const aptosNetworkFacts: Omit<AptosNetworkFacts, 'name' | 'label'> = {
  family: 'aptos',
  currency: { symbol: 'APT', decimals: 8 },
  explorer: 'https://explorer.aptoslabs.com',
  confirmations: 1,
  ledgerId: 1,
  blockMs: 200,
  rpcs: [
    'https://api.mainnet.aptoslabs.com/v1',
    'https://fullnode.mainnet.aptoslabs.com/v1',
    'https://aptos-rest.publicnode.com/v1',
    'https://1rpc.io/aptos/v1',
  ],
  remark:
    'Mintdesk’s minting on Aptos was tried on its simulated practice network alone: mint a few NFTs first, and look at them in the explorer.',
}
