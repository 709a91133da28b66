import type { ChainClient } from '../../chains/family/family.ts'
import { contradictsUse, type SequenceFacts } from '../../journal/rounds.ts'
import type { QueueContext } from '../deps.ts'
import { type Doubt, hearOthers } from '../hear-others.ts'

/** External nonce use, as the RPC that answers a round tells of it. */
export interface NonceUse extends Pick<SequenceFacts, 'count' | 'pending'> {
  /** The head at which so many transactions were seen first. */
  since: number
}

/**
 * Whether one RPC alone tells of external nonce use, and why that is not believed, where a person is to know. Behind a sequence that nothing
 * takes all waits, and each before it would have to be filled and paid for: so a second RPC must have the signer as far. One that has not says
 * nothing, since its pool is another; it contradicts when its own chain is well past that head.
 * @returns null: it is so; `counted`: another one has as many in blocks or in its pool, so what waits in this one's pool is all that it tells alone
 */
export async function unconfirmedUse(
  { client, queue }: Pick<QueueContext, 'client' | 'queue'>,
  reported: NonceUse,
): Promise<{ doubt: Doubt | null; counted: boolean } | null> {
  let counted = false
  const headsPerBlock = client.headsPerBlock ?? 1
  const wordOf = async (other: ChainClient): Promise<'used' | 'unused' | undefined> => {
    const [head, count, pending] = await Promise.all([
      other.head(),
      other.sequence(queue.signer),
      other.pendingSequence(queue.signer),
    ])
    counted ||= Math.max(count, pending) >= reported.count
    if (Math.max(count, pending) >= Math.max(reported.count, reported.pending)) return 'used'
    const past = Math.floor((head.number - reported.since) / headsPerBlock)
    return contradictsUse({ reported: reported.count, count, past }) ? 'unused' : undefined
  }
  const heard = await hearOthers<'it', 'used' | 'unused'>(
    client,
    new Map([['it', 'used']]),
    (word) => word,
    async (other) => {
      const word = await wordOf(other)
      return new Map(word === undefined ? [] : [['it', word]])
    },
  )
  const result = heard.get('it')
  if (result?.kind === 'agreed') return result.own ? null : { doubt: null, counted }
  return { doubt: result?.kind === 'doubt' ? result.doubt : null, counted }
}
