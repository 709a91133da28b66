import { type ChainName, chainLabel, type EvmChain, evmChains, type FamilyName, familyOf } from '../../shared/chains.ts'

/** What a chain's fees are paid in. */
export type Currency = { symbol: string; decimals: number }

/** What one transaction, and a signer's row of unsettled ones, may be at most. */
export type EvmCaps = {
  /** Highest gas limit of one transaction. */
  gasPerTransaction: bigint
  /** Most bytes of one signed transaction. */
  bytesPerTransaction: number
  /** Most transactions a signer may have sent and not yet seen in a block. */
  transactionsInFlight: number
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
}

export type OtherNetwork = NetworkBasics & { family: Exclude<FamilyName, 'evm'> }

export type Network = EvmNetwork | OtherNetwork

/**
 * Blocks after which a transaction on an embedded network counts as settled; its own block is the first.
 * Ours: two, so that waiting for confirmations is part of every practice run, and a run of 10,000 still ends within five blocks.
 */
export const practiceConfirmations = 2

// EIP-7825: 2^24, "Transaction Gas Limit Cap". Enforced by Ethereum since Fusaka; kept everywhere, so that one plan fits all chains.
const gasPerTransaction = 16_777_216n

// Polygon, bor: nodes of validators take no tip under 25 gwei (`txpool.pricelimit`; 30 gwei until 2024, which some still ask).
const polygonTip = 25_000_000_000n

const ether: Currency = { symbol: 'ETH', decimals: 18 }

const defaults = {
  family: 'evm',
  currency: ether,
  caps: {
    gasPerTransaction,
    // go-ethereum core/txpool/legacypool: txMaxSize = 4 slots of 32 KiB.
    bytesPerTransaction: 131_072,
    // Ours (evm.md, Pipeline): geth keeps 16 pending slots an account for certain (AccountSlots), more only while its pool has room.
    transactionsInFlight: 16,
  },
  baseFee: true,
  minimumTip: 0n,
  dataFee: undefined,
} as const

const arbitrumDefaults = {
  ...defaults,
  caps: {
    gasPerTransaction,
    // Arbitrum Nitro, execution/gethexec/sequencer.go: DefaultSequencerConfig.MaxTxDataSize.
    bytesPerTransaction: 95_000,
    // evm.md, Pipeline: the sequencer keeps no pool in nonce order, so the next goes out only after the last was accepted.
    transactionsInFlight: 1,
  },
  dataFee: 'arbitrum',
} as const

const opStackDefaults = { ...defaults, dataFee: 'op-stack' } as const

const zkEvmDefaults = {
  ...defaults,
  // Ours: a little below the 100,000 bytes of calldata that Polygon CDK nodes are configured with (Pool.MaxTxDataBytesSize).
  caps: { ...defaults.caps, bytesPerTransaction: 95_000 },
  baseFee: false,
} as const

/*
 * Chain ids, currencies and explorers: viem 2.57.1, `viem/chains`; test/chains/networks.test.ts compares them.
 * Confirmations: Circle's "Required block confirmations" (developers.circle.com/cctp/required-block-confirmations) where it has the
 * chain; "ours" marks a number we chose: where hard finality needs 13 minutes of Ethereum blocks, we wait for a depth that no
 * reorganisation of that chain's sequencer has been seen to reach, and the engine keeps watching (architecture.md, The journal).
 */
