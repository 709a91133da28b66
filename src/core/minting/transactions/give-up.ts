import type { Head } from '../../chains/family/network.ts'
import { batchByPk, batchMints } from '../../store/journal/batches.ts'
import { settleAlreadyMinted } from '../../store/journal/settle-batches.ts'
import { markDead } from '../../store/journal/settle-transaction.ts'
import type { AttemptRow, TransactionRow } from '../../store/journal/signer-queue.ts'
import type { QueueContext } from '../deps.ts'
import { hearOthers } from '../hear-others.ts'
import { alreadyMinted } from '../reconcile/already-minted.ts'
import { confirmedBlock } from '../reconcile/confirmed.ts'
import { anchorAt } from '../reconcile/taken-back.ts'
import { collectionOf, contractOf } from '../work.ts'
import type { Observed } from './observed.ts'

/**
 * Whether a transaction can never be included: it has expired, or a final block has used its sequence for another transaction. A missing receipt is
 * not enough if the chain can show what used the sequence: nodes serve receipts late.
 */
export async function deadForCertain(
  context: QueueContext,
  transaction: TransactionRow,
  own: readonly AttemptRow[],
  final: Head,
  observed: Observed,
): Promise<boolean> {
  const { deps, client } = context
  if (client.expiry && client.witnesses && ageOf(own, deps.clock()) < client.expiry.unknownMs) return false
  if ((await fateBy(context, transaction, own, final)) !== 'dead') return false
  const heard = await hearOthers<number, Fate>(
    client,
    new Map([[transaction.pk, 'dead']]),
    (fate) => fate,
    async (other) => {
      const ownFinal = await other.finalized()
      const last = own.at(-1)?.valid_until ?? null
      // An RPC whose chain has not got that far cannot say.
      if (last === null ? ownFinal.number < final.number : ownFinal.number <= last) return new Map()
      const fate = await fateBy({ ...context, client: other }, transaction, own, final)
      return new Map(fate === null ? [] : [[transaction.pk, fate]])
    },
  )
  const result = heard.get(transaction.pk)
  if (result?.kind === 'doubt') observed.doubt ??= result.doubt
  if (result?.kind !== 'agreed' || !result.own) return false
  deps.log.warn(
    { network: client.network, sequence: transaction.sequence, hashes: own.map(({ hash }) => hash) },
    client.family.sequences ? 'a sequence was used externally' : 'a transaction expired without having been included',
  )
  return true
}

/** How long ago the newest bytes were signed, ms; absolute, so a clock that was set back holds nothing up. */
function ageOf(own: readonly AttemptRow[], now: number): number {
  return Math.abs(now - Math.max(...own.map(({ created_at }) => created_at)))
}

/** `alive`: it is, or may yet be, in a block. */
type Fate = 'dead' | 'alive'

/** What one RPC says became of a transaction at a final block; null when it cannot say. */
async function fateBy(
  { client, queue }: Pick<QueueContext, 'client' | 'queue'>,
  transaction: TransactionRow,
  own: readonly AttemptRow[],
  final: Head,
): Promise<Fate | null> {
  const signed = own.map(({ hash, raw, created_at: signedAt }) => ({ hash, raw, signedAt }))
  if (client.expiry && (await client.expiry.gone(signed))) return 'dead'
  if (!client.family.sequences) return 'alive'
  if ((await client.sequenceAt(queue.signer, final.number)) <= transaction.sequence)
    // A node that has pruned that old state reports a lower count.
    return (await client.sequence(queue.signer)) <= transaction.sequence ? 'alive' : null
  const receipts = await client.receipts(own.map(({ hash }) => hash))
  if (receipts.size > 0) return 'alive'
  const user = await client.usedBy(queue.signer, transaction.sequence, final.number)
  return own.some(({ hash }) => hash === user) ? 'alive' : 'dead'
}

/**
 * Writes down that a transaction can never be included: something else used its sequence, or it has expired. Its batch waits for another one, unless
 * the contract knows its job (a copy of the batch was faster, or a node withholds the receipt); then it ends by what the chain holds. False when that
 * cannot be told, or not yet: a reorganisation may still remove the block that minted the job.
 */
export async function giveUpSequence(
  context: QueueContext,
  transaction: TransactionRow,
  head: Head,
  observed: Observed,
): Promise<boolean> {
  const { deps, client } = context
  const { pk, batch_pk, transfer_pk } = transaction
  const collection = await collectionOf(context, transaction)
  const batch = batch_pk === null ? undefined : await batchByPk(deps.db, batch_pk)
  const firstTokenId = batch && collection ? await client.job(contractOf(collection), batch.job_id) : 0
  if (!batch || !collection || firstTokenId === 0) {
    const ended = await markDead(deps.db, pk, deps.clock())
    if (ended && transfer_pk !== null) deps.events.transferEnded(transfer_pk)
    return true
  }
  const block = confirmedBlock(client, head)
  const confirmed = await client.job(contractOf(collection), batch.job_id, block)
  if (confirmed !== firstTokenId || !(await anchorAt(context, block))) return false
  const mints = await batchMints(deps.db, batch.pk)
  const minted = await alreadyMinted(context, collection, batch, mints, { firstTokenId })
  if (minted === null) return false
  await settleAlreadyMinted(deps.db, { batchPk: batch.pk, minted, transaction: { pk, inclusion: null } }, deps.clock())
  observed.batches.push(batch.pk)
  return true
}
