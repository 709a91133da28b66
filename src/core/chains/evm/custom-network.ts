import { z } from 'zod'
import { least } from '../../../shared/bigint.ts'
import { type CustomChain, customLabel } from '../../../shared/custom-chain.ts'
import type { EvmNetwork } from '../family/network-facts.ts'
import { arbitrumDefaults, defaults } from './networks.ts'

/** The stored facts of a network that a person added. */
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

/** The facts of a network that one of its RPCs reported. */
export interface FoundFacts extends Pick<CustomFacts, 'chainId' | 'baseFee' | 'dataFee' | 'blockMs'> {
  /** The gas limit of its newest block. */
  blockGas: bigint
  /** Whether Multicall3 is at its usual address. */
  multicall: boolean
  /** Whether it serves these tags. */
  safe: boolean
  finalized: boolean
}

/** Ours: to deploy the largest contract that chains take (EIP-170: 24,576 bytes) needs 5.4 M gas. */
export const leastGasCap = 6_000_000
/** Ours: nobody waits for more blocks than Ethereum's two epochs, and a bit. */
export const mostConfirmations = 1_000

/** The values proposed to a person, who may change them. */
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

/** Ours: on an L2 as on the built-in L2s; on other chains about a minute, at least the 12 blocks usual on proof-of-work chains. */
function confirmationsFor(dataFee: CustomFacts['dataFee'], blockMs: number): number {
  if (dataFee !== null) return dataFee === 'arbitrum' ? 20 : 10
  return Math.min(64, Math.max(12, Math.ceil(60_000 / blockMs)))
}

/** A custom network in the form of the built-in ones. */
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
    // The person's own RPCs may contain a key: they are in the RPC list only, and never shown whole.
    rpcs: [],
  }
}
