import { type Hex, hexToBigInt } from 'viem'
import { least, most } from '../../../../shared/bigint.ts'
import type { Fee, Fees } from '../../family/fees.ts'
import type { RpcClient } from '../rpc/rpc.ts'

export interface FeeRules {
  /** Whether the chain's blocks have a base fee (EIP-1559). A block without one overrides `true`. */
  baseFee: boolean
  /** Least tip that the chain's nodes accept, wei per gas; 0n where there is no minimum. */
  minimumTip: bigint
}

/** What one node reports about fees, wei per gas. */
export interface FeeFacts {
  /** Base fee of the next block; null where blocks have none. */
  base: bigint | null
  /** Tips paid in each of the last blocks that were not empty, at the 10th, 50th and 90th percentile of gas. */
  tips: readonly (readonly [low: bigint, expected: bigint, high: bigint])[]
  /** `eth_maxPriorityFeePerGas`; null when the node does not support it. */
  suggestedTip: bigint | null
  /** `eth_gasPrice`: base fee and tip in one. */
  gasPrice: bigint
}

/** Ours: blocks of fee history; on Ethereum two minutes, enough to follow the market and not a single block. */
const blocksBack = 10
const percentiles = [10, 50, 90]
/** Ours: the tip where the node suggests none and its last blocks were empty: the usual default of wallets. */
const unknownTip = 1_000_000_000n

/**
 * Low, expected and high fee. A base fee grows by at most an eighth per block (EIP-1559): twice the present one covers six full blocks in
 * a row, four times covers twelve, after which a transaction gets a fee bump (`patience` in src/core/journal/steps.ts). Where blocks have no
 * base fee, the whole gas price is paid, so the node's own gas price is signed.
 */
export function feesOf({ base, tips, suggestedTip, gasPrice }: FeeFacts, { minimumTip }: FeeRules): Fees {
  // Many nodes' mempools refuse transactions without any tip (go-ethereum, txpool: PriceLimit is 1 wei).
  const minimum = most(minimumTip, 1n)
  if (base === null) {
    const price = most(gasPrice, minimum)
    const fee = (max: bigint): Fee => ({ max, priority: max, legacy: true })
    return { base: 0n, low: fee(price), expected: fee(price), high: fee(price * 2n) }
  }
  const [low, middle, high] = ([0, 1, 2] as const).map((place) => median(tips.map((block) => block[place])))
  // Where nobody paid a tip, or the blocks were empty, the node's suggestion is the best guess. Where it is lower than the tips paid, it is
  // enough: on a quiet chain the last blocks hold our own transactions, and their bumped tips would stay the price for ever.
  const word = suggestedTip ?? (tips.length > 0 ? 1n : unknownTip)
  const usual = middle === undefined || middle === 0n ? word : least(middle, suggestedTip ?? middle)
  const expected = most(usual, minimum)
  const fee = (max: bigint, priority: bigint): Fee => ({ max: max + priority, priority })
  return {
    base,
    low: fee((base * 9n) / 8n, least(most(low ?? expected, minimum), expected)),
    expected: fee(base * 2n, expected),
    high: fee(base * 4n, most(high ?? 0n, expected)),
  }
}

/**
 * Reads what `feesOf` needs in one batch of calls. A node without a fee history is asked for its latest block instead.
 * @throws when the node does not answer at all.
 */
export async function readFees(node: RpcClient, rules: FeeRules): Promise<Fees> {
  const [block, gasPrice, suggestedTip, history] = await Promise.all([
    node.getBlock({ blockTag: 'latest' }),
    node.getGasPrice(),
    ask<Hex>(node, 'eth_maxPriorityFeePerGas', []).then((tip) => (tip === null ? null : hexToBigInt(tip))),
    rules.baseFee
      ? ask<FeeHistory>(node, 'eth_feeHistory', [`0x${blocksBack.toString(16)}`, 'latest', percentiles])
      : null,
  ])
  if (!rules.baseFee || block.baseFeePerGas === null)
    return feesOf({ base: null, tips: [], suggestedTip, gasPrice }, rules)
  const next = history?.baseFeePerGas.at(-1)
  // Without a fee history: the latest block's base fee plus an eighth, the most that the next one can be.
  const base = next === undefined ? (block.baseFeePerGas * 9n) / 8n : hexToBigInt(next)
  return feesOf({ base, tips: tipsIn(history), suggestedTip, gasPrice }, rules)
}

interface FeeHistory {
  baseFeePerGas: readonly Hex[]
  gasUsedRatio: readonly number[]
  reward?: readonly (readonly Hex[] | null)[] | null
}

/** Tips of the blocks that were not empty: those of an empty block are zeros, or missing. */
function tipsIn(history: FeeHistory | null): FeeFacts['tips'] {
  return (history?.reward ?? []).flatMap((block, index) => {
    const [low, expected, high] = block ?? []
    if (low === undefined || expected === undefined || high === undefined) return []
    if (!((history?.gasUsedRatio[index] ?? 0) > 0)) return []
    return [[hexToBigInt(low), hexToBigInt(expected), hexToBigInt(high)] as const]
  })
}

/** Makes a call that a node may not support; null then. */
async function ask<Answer>(node: RpcClient, method: string, params: unknown[]): Promise<Answer | null> {
  try {
    return await node.request<{ Method: string; Parameters: unknown[]; ReturnType: Answer | null }>({ method, params })
  } catch {
    return null
  }
}

function median(values: readonly bigint[]): bigint | undefined {
  const sorted = [...values].sort((one, other) => (one < other ? -1 : one > other ? 1 : 0))
  return sorted[Math.floor(sorted.length / 2)]
}
