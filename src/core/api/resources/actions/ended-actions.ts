/** Ended actions as they ended, in the API's form: the messages of webhooks. */
import type { ActionAnswer } from '../../../../shared/api-schemas/actions.ts'
import type { Composed } from '../../../events/webhooks.ts'
import { type CollectionRow, collectionByPk } from '../../../store/collections/collections.ts'
import { asItFailed, mintsByPk } from '../../../store/collections/nfts.ts'
import { actionByPk } from '../../../store/journal/actions.ts'
import { type CorrectionRow, correctionsOf } from '../../../store/journal/corrections.ts'
import type { EndedAction } from '../../../store/outbox/webhook-deliveries.ts'
import type { Store } from '../../../store/sqlite/open.ts'
import { readTransfer } from '../transfers/view.ts'
import { actionOf, actionOfMint } from './view.ts'

/**
 * The messages of what ended, in its order. A row that no longer exists (it was made again as something else) has none.
 * @param base `http://127.0.0.1:<port>`, with which the actions' `resource` begins
 */
export async function composeEnded(db: Store, ended: readonly EndedAction[], base: string): Promise<Composed[]> {
  const mintPks = ended.flatMap(({ mint_pk }) => mint_pk ?? [])
  const mints = new Map((await mintsByPk(db, mintPks)).map((mint) => [mint.pk, mint]))
  const corrections = await correctionsOf(db, mintPks)
  const collections = new Map<number, CollectionRow>()
  const collectionOf = async (pk: number): Promise<CollectionRow> => {
    const collection = collections.get(pk) ?? (await collectionByPk(db, pk))
    collections.set(pk, collection)
    return collection
  }
  const composed: Composed[] = []
  for (const one of ended) {
    // The row may have moved on (a run's failed row is tried again): the message has the outcome of that time.
    const then = {
      error_code: one.error_code,
      error_message: one.error_message,
      completed_at: one.completed_at,
    }
    const mint = mints.get(one.mint_pk ?? 0)
    if (mint) {
      const collection = await collectionOf(mint.collection_pk)
      // A mint that was corrected since had failed under another action.
      const failed = one.status === 'failed' ? failedThen(corrections, mint.pk, one.completed_at) : undefined
      const row = failed ? asItFailed(mint, failed) : mint
      const action = actionOfMint({ ...row, ...then, state: one.status }, collection, base)
      composed.push(message(collection.project_id, action))
    }
    const row = one.action_pk === null ? undefined : await actionByPk(db, one.action_pk)
    if (row) {
      const collection = await collectionOf(row.collection_pk)
      const [nft] = row.mint_pk === null ? [] : await mintsByPk(db, [row.mint_pk])
      const action = actionOf({ ...row, ...then, status: one.status }, collection, nft, base)
      composed.push(message(collection.project_id, action))
    }
    const moved = one.transfer_pk === null ? undefined : await readTransfer(db, one.transfer_pk, base)
    if (moved) composed.push(message(moved.projectId, moved.action))
  }
  return composed
}

/** A mint's first correction after it had ended at a time. */
function failedThen(
  corrections: readonly CorrectionRow[],
  mintPk: number,
  ended: number | null,
): CorrectionRow | undefined {
  return corrections.find((one) => one.mint_pk === mintPk && (one.failed_at ?? 0) >= (ended ?? 0))
}

function message(projectId: string, action: ActionAnswer): Composed {
  const type = `${action.action}.${action.status}`
  return { projectId, type, body: JSON.stringify({ type, ...action }) }
}
