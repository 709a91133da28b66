import type { Outcome } from '../../chains/family/outcome.ts'
import type { Work } from '../../chains/family/work.ts'
import { CoreError } from '../../lib/errors.ts'
import type { Reason } from '../../store/journal/reason.ts'
import { deadHashes } from '../../store/journal/signer-queue.ts'
import type { QueueContext } from '../deps.ts'
import { readTree } from '../reconcile/read-tree.ts'
import { refusalReason, whatWasDone } from './effects.ts'

/** By tree: the head at which a proof was first refused although the tree's transactions showed nothing new. */
export type StaleTrees = Map<string, number>

/** The code by which a family reports that a token is not as the journal has it (`Outcome`). */
export const staleToken = 'token.stale'

/** Ours: blocks that may pass after a change is noticed until nodes report its transaction as final. */
const patience = 32

/**
 * What becomes of work that the chain would refuse. `again`: prepare it anew at once, because the journal knows more now; `later`: the change that
 * caused the refusal is not final yet; `over`: it ends; `doneBy`: the transaction of ours that did it after all.
 */
export type Verdict = { kind: 'again' | 'later' } | { kind: 'over'; reason: Reason | null; doneBy?: string }

/** See `Verdict`. @param of what the work belongs to */
export async function judgeRefusal(
  context: QueueContext,
  stale: StaleTrees,
  work: Work,
  of: { actionPk: number } | { transferPk: number },
  outcome: Exclude<Outcome, { kind: 'minted' | 'done' }>,
): Promise<Verdict> {
  const { deps, client } = context
  const tree = 'own' in work ? work.own?.leafContext?.tree : undefined
  if (outcome.kind === 'failed' && outcome.code === staleToken && tree !== undefined)
    return await afterReading(context, stale, tree)
  const done = await whatWasDone(context, work, outcome)
  // For an action, only a transaction of the journal is named in `doneBy`.
  if (done) return done.kind === 'later' || 'transferPk' in of ? done : { kind: 'over', reason: done.reason }
  // A node that reported no receipt of an expired transaction before may report one now.
  const dead = client.expiry ? await deadHashes(deps.db, of) : []
  const receipts = dead.length > 0 ? await client.receipts(dead) : new Map()
  const doneBy = dead.find((hash) => receipts.get(hash)?.ok)
  return doneBy === undefined
    ? { kind: 'over', reason: refusalReason(context, outcome) }
    : { kind: 'over', reason: null, doneBy }
}

async function afterReading({ deps, client }: QueueContext, stale: StaleTrees, tree: string): Promise<Verdict> {
  const seen = (await client.head()).number
  deps.log.warn({ network: client.network, tree }, 'a proof is stale; reading what was done to the tree')
  let history = ''
  try {
    if (client.trees && (await readTree(deps.db, client.trees, tree))) {
      stale.delete(tree)
      return { kind: 'again' }
    }
  } catch (error) {
    if (!(error instanceof CoreError) || error.code !== 'network.incomplete') throw error
    history = ` ${error.message}`
  }
  const since = stale.get(tree) ?? seen
  stale.set(tree, since)
  if (history === '' && (await client.finalized()).number <= since + patience) return { kind: 'later' }
  stale.delete(tree)
  const message = `The tree ${tree}, in which the NFT lies, was changed by transactions that the RPC does not tell, so nothing can be proved of it. Set an RPC that keeps the whole history, take out those that do not, and try again.${history}`
  return { kind: 'over', reason: { code: staleToken, message } }
}
