import type { Outcome } from '../../chains/family/outcome.ts'
import type { Work } from '../../chains/family/work.ts'
import { CoreError } from '../../lib/errors.ts'
import type { Reason } from '../../store/journal/reason.ts'
import { deadHashes } from '../../store/journal/signer-queue.ts'
import type { QueueContext } from '../deps.ts'
import { readTree } from '../reconcile/read-tree.ts'
import { refusalReason, whatWasDone } from './effects.ts'

/** By tree: the head at which a proof of ours was first refused though the tree's transactions told nothing new. */
export type StaleTrees = Map<string, number>

/** What a family says of a token that is not as the journal has it (`Outcome`). */
export const staleToken = 'token.stale'

/** Ours: blocks that a change may take from where it is seen to where its transaction is told as final. */
const patience = 32

/**
 * What becomes of work that the chain would refuse. `again`: it is to be prepared anew, at once, since the journal knows more; `later`: what
 * changed is not final yet; `over`: it ends, `doneBy` the transaction of ours that did it after all.
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
  // As what did an action, only a transaction of the journal is named.
  if (done) return done.kind === 'later' || 'transferPk' in of ? done : { kind: 'over', reason: done.reason }
  // A node may have told of none of an expired transaction's blocks, and tells now.
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
  const message = `The tree ${tree}, in which the NFT lies, was changed by transactions that the RPC does not tell, so nothing can be proved of it. Set an RPC that keeps the whole history, and try again.${history}`
  return { kind: 'over', reason: { code: staleToken, message } }
}
