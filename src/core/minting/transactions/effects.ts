import type { Outcome } from '../../chains/family/outcome.ts'
import type { Work } from '../../chains/family/work.ts'
import { firstBlock } from '../../holdings/first-block.ts'
import { findContract } from '../../store/collections/collections.ts'
import type { Reason } from '../../store/journal/reason.ts'
import type { QueueContext } from '../deps.ts'
import { confirmedBlock } from '../reconcile/confirmed.ts'

/** Error code of an action whose permission the holder used for something else; a new action gets a new permission. */
export const permitUsed = 'permit.used'

/** It was certainly used for something else. */
export const usedUp: Reason = {
  code: permitUsed,
  message:
    'The permission that was made for this was used up for something else: the wallet that holds the NFT signed that outside of Mintdesk. The NFT is not where it was to go. Look at the wallet in a block explorer, then ask again.',
}

const usedUnseen: Reason = {
  code: permitUsed,
  message:
    'The permission that was made for this was used, and the network does not tell any more what for: it may have been done. Look at the wallet in a block explorer before you ask again.',
}

/** An attacker's contract may revert with any text, even ours: that is no success. */
export const refusedByStranger: Reason = {
  code: 'chain.reverted',
  message: 'The contract refused the transaction, and gave no reason that is known here. Nothing was moved by it.',
}

/** What became of work that the contract reports as done before. `later`: what did it is not final yet. */
export type Done = { kind: 'later' } | { kind: 'over'; reason: Reason | null; doneBy?: string }

/**
 * Checks whether a burn or a transfer took place whose permission the contract reports as used. That alone proves no success: the token's holder may
 * have signed something else under it.
 * @returns null for other outcomes, for other work, and in families that report as done only what they see done
 */
export async function whatWasDone(
  { deps, client, project }: QueueContext,
  asked: Work,
  outcome: Outcome,
): Promise<Done | null> {
  const work = asked.kind === 'revoke' ? asked.transfer : asked
  if (outcome.kind !== 'already-minted' && !(outcome.kind === 'failed' && outcome.code === permitUsed)) return null
  if ((work.kind !== 'burn' && work.kind !== 'transfer') || !client.transfers?.effect) return null
  if (work.kind === 'transfer' && work.by === 'holder') return { kind: 'over', reason: refusedByStranger }
  const collection = await findContract(deps.db, project.id, client.chain, work.contract)
  const since = collection ? await firstBlock(deps.db, client, collection) : 0
  const through = confirmedBlock(client, await client.head())
  const found = await client.transfers.effect(work, { since, through })
  if (found.kind === 'unconfirmed') return { kind: 'later' }
  if (found.kind === 'there') return { kind: 'over', reason: null, doneBy: found.doneBy }
  return { kind: 'over', reason: found.kind === 'absent' ? usedUp : usedUnseen }
}

/**
 * Why work without a batch was refused, if `whatWasDone` does not say; null: it is done. The fence refuses mints only: for any other work the words
 * may come from an attacker's contract, which can revert with any text.
 */
export function refusalReason(
  { client }: Pick<QueueContext, 'client'>,
  outcome: Exclude<Outcome, { kind: 'minted' | 'done' }>,
): Reason | null {
  if (outcome.kind === 'failed') return outcome
  return outcome.kind === 'already-minted' && !client.transfers?.effect ? null : refusedByStranger
}
