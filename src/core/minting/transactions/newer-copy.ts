import type { ChainClient } from '../../chains/family/family.ts'
import { isBehindMark } from '../../journal/rounds.ts'
import type { Mark } from '../../store/journal/signed-marks.ts'
import type { QueueContext } from '../deps.ts'
import { type Doubt, hearOthers } from '../hear-others.ts'
import { confirmedBlock } from '../reconcile/confirmed.ts'

/** What a signer queue remembers of a newer copy of the database between rounds; can be lost. */
export interface NewerCopyMemory {
  /** The head of each RPC when it was first asked, by its name: what one says of how far the chain was counts for itself alone. */
  heads: Map<string, number>
  /** Of what expires: the hash of the mark up to which nothing can come any more. */
  over: string | null
}

/** `doubt`: this RPC alone says that it is over. */
export type NewerCopy = { mayCome: false } | { mayCome: true; doubt: Doubt | null }

/**
 * Whether something may still be included, or changed by a reorganisation, that a newer copy of the database signed up to this mark. That
 * all of it is in blocks, or has expired, must be said by two RPCs of the list, each for itself: whatever asks the chain after that
 * believes it to be at rest.
 */
export async function newerCopyOf(context: QueueContext, memory: NewerCopyMemory, mark: Mark): Promise<NewerCopy> {
  const { client, queue } = context
  const expires = !client.family.sequences && client.expiry
  if (expires && memory.over === mark.hash) return { mayCome: false }
  const isOver = async (one: ChainClient, name: string): Promise<boolean> => {
    const head = await one.head()
    if (expires) {
      const first = memory.heads.get(name) ?? head.number
      memory.heads.set(name, first)
      return head.number - first > expires.lifetime
    }
    const confirmed = await one.sequenceAt(queue.signer, confirmedBlock(one, head))
    return !isBehindMark({ sequence: mark.sequence, known: false }, confirmed)
  }
  const own = await isOver(client, client.witnesses?.asked ?? '')
  // Those that expire are all asked from the first round on, since the time of each is counted from there.
  if (!own && !expires) return { mayCome: true, doubt: null }
  const heard = await hearOthers<'it', 'over'>(
    client,
    new Map([['it', own ? 'over' : undefined]]),
    (said) => said,
    async (other, _open, name) => new Map((await isOver(other, name)) ? [['it', 'over']] : []),
  )
  const result = heard.get('it')
  if (result?.kind !== 'agreed' || !result.own)
    return { mayCome: true, doubt: own && result?.kind === 'doubt' ? result.doubt : null }
  if (expires) memory.over = mark.hash
  return { mayCome: false }
}
