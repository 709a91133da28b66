import { z } from 'zod'
import { CoreError } from '../../../lib/errors.ts'
import { solanaFault } from '../rpc/fault.ts'
import type { SolanaRpc } from '../rpc/rpc.ts'

/** Ours, ms: the clocks of the chain and of this machine may be so far apart. */
const clocksApart = 600_000

/**
 * Nodes throw old blocks away, and then say of what was in them that there is no such transaction.
 * @param since the oldest of the transactions that are looked for was signed then, ms since 1970
 * @throws CoreError `network.incomplete` unless the node keeps all blocks since then
 */
export async function requireHistory(node: SolanaRpc, since: number): Promise<void> {
  const kept = await keptFrom(node)
  if (kept !== null && kept <= since - clocksApart) return
  throw new CoreError(
    'network.incomplete',
    `The RPC does not keep all since ${minuteOf(since)}, when a transaction that it does not know was signed.${kept === null ? '' : ` It keeps what came after ${minuteOf(kept)}.`} It may have been included, so nothing is sent in its place until an RPC says what became of it: set one that keeps the whole history.`,
  )
}

const minuteOf = (ms: number): string => `${new Date(ms).toISOString().slice(0, 16).replace('T', ' ')} UTC`

/** The time of the first block that the node keeps, ms since 1970; null where it does not tell. */
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
