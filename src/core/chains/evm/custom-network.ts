import { z } from 'zod'
import { least } from '../../../shared/bigint.ts'
import { type CustomChain, customLabel } from '../../../shared/custom-chain.ts'
import type { EvmNetwork } from '../family/network-facts.ts'
import { arbitrumDefaults, defaults } from './networks.ts'

/** What is kept of a network that a person added. */
export const customFacts = z.object({
  chainId: z.int().positive(),
  /** Of its coin, which has 18 decimals on every EVM chain. */
  symbol: z.string(),
  /** Without a slash at its end. */
  explorer: z.string().nullable(),
  confirmations: z.int().positive(),
  /** Highest gas limit of one transaction. */
  gasCap: z.int().positive(),
  /** Whether blocks have a base fee (EIP-1559). */
  baseFee: z.boolean(),
  dataFee: z.enum(['op-stack', 'arbitrum']).nullable(),
  blockMs: z.int().positive(),
})
export type CustomFacts = z.infer<typeof customFacts>

/** What was found out of a network by asking one of its RPCs. */
export interface FoundFacts extends Pick<CustomFacts, 'chainId' | 'baseFee' | 'dataFee' | 'blockMs'> {
  /** The gas limit of its newest block. */
  blockGas: bigint
  /** Whether Multicall3 is at its usual address. */
  multicall: boolean
  /** Which tags it serves. */
  safe: boolean
  finalized: boolean
}

/** Ours: to deploy the largest contract that chains take (EIP-170: 24,576 bytes) needs 5.4 M gas. */
export const leastGasCap = 6_000_000
/** Ours: nobody waits for more blocks than Ethereum's two epochs, and a bit. */
export const mostConfirmations = 1_000

/** What a person is proposed, who may say otherwise. */
export function proposedFacts({
  chainId,
  blockGas,
  blockMs,
  dataFee,
}: Omit<FoundFacts, 'multicall'>): Pick<CustomFacts, 'symbol' | 'confirmations' | 'gasCap'> & { name: string } {
  return {
    name: `chain-${chainId}`,
    symbol: 'ETH',
    confirmations: confirmationsFor(dataFee, blockMs),
    gasCap: Number(least(defaults.caps.gasPerTransaction, blockGas / 2n > leastGasCap ? blockGas / 2n : blockGas)),
  }
}

/** Ours: on L2 as on those that Mintdesk knows; elsewhere about a minute, at least the 12 blocks that proof-of-work chains made usual. */
function confirmationsFor(dataFee: CustomFacts['dataFee'], blockMs: number): number {
  if (dataFee !== null) return dataFee === 'arbitrum' ? 20 : 10
  return Math.min(64, Math.max(12, Math.ceil(60_000 / blockMs)))
}

/** A network that a person added, as all others are. */
export function customNetworkOf(name: CustomChain, facts: CustomFacts): EvmNetwork {
  const { caps, ...rest } = facts.dataFee === 'arbitrum' ? arbitrumDefaults : defaults
  const gasPerTransaction = BigInt(facts.gasCap)
  return {
    ...rest,
    name,
    label: customLabel(name),
    chainId: facts.chainId,
    currency: { symbol: facts.symbol, decimals: 18 },
    explorer: facts.explorer ?? undefined,
    confirmations: facts.confirmations,
    caps: {
      ...caps,
      gasPerTransaction,
      gasInFlight: caps.inOrder ? gasPerTransaction : caps.gasInFlight,
    },
    baseFee: facts.baseFee,
    dataFee: facts.dataFee ?? undefined,
    blockMs: facts.blockMs,
    // A person's own, which may hold a key: they stand in the list of RPCs, and are never shown whole.
    rpcs: [],
  }
}
