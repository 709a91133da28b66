import type { ChainClient } from '../../chains/family/family.ts'
import { contradictsUse, type SequenceFacts } from '../../journal/rounds.ts'
import type { QueueContext } from '../deps.ts'
import { type Doubt, hearOthers } from '../hear-others.ts'

/** External nonce use, as the RPC of this round reports it. */
export interface NonceUse extends Pick<SequenceFacts, 'count' | 'pending'> {
  /** The head at which this count was first seen. */
  since: number
}

/**
 * Whether only one RPC reports external nonce use, and the doubt to show to the person. Everything behind a nonce that nothing takes waits, and each
 * nonce before it would have to be filled and paid for: so a second RPC must report as high a count. One with a lower count says nothing, because its
 * mempool differs; it contradicts when its own chain is well past that head.
 * @returns null: it is confirmed; `counted`: another RPC has that count in blocks or in its mempool, so only the mempool part is unconfirmed
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
