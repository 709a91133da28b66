import type { ChainClient } from '../../chains/family/family.ts'
import type { Head } from '../../chains/family/network.ts'
import type { Receipt } from '../../chains/family/transactions.ts'
import type { AttemptRow, TransactionRow } from '../../store/journal/signer-queue.ts'
import type { QueueContext } from '../deps.ts'

export interface ChainObservation {
  head: Head
  final: Head
  count: number
  finalCount: number
  /** Where attempts are on the canonical chain, by their hashes. */
  seen: Map<string, Inclusion & Pick<Receipt, 'final'>>
  /** The receipts that this observation has read. */
  receipts: Map<string, Receipt>
}

/** Where a transaction is. */
export type Inclusion = Pick<Receipt, 'hash' | 'blockNumber' | 'blockHash'>

/** How far the signer queue has read blocks for receipts; null: receipts are looked up by hash. */
export interface Scan {
  through: number | null
  /** The head at the last observation; without a new one, nothing changes. */
  hash: string | null
}

/** If the queue is more blocks behind, it looks receipts up by hash instead. */
const blocksAtMost = 32

/** A confirmed transaction whose receipt is still to be read. */
export type Placed = Omit<Confirmed, 'receipt'> & { place: Inclusion }

/** Asks the chain where the attempts are, and for its transaction counts of the signer. */
export async function observeChain(
  { client, queue }: QueueContext,
  scan: Scan,
  open: readonly TransactionRow[],
  attempts: ReadonlyMap<number, readonly AttemptRow[]>,
): Promise<ChainObservation> {
  const [head, final] = await Promise.all([client.head(), client.finalized()])
  const [count, finalCount] = await Promise.all([
    client.sequence(queue.signer),
    client.sequenceAt(queue.signer, Math.min(final.number, head.number)),
  ])
  const hashesOf = (transactions: readonly TransactionRow[]) =>
    transactions.flatMap(({ pk }) => (attempts.get(pk) ?? []).map(({ hash }) => hash))
  const { through } = scan
  const byBlock = through !== null && head.number >= through && head.number - through <= blocksAtMost
  if (byBlock && client.blocks) {
    const seen = await seenInBlocks(client.blocks, { from: through + 1, to: head.number }, open, hashesOf(open))
    // Unseen transactions that were included before, or whose sequence is used, are looked up by hash: a reorganisation may have moved them.
    const unseen = open.filter(
      (one) => (one.state === 'included' || one.sequence < count) && !hashesOf([one]).some((hash) => seen.has(hash)),
    )
    const receipts = await client.receipts(hashesOf(unseen))
    for (const [hash, receipt] of receipts) seen.set(hash, receipt)
    scan.through = head.number
    scan.hash = head.hash
    return { head, final, count, finalCount, seen, receipts }
  }
  const receipts = await client.receipts(hashesOf(open))
  scan.through = head.number
  scan.hash = head.hash
  return { head, final, count, finalCount, seen: receipts, receipts }
}

/** Finds which of the hashes are in new blocks, or still in their old block. It reads no receipts: each is read once, when it is confirmed. */
async function seenInBlocks(
  blocksAt: NonNullable<ChainClient['blocks']>,
  { from, to }: { from: number; to: number },
  open: readonly TransactionRow[],
  hashes: readonly string[],
): Promise<Map<string, Inclusion>> {
  const numbers = new Set(open.flatMap(({ state, block_number }) => (state === 'included' ? (block_number ?? []) : [])))
  for (let number = from; number <= to; number++) numbers.add(number)
  const blocks = await blocksAt([...numbers])
  const wanted = new Set(hashes)
  const seen = new Map<string, Inclusion>()
  for (const [blockNumber, block] of blocks)
    for (const hash of block.transactions)
      if (wanted.has(hash)) seen.set(hash, { hash, blockNumber, blockHash: block.hash })
  return seen
}

/** A transaction with all its confirmations. */
export interface Confirmed {
  transaction: TransactionRow
  own: readonly AttemptRow[]
  receipt: Receipt
}

/**
 * Adds receipts to confirmed transactions. One whose receipt the node lacks now, or has of another block, waits for the next observation. If another
 * RPC is asked before anything is written down, a receipt of another block is no reason to wait: it may be a lie.
 */
export async function withReceipts(
  client: ChainClient,
  { receipts }: ChainObservation,
  confirmed: readonly Placed[],
): Promise<Confirmed[]> {
  const missing = confirmed.flatMap(({ place }) => (receipts.has(place.hash) ? [] : [place.hash]))
  const asked = missing.length === 0 ? receipts : await client.receipts(missing)
  return confirmed.flatMap(({ place, ...one }) => {
    const receipt = receipts.get(place.hash) ?? asked.get(place.hash)
    return receipt && (receipt.blockHash === place.blockHash || client.witnesses) ? [{ ...one, receipt }] : []
  })
}
