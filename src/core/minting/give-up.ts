import type { Head } from '../chains/family/network.ts'
import { batchByPk, batchMints } from '../store/batches.ts'
import type { AttemptRow, TransactionRow } from '../store/lane.ts'
import { settleElsewhere } from '../store/settle-batches.ts'
import { markDead } from '../store/settle-transaction.ts'
import { confirmedBlock } from './confirmed.ts'
import type { LaneContext } from './deps.ts'
import { mintedElsewhere } from './elsewhere.ts'
import type { Observed } from './observed.ts'
import { collectionOf, contractOf } from './work.ts'

/**
 * Whether a transaction can never be included: its sequence is used at a final block, and by none of its attempts. That no receipt is
 * told is not enough where it can be seen what used the sequence: receipts may come late.
 */
export async function deadForCertain(
  { deps, client, lane }: LaneContext,
  transaction: TransactionRow,
  own: readonly AttemptRow[],
  final: Head,
): Promise<boolean> {
  const hashes = own.map(({ hash }) => hash)
  if (client.expiry) {
    if (!(await client.expiry.gone(hashes))) return false
    deps.log.warn({ network: client.network, hashes }, 'a transaction expired without having been included')
    return true
  }
  const receipts = await client.receipts(hashes)
  if (receipts.size > 0) return false
  const user = await client.usedBy(lane.signer, transaction.sequence, final.number)
  if (own.some(({ hash }) => hash === user)) return false
  deps.log.warn({ network: client.network, sequence: transaction.sequence }, 'a sequence was used by something outside')
  return true
}

/**
 * Writes down that a transaction's sequence was used by something else. Its batch waits for another, unless the contract knows its job: a
 * copy of it was faster, or a node keeps its receipt back; then it ends by what the chain holds. False when that cannot be told, or not
 * yet: what minted the job may be in a block that is taken back.
 */
export async function giveUpSequence(
  context: LaneContext,
  transaction: TransactionRow,
  head: Head,
  observed: Observed,
): Promise<boolean> {
  const { deps, client } = context
  const { pk, batch_pk } = transaction
  const collection = await collectionOf(context, transaction)
  const batch = batch_pk === null ? undefined : await batchByPk(deps.db, batch_pk)
  const firstTokenId = batch && collection ? await client.job(contractOf(collection), batch.job_id) : 0
  if (!batch || !collection || firstTokenId === 0) {
    await markDead(deps.db, pk, deps.clock())
    return true
  }
  const confirmed = await client.job(contractOf(collection), batch.job_id, confirmedBlock(client, head))
  if (confirmed !== firstTokenId) return false
  const mints = await batchMints(deps.db, batch.pk)
  const minted = await mintedElsewhere(context, collection, batch, mints, { firstTokenId })
  if (minted === null) return false
  await settleElsewhere(deps.db, { batchPk: batch.pk, minted, transaction: { pk, inclusion: null } }, deps.clock())
  observed.batches.push(batch.pk)
  return true
}
