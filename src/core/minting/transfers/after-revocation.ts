import type { Reason } from '../../store/journal/reason.ts'
import { refusalOf } from '../../store/journal/transfers/refused.ts'
import type { Store } from '../../store/sqlite/open.ts'
import { permitUsed, usedUp } from '../transactions/effects.ts'

/** How a transfer ends; `doneBy`: the hash of the transaction that made it, or that was refused. */
export interface TransferEnd {
  reason: Reason | null
  doneBy: string | null
}

const stillValid =
  'The permission that its holder signed for it could not be revoked, so the recipient may still carry it out: look at the wallet in a block explorer before you ask again.'

/**
 * How a refused transfer ends, by the result of revoking its permission. If the permission was used before, the transfer may have been made after
 * all.
 * @param revocation `reason`: why the revocation failed; `doneBy`: the transaction that made the transfer, where the chain shows it
 */
export async function afterRevocation(
  db: Store,
  transferPk: number,
  { reason, doneBy }: { reason: Reason | null; doneBy?: string | undefined },
): Promise<TransferEnd> {
  if (reason === null && doneBy !== undefined) return { reason: null, doneBy }
  const refusal = await refusalOf(db, transferPk)
  // The permission was used for something else: as a rule, another copy of the database revoked it.
  if (reason === null || reason === usedUp) return refusal
  if (reason.code === permitUsed) return { reason, doneBy: null }
  const { code, message } = refusal.reason
  return { ...refusal, reason: { code, message: `${message} ${stillValid}` } }
}
