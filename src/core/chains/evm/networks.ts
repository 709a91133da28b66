/**
 * Facts of the EVM networks, by API name.
 *
 * Facts without a date of their own were looked up or compared again on 2026-11-22.
 * Chain ids, currencies and, where no other source is named, explorers: viem 2.57.1, `viem/chains`; test/chains/networks.test.ts
 * compares them.
 * Confirmations: Circle's "Required block confirmations" (developers.circle.com/cctp/v1/required-block-confirmations) where it has the
 * chain; "ours" marks a number we chose: where hard finality needs 13 minutes of Ethereum blocks, we wait for a depth that no known
 * reorganisation of that chain's sequencer has reached, and the engine keeps watching (docs/journal.md).
 * RPCs: the networks' own, and public ones that need no key: from chainlist (github.com/DefiLlama/chainlist, constants/extraRpcs.js,
 * 2026-08-22), from github.com/ethereum-lists/chains (_data/chains), and the defaults of viem 2.57.1, thirdweb's among them, whose host
 * begins with the chain id; in the order in which they are tried at first. They are slow and rate-limited: a person can set better ones.
 * Polygon's own RPCs were shut down in 2026, though chainlist still lists them: polygon-rpc.com on 16 February (github.com/wevm/viem/pull/4352),
 * rpc-amoy.polygon.technology on 17 July (github.com/wevm/viem/pull/4856).
 * Block times: viem 2.57.1 where it has them; OP-stack chains 2 s (docs.optimism.io, "Differences between Ethereum and OP Stack");
 * Arbitrum chains 0.25 s (docs.arbitrum.io, "Block numbers and time").
 */
import type { BuiltInEvmChain } from '../../../shared/chains.ts'
import type { EvmNetwork } from '../family/network-facts.ts'

// EIP-7825: 2^24, "Transaction Gas Limit Cap". Enforced by Ethereum since Fusaka; kept everywhere, so that one plan fits all chains.
const gasPerTransaction = 16_777_216n

// Polygon, bor: validators' nodes accept no tip under 25 gwei (`txpool.pricelimit`; 30 gwei until 2024, which some still ask).
const polygonTip = 25_000_000_000n

export const defaults = {
  family: 'evm',
  currency: { symbol: 'ETH', decimals: 18 },
  caps: {
    gasPerTransaction,
    // go-ethereum core/txpool/legacypool: txMaxSize = 4 slots of 32 KiB.
    bytesPerTransaction: 131_072,
    // Ours: geth guarantees 16 pending slots per account (AccountSlots); more only while its pool has room.
    transactionsInFlight: 16,
    // Ours: half of a block of 60 M (Ethereum's gas limit since November 2025); a chain's own block may be smaller.
    gasInFlight: 30_000_000n,
    inOrder: false,
  },
  blockMs: 2_000,
  baseFee: true,
  minimumTip: 0n,
  dataFee: undefined,
  remark: undefined,
  off: undefined,
} as const

export const arbitrumDefaults = {
  ...defaults,
  caps: {
    ...defaults.caps,
    // Arbitrum Nitro, execution/gethexec/sequencer.go: DefaultSequencerConfig.MaxTxDataSize.
    bytesPerTransaction: 95_000,
    // docs.arbitrum.io, "Chain parameters": a block of Arbitrum One holds 32 M gas, whatever its header says.
    gasInFlight: gasPerTransaction,
    // The sequencer keeps no mempool in nonce order, so each transaction is sent only after the last was accepted.
    inOrder: true,
  },
  blockMs: 250,
  dataFee: 'arbitrum',
} as const

const opStackDefaults = { ...defaults, dataFee: 'op-stack' } as const

const zkEvmDefaults = {
  ...defaults,
  // Ours: a little below the 100,000 bytes of calldata that Polygon CDK nodes are configured with (Pool.MaxTxDataBytesSize).
  caps: { ...defaults.caps, bytesPerTransaction: 95_000 },
  blockMs: 3_000,
  baseFee: false,
} as const

