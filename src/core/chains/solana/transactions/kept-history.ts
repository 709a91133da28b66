import { z } from 'zod'
import { CoreError } from '../../../lib/errors.ts'
import { solanaFault } from '../rpc/fault.ts'
import type { SolanaRpc } from '../rpc/rpc.ts'

/** Ours, ms: how far the chain's clock and this machine's may be apart. */
const clocksApart = 600_000

/**
 * Nodes prune old blocks, and then report the transactions in them as unknown.
 * @param since when the oldest of the transactions in question was signed, ms since 1970
 * @throws CoreError `network.incomplete` unless the node keeps all blocks since then
 */
export async function requireHistory(node: SolanaRpc, since: number): Promise<void> {
  const kept = await keptFrom(node)
  if (kept !== null && kept <= since - clocksApart) return
  throw new CoreError(
    'network.incomplete',
    `The RPC does not keep all since ${minuteOf(since)}, when a transaction that it does not know was signed.${kept === null ? '' : ` It keeps what came after ${minuteOf(kept)}.`} It may have been included, so nothing is sent in its place until an RPC says what became of it: set one that keeps the whole history, and take out those that do not.`,
  )
}

const minuteOf = (ms: number): string => `${new Date(ms).toISOString().slice(0, 16).replace('T', ' ')} UTC`

/** The time of the first block that the node keeps, ms since 1970; null if the node does not report it. */
async function keptFrom(node: SolanaRpc): Promise<number | null> {
  try {
    const first = await node.call('getFirstAvailableBlock', [], z.number())
    if (first === 0) return Number.NEGATIVE_INFINITY
    const seconds = await node.call('getBlockTime', [first], z.number().nullable())
    return seconds === null ? null : seconds * 1_000
  } catch (error) {
    if (solanaFault(error).kind !== 'unsupported') throw error
    return null
  }
}