const evm: Record<EvmChain, Omit<EvmNetwork, 'name' | 'label'>> = {
  // Ours: 20 blocks of 0.25 s.
  arbitrum: { ...arbitrumDefaults, chainId: 42_161, explorer: 'https://arbiscan.io', confirmations: 20 },
  // Circle, testnets: 5.
  'arbitrum-sepolia': {
    ...arbitrumDefaults,
    chainId: 421_614,
    explorer: 'https://sepolia.arbiscan.io',
    confirmations: 5,
  },
  // Ours, as Arbitrum One.
  arbitrumnova: { ...arbitrumDefaults, chainId: 42_170, explorer: 'https://nova.arbiscan.io', confirmations: 20 },
  // Ours: one sequencer, batches of a few seconds.
  'astar-zkevm': {
    ...zkEvmDefaults,
    chainId: 3_776,
    explorer: 'https://astar-zkevm.explorer.startale.com',
    confirmations: 10,
  },
  // Ours: 10 blocks of 2 s.
  base: { ...opStackDefaults, chainId: 8_453, explorer: 'https://basescan.org', confirmations: 10 },
  // Circle, testnets: 5.
  'base-sepolia': {
    ...opStackDefaults,
    chainId: 84_532,
    explorer: 'https://sepolia.basescan.org',
    confirmations: 5,
  },
  // Circle: 3 since fast finality (BEP-126); ours: 15, still 12 s, for nodes that lag behind the vote.
  bsc: {
    ...defaults,
    chainId: 56,
    currency: { symbol: 'BNB', decimals: 18 },
    explorer: 'https://bscscan.com',
    confirmations: 15,
  },
  // Circle: 65, two epochs and one block: final by proof of stake.
  ethereum: { ...defaults, chainId: 1, explorer: 'https://etherscan.io', confirmations: 65 },
  // Circle, testnets: 5.
  'ethereum-sepolia': {
    ...defaults,
    chainId: 11_155_111,
    explorer: 'https://sepolia.etherscan.io',
    confirmations: 5,
  },
  // Ours: 10 blocks of 2 s.
  optimism: { ...opStackDefaults, chainId: 10, explorer: 'https://optimistic.etherscan.io', confirmations: 10 },
  // Circle, testnets: 5.
  'optimism-sepolia': {
    ...opStackDefaults,
    chainId: 11_155_420,
    explorer: 'https://optimism-sepolia.blockscout.com',
    confirmations: 5,
  },
  // Circle, CCTP V1: 33; the shorter 2–3 of V2 needs the `finalized` tag, which not every public node serves.
  polygon: {
    ...defaults,
    chainId: 137,
    minimumTip: polygonTip,
    currency: { symbol: 'POL', decimals: 18 },
    explorer: 'https://polygonscan.com',
    confirmations: 33,
  },
  // Circle, testnets: 1; ours: 5, as on the other testnets.
  'polygon-amoy': {
    ...defaults,
    chainId: 80_002,
    minimumTip: polygonTip,
    currency: { symbol: 'POL', decimals: 18 },
    explorer: 'https://amoy.polygonscan.com',
    confirmations: 5,
  },
  // Ours, as Astar zkEVM.
  zkyoto: {
    ...zkEvmDefaults,
    chainId: 6_038_361,
    explorer: 'https://zkyoto.explorer.startale.com',
    confirmations: 5,
  },
  // Ours: 10 blocks of 2 s.
  zora: { ...opStackDefaults, chainId: 7_777_777, explorer: 'https://explorer.zora.energy', confirmations: 10 },
  // Ours, as the other OP-stack testnets.
  'zora-sepolia': {
    ...opStackDefaults,
    chainId: 999_999_999,
    explorer: 'https://sepolia.explorer.zora.energy',
    confirmations: 5,
  },
}

const others: Record<'solana' | 'aptos' | 'cardano', Omit<OtherNetwork, 'name' | 'label'>> = {
  // Circle: 32 slots, Solana's `finalized` commitment. 1 SOL = 10^9 lamports.
  solana: {
    family: 'solana',
    currency: { symbol: 'SOL', decimals: 9 },
    explorer: 'https://explorer.solana.com',
    confirmations: 32,
  },
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
  return name === 'solana' || name === 'aptos' || name === 'cardano'
    ? { name, label: chainLabel(name), ...others[name] }
    : evmNetworkOf(name)
}

/** The facts about one EVM chain. */
export function evmNetworkOf(name: EvmChain): EvmNetwork {
  return { name, label: chainLabel(name), ...evm[name] }
}

/** The networks of all EVM chains, by name. */
export function evmNetworks(): EvmNetwork[] {
  return evmChains.map(evmNetworkOf)
}

/** The address of a transaction's page on the chain's explorer; undefined where the chain has no explorer. */
export function explorerTransaction(name: ChainName, hash: string): string | undefined {
  const { explorer } = networkOf(name)
  const path = { evm: 'tx', solana: 'tx', aptos: 'txn', cardano: 'transaction' }[familyOf(name)]
  return explorer === undefined ? undefined : `${explorer}/${path}/${hash}`
}
