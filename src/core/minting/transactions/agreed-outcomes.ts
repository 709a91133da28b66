import type { ChainClient } from '../../chains/family/family.ts'
import { isFenced } from '../../chains/family/outcome.ts'
import type { Receipt } from '../../chains/family/transactions.ts'
import type { QueueContext } from '../deps.ts'
import { hearOthers } from '../hear-others.ts'
import type { Confirmed } from './chain-observation.ts'
import { permitUsed } from './effects.ts'
import type { Observed } from './observed.ts'
import { outcomeOf, type TransactionOutcome } from './outcome.ts'

/** What an RPC says of a transaction: its outcome, or that it is not in the block that another RPC names. */
type ReportedOutcome = { kind: 'end'; end: TransactionOutcome; at: Receipt } | { kind: 'absent' }

/**
 * The outcomes that may be written down: two RPCs of the list, each asked on its own, report the same block, status and outcome, or the list has one
 * RPC. The others wait; `observed.doubt` says why.
 */
export async function agreedOutcomes(
  context: QueueContext,
  own: readonly { confirmed: Confirmed; end: TransactionOutcome }[],
  observed: Observed,
): Promise<TransactionOutcome[]> {
  const { deps, client } = context
  if (!client.witnesses) return own.map(({ end }) => end)
  const byPk = new Map(own.map(({ confirmed }) => [confirmed.transaction.pk, confirmed]))
  const heard = await hearOthers<number, ReportedOutcome>(
    client,
    new Map(own.map(({ confirmed, end }) => [confirmed.transaction.pk, { kind: 'end', end, at: confirmed.receipt }])),
    wordOf,
    (other, open) =>
      outcomesBy(
        { ...context, client: other },
        open.flatMap((pk) => byPk.get(pk) ?? []),
      ),
  )
  return own.flatMap(({ confirmed, end }) => {
    const result = heard.get(confirmed.transaction.pk)
    if (result?.kind === 'agreed' && result.own) return [withoutBlame(end, result.said)]
    if (result?.kind === 'doubt') observed.doubt ??= result.doubt
    deps.log.warn(
      { network: client.network, hash: confirmed.receipt.hash, asked: client.witnesses?.asked, heard: result },
      'two RPCs do not (yet) say the same of a transaction: its end is not written down',
    )
    return []
  })
}

/** What another RPC says of transactions; leaves out those that lack their confirmations on its own chain. */
async function outcomesBy(context: QueueContext, asked: readonly Confirmed[]): Promise<Map<number, ReportedOutcome>> {
  const { client } = context
  const [head, receipts] = await Promise.all([
    client.head(),
    client.receipts(asked.flatMap(({ own }) => own.map(({ hash }) => hash))),
  ])
  const isDeep = ({ blockNumber, final }: Pick<Receipt, 'blockNumber' | 'final'>): boolean =>
    final ?? head.number - blockNumber + 1 >= client.confirmations
  const outcomes = await Promise.allSettled(
    asked.map(async ({ transaction, own, receipt: claimed }): Promise<readonly [number, ReportedOutcome][]> => {
      const receipt = own.map(({ hash }) => receipts.get(hash)).find((found) => found !== undefined)
      if (receipt)
        return isDeep(receipt)
          ? [
              [
                transaction.pk,
                { kind: 'end', end: await outcomeOf(context, { transaction, own, receipt }), at: receipt },
              ],
            ]
          : []
      return isDeep({ blockNumber: claimed.blockNumber }) && (await isAbsent(client, claimed))
        ? [[transaction.pk, { kind: 'absent' }]]
        : []
    }),
  )
  return new Map(outcomes.flatMap((one) => (one.status === 'fulfilled' ? one.value : [])))
}

/** Whether the RPC's own block at that height lacks the transaction. A missing receipt proves nothing: nodes serve receipts late. */
async function isAbsent(client: ChainClient, { hash, blockNumber }: Receipt): Promise<boolean> {
  const block = (await client.blocks?.([blockNumber]))?.get(blockNumber)
  return block !== undefined && !block.transactions.includes(hash)
}

/** Everything about an outcome on which RPCs must agree: its block, whether it reverted, and what it did. Equal texts say the same. */
function wordOf(reported: ReportedOutcome): string {
  if (reported.kind === 'absent') return 'absent'
  const { end, at } = reported
  return JSON.stringify([at.hash, at.blockNumber, at.blockHash, at.ok, cameTo(end)])
}

function cameTo(end: TransactionOutcome): unknown {
  if (end.kind === 'minted') {
    const { firstTokenId, addresses, leaves } = end.at
    return ['minted', firstTokenId, addresses, leaves]
  }
  // Whether the permission was used is more than a reason: an unused permission is revoked before its transfer counts as failed.
  if (end.kind === 'other') return ['other', end.reason === null, end.reason?.code === permitUsed, end.changes]
  // Some nodes report why it failed, others have forgotten it.
  const { outcome } = end
  if (outcome.kind === 'failed' || outcome.kind === 'unclear') return ['failed']
  return isFenced(outcome) ? [outcome.kind] : [outcome.kind, outcome.firstTokenId, outcome.addresses]
}

/** A failed batch keeps the place of the refused mint, and `elsewhere`, only if all agreeing RPCs report the same. */
function withoutBlame(end: TransactionOutcome, said: readonly ReportedOutcome[]): TransactionOutcome {
  if (end.kind !== 'batch' || end.outcome.kind !== 'failed') return end
  const { place, elsewhere, ...failed } = end.outcome
  const others = said.flatMap((reported) =>
    reported.kind === 'end' && reported.end.kind === 'batch' && reported.end.outcome.kind === 'failed'
      ? [reported.end.outcome]
      : [],
  )
  const outcome = {
    ...failed,
    ...(place !== undefined && others.every((other) => other.place === place) ? { place } : {}),
    ...(elsewhere && others.every((other) => other.elsewhere) ? { elsewhere } : {}),
  }
  return { ...end, outcome }
}