export const evmNetworkFacts: Record<BuiltInEvmChain, Omit<EvmNetwork, 'name' | 'label'>> = {
  // Confirmations, ours: 20 blocks of 0.25 s.
  arbitrum: {
    ...arbitrumDefaults,
    chainId: 42_161,
    explorer: 'https://arbiscan.io',
    confirmations: 20,
    rpcs: [
      'https://arb1.arbitrum.io/rpc',
      'https://arbitrum-one-rpc.publicnode.com',
      'https://arbitrum.drpc.org',
      'https://arbitrum.gateway.tenderly.co',
    ],
  },
  // Confirmations: Circle, testnets: 5.
  'arbitrum-sepolia': {
    ...arbitrumDefaults,
    chainId: 421_614,
    explorer: 'https://sepolia.arbiscan.io',
    confirmations: 5,
    rpcs: [
      'https://sepolia-rollup.arbitrum.io/rpc',
      'https://arbitrum-sepolia-rpc.publicnode.com',
      'https://arbitrum-sepolia.drpc.org',
      'https://arbitrum-sepolia.gateway.tenderly.co',
    ],
  },
  // Confirmations, ours: as Arbitrum One. Explorer: viem still has nova.arbiscan.io, which Etherscan ended on 2026-01-31
  // (github.com/argotorg/sourcify/pull/2618, 2026-01-26). Remark: forum.arbitrum.foundation/t/minimizing-arbitrum-nova-faqs/30955.
  arbitrumnova: {
    ...arbitrumDefaults,
    chainId: 42_170,
    explorer: 'https://arbitrum-nova.blockscout.com',
    confirmations: 20,
    rpcs: [
      'https://nova.arbitrum.io/rpc',
      'https://arbitrum-nova-rpc.publicnode.com',
      'https://arbitrum-nova.drpc.org',
      'https://arbitrum-nova.gateway.tenderly.co',
    ],
    remark:
      'Arbitrum Nova is in maintenance only since 2 September 2026: it goes on with fewer services. Its foundation asks everyone to move to Arbitrum One.',
  },
  // Switched off: github.com/subsquid/docs/pull/437 (2025-04-29, "officially sunset", after AstarNetwork's announcement of 2025-03-31);
  // github.com/ethereum-lists/chains/pull/7550 (2025-07-28: "RPCs offline"). Confirmations, ours.
  'astar-zkevm': {
    ...zkEvmDefaults,
    chainId: 3_776,
    explorer: 'https://astar-zkevm.explorer.startale.com',
    confirmations: 10,
    rpcs: [],
    off: 'Astar zkEVM was switched off on 31 March 2025; its makers went on with Soneium.',
  },
  // Confirmations, ours: 10 blocks of 2 s.
  base: {
    ...opStackDefaults,
    chainId: 8_453,
    explorer: 'https://basescan.org',
    confirmations: 10,
    rpcs: [
      'https://mainnet.base.org',
      'https://base-rpc.publicnode.com',
      'https://base.drpc.org',
      'https://base.gateway.tenderly.co',
    ],
  },
  // Confirmations: Circle, testnets: 5.
  'base-sepolia': {
    ...opStackDefaults,
    chainId: 84_532,
    explorer: 'https://sepolia.basescan.org',
    confirmations: 5,
    rpcs: [
      'https://sepolia.base.org',
      'https://base-sepolia-rpc.publicnode.com',
      'https://base-sepolia.drpc.org',
      'https://base-sepolia.gateway.tenderly.co',
    ],
  },
  // Confirmations: Circle: 3 since fast finality (BEP-126); ours: 15, still 12 s, for nodes that lag behind the vote.
  bsc: {
    ...defaults,
    chainId: 56,
    currency: { symbol: 'BNB', decimals: 18 },
    explorer: 'https://bscscan.com',
    confirmations: 15,
    blockMs: 750,
    rpcs: [
      'https://bsc-dataseed.bnbchain.org',
      'https://bsc-dataseed1.defibit.io',
      'https://bsc-rpc.publicnode.com',
      'https://bsc.drpc.org',
    ],
  },
  // Confirmations: Circle: 65, which is two epochs and one block: final by proof of stake.
  ethereum: {
    ...defaults,
    chainId: 1,
    explorer: 'https://etherscan.io',
    confirmations: 65,
    blockMs: 12_000,
    rpcs: [
      'https://ethereum-rpc.publicnode.com',
      'https://eth.drpc.org',
      'https://ethereum.reth.rs/rpc',
      'https://mainnet.gateway.tenderly.co',
    ],
  },
  // Confirmations: Circle, testnets: 5. Remark: etherworld.co/2025/09/19 on All Core Devs Consensus 165; no day was found.
  'ethereum-sepolia': {
    ...defaults,
    chainId: 11_155_111,
    explorer: 'https://sepolia.etherscan.io',
    confirmations: 5,
    blockMs: 12_000,
    rpcs: [
      'https://ethereum-sepolia-rpc.publicnode.com',
      'https://sepolia.gateway.tenderly.co',
      'https://11155111.rpc.thirdweb.com',
      'https://0xrpc.io/sep',
    ],
    remark: 'Ethereum’s developers plan to replace Sepolia by another testnet; both will run side by side for a while.',
  },
  // Confirmations, ours: 10 blocks of 2 s.
  optimism: {
    ...opStackDefaults,
    chainId: 10,
    explorer: 'https://optimistic.etherscan.io',
    confirmations: 10,
    rpcs: [
      'https://mainnet.optimism.io',
      'https://optimism-rpc.publicnode.com',
      'https://optimism.drpc.org',
      'https://optimism.gateway.tenderly.co',
    ],
  },
  // Confirmations: Circle, testnets: 5.
  'optimism-sepolia': {
    ...opStackDefaults,
    chainId: 11_155_420,
    explorer: 'https://optimism-sepolia.blockscout.com',
    confirmations: 5,
    rpcs: [
      'https://sepolia.optimism.io',
      'https://optimism-sepolia.gateway.tenderly.co',
      'https://optimism-sepolia.drpc.org',
      'https://optimism-sepolia.api.onfinality.io/public',
    ],
  },
  // Confirmations: Circle, CCTP V1: 33; the shorter 2–3 of V2 needs the `finalized` tag, which not every public node serves.
  polygon: {
    ...defaults,
    minimumTip: polygonTip,
    chainId: 137,
    currency: { symbol: 'POL', decimals: 18 },
    explorer: 'https://polygonscan.com',
    confirmations: 33,
    rpcs: ['https://polygon.drpc.org', 'https://polygon-bor-rpc.publicnode.com', 'https://polygon.gateway.tenderly.co'],
  },
  // Confirmations: Circle, testnets: 1; ours: 5, as on the other testnets.
  'polygon-amoy': {
    ...defaults,
    minimumTip: polygonTip,
    chainId: 80_002,
    currency: { symbol: 'POL', decimals: 18 },
    explorer: 'https://amoy.polygonscan.com',
    confirmations: 5,
    rpcs: [
      'https://polygon-amoy.drpc.org',
      'https://polygon-amoy-bor-rpc.publicnode.com',
      'https://polygon-amoy.gateway.tenderly.co',
    ],
  },
  // Switched off: github.com/graphprotocol/networks-registry/issues/35 (2024-12-30: "both seem dead", and the announcement that its end
  // began with December 2024); github.com/wevm/viem/pull/3838 (2025-08-04, deprecated). Confirmations, ours.
  zkyoto: {
    ...zkEvmDefaults,
    chainId: 6_038_361,
    explorer: 'https://zkyoto.explorer.startale.com',
    confirmations: 5,
    rpcs: [],
    off: 'zKyoto, the testnet of Astar zkEVM, was switched off at the end of 2024; its makers went on with Soneium Minato.',
  },
  // Confirmations, ours: 10 blocks of 2 s. Alive on 2026-04-03 (github.com/Chain-Love/chain-love/pull/1274).
  zora: {
    ...opStackDefaults,
    chainId: 7_777_777,
    explorer: 'https://explorer.zora.energy',
    confirmations: 10,
    rpcs: ['https://rpc.zora.energy', 'https://zora.drpc.org', 'https://7777777.rpc.thirdweb.com'],
  },
  // Confirmations, ours: as the other OP-stack testnets. Remark: github.com/BuilderOSS/nouns-builder/pull/988 (2026-07-22).
  'zora-sepolia': {
    ...opStackDefaults,
    chainId: 999_999_999,
    explorer: 'https://sepolia.explorer.zora.energy',
    confirmations: 5,
    rpcs: ['https://sepolia.rpc.zora.energy', 'https://zora-sepolia.drpc.org', 'https://999999999.rpc.thirdweb.com'],
    remark: 'Others gave up Zora Sepolia in July 2026: test its RPCs before you rely on it.',
  },
}
