import { changeOnItsWay } from '../store/collections/changes.ts'
import { type ActionRow, endAction, waitingActions } from '../store/journal/action-steps.ts'
import { nameDead } from '../store/journal/settle-transaction.ts'
import type { CollectionRow } from '../store/journal/signer-queue.ts'
import { isMoving } from '../store/journal/transfers/transfers.ts'
import type { QueueContext } from './deps.ts'
import { goesOn, type Planned } from './planned.ts'
import type { Round } from './transactions/round.ts'
import { signWork } from './transactions/sign.ts'
import { judgeRefusal, type StaleTrees } from './transactions/token-refusals.ts'
import { actionWork } from './work.ts'

/** Ours: how often refused work is prepared again in one round; the journal knows more each time. */
const triesAtMost = 3

/** Signs the waiting changes of a collection and its NFTs. @returns whether the round goes on */
export async function planActions(
  context: QueueContext,
  stale: StaleTrees,
  round: Round,
  collection: CollectionRow,
  planned: Planned,
): Promise<boolean> {
  const { db } = context.deps
  for (const action of await waitingActions(db, collection.pk)) {
    // The next change is judged by what the chain says once the one before is included.
    if (action.kind === 'collections.update' && (await changeOnItsWay(db, collection.pk))) return false
    if (!(await planAction(context, stale, round, collection, action, planned))) return false
  }
  return true
}

async function planAction(
  context: QueueContext,
  stale: StaleTrees,
  round: Round,
  collection: CollectionRow,
  action: ActionRow,
  planned: Planned,
): Promise<boolean> {
  const { deps } = context
  for (let tries = 1; ; tries++) {
    const work = await actionWork(context, collection, action)
    // Such work states the token's present data (`own`), so the token takes one change at a time.
    if ('own' in work && action.mint_pk !== null && (await isMoving(deps.db, action.mint_pk))) return true
    const purpose = work.kind === 'burn' ? 'burn' : 'update'
    const signed = await signWork(context, round, work, { purpose, collection, actionPk: action.pk })
    if (signed.kind !== 'refused') return goesOn(signed, planned)
    const { outcome } = signed.refusal
    if (outcome.kind === 'already-minted' && round.unsettled) {
      planned.unsettled = true
      return false
    }
    const verdict = await judgeRefusal(context, stale, work, { actionPk: action.pk }, outcome)
    if (verdict.kind === 'again' && tries < triesAtMost) continue
    if (verdict.kind !== 'over') {
      planned.waitMs = Math.min(planned.waitMs ?? deps.timing.pollMs, deps.timing.pollMs)
      return true
    }
    // A restored database may ask again for a change that the chain has made.
    const { reason, doneBy } = verdict
    await deps.db.transaction().execute(async (trx) => {
      const by = doneBy === undefined ? null : await nameDead(trx, doneBy)
      await endAction(trx, action.pk, by, reason, deps.clock())
    })
    deps.events.actionEnded(action.pk)
    return true
  }
}
