import { agreementOf, type Word } from '../../journal/agreement.ts'
import { CoreError } from '../../lib/errors.ts'
import type { Witnesses } from '../family/family.ts'
import type { Head } from '../family/network.ts'
import type { RpcClient } from './rpc/rpc.ts'

/**
 * The last final block on the node's own chain: its `finalized` block where it serves that tag, else the block that has `confirmations` by
 * its head. No node is trusted alone: where another one is up, the lower of the two final blocks counts.
 * @param other another node that is up; null or absent: there is none
 * @param witnesses asked where both nodes call different blocks of the same number final: two of the list decide
 * @throws CoreError `network.inconsistent` with their names when no two agree, or when they agree against this node
 */
export async function finalHead(
  node: RpcClient,
  confirmations: number,
  other?: () => Promise<RpcClient | null>,
  witnesses?: Witnesses,
): Promise<Head> {
  const own = await finalOf(node, confirmations)
  const second = await other?.()
  if (!second) return own
  let checked: Head
  try {
    checked = await finalOf(second, confirmations)
  } catch {
    // The pool records the other node's failure, which says nothing about this node.
    return own
  }
  if (checked.number > own.number) return own
  const same = checked.number === own.number ? own : await blockAt(node, checked.number)
  return same.hash === checked.hash ? same : decided(same, witnesses)
}

/** The block, if two RPCs of the list have it at its height; else throws. */
async function decided(own: Head, witnesses?: Witnesses): Promise<Head> {
  const words: Word[] = [{ rpc: witnesses?.asked ?? '', says: own.hash }]
  for (const { name, client } of witnesses?.others ?? []) {
    const found = await client()
      .then((one) => one?.blocks?.([own.number]))
      .catch(() => undefined)
    words.push({ rpc: name, says: found?.get(own.number)?.hash ?? null })
  }
  const result = agreementOf(Math.max(2, words.length), words)
  const names = (says: string | null) => words.filter((word) => word.says === says).map(({ rpc }) => rpc)
  if (result.kind === 'agreed') {
    witnesses?.compared({ agreed: names(result.says), outvoted: result.outvoted, disputed: [] })
    if (result.says === own.hash) return own
  }
  if (result.kind === 'disputed') witnesses?.compared({ agreed: [], outvoted: [], disputed: result.rpcs })
  const who = words.flatMap(({ rpc, says }) => (says === null || rpc === '' ? [] : [rpc]))
  throw new CoreError(
    'network.inconsistent',
    `${who.length > 1 ? who.join(' and ') : 'two RPCs'} call different blocks ${own.number} final: one of them follows another chain, or lies. Take that one out of the list in Settings.`,
  )
}

async function finalOf(node: RpcClient, confirmations: number): Promise<Head> {
  try {
    const block = await node.getBlock({ blockTag: 'finalized' })
    return { number: Number(block.number), hash: block.hash }
  } catch {
    // Any error counts as a missing tag: if the node is down, the next call fails.
    const head = await node.getBlock({ blockTag: 'latest' })
    return blockAt(node, Math.max(0, Number(head.number) - confirmations + 1))
  }
}

async function blockAt(node: RpcClient, number: number): Promise<Head> {
  const block = await node.getBlock({ blockNumber: BigInt(number) })
  return { number, hash: block.hash }
}
