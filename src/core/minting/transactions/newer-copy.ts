import type { ChainClient } from '../../chains/family/family.ts'
import { isBehindMark } from '../../journal/rounds.ts'
import type { Mark } from '../../store/journal/signed-marks.ts'
import type { QueueContext } from '../deps.ts'
import { type Doubt, hearOthers } from '../hear-others.ts'
import { confirmedBlock } from '../reconcile/confirmed.ts'

/** What a signer queue remembers of a newer copy of the database between rounds; can be lost. */
export interface NewerCopyMemory {
  /** The head of each RPC when it was first asked, by its name: it is compared with later heads of this RPC alone. */
  heads: Map<string, number>
  /** For transactions that expire: the hash of the mark up to which nothing can be included any more. */
  over: string | null
}

/** `doubt`: only this RPC says that nothing may come any more. */
export type NewerCopy = { mayCome: false } | { mayCome: true; doubt: Doubt | null }

/**
 * Whether something that a newer copy of the database signed up to this mark may still be included, or changed by a reorganisation. Two RPCs of the
 * list must say, each for itself, that all of it is in blocks or has expired: whatever reads the chain after that takes it to be at rest.
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
  // With expiry, all RPCs are asked from the first round on, because the time of each is counted from its own first head.
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
