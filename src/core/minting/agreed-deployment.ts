/** Which calls a collection's contract still needs, as agreed by two RPCs if the list has several. */
import type { ChainCall } from '../chains/family/call.ts'
import type { CollectionFacts } from '../chains/family/collections.ts'
import type { ChainClient } from '../chains/family/family.ts'
import { nameTaken, Refusal } from '../chains/family/outcome.ts'
import type { Reason } from '../store/journal/reason.ts'
import { hearOthers } from './hear-others.ts'
import type { Planned } from './planned.ts'

/** The question that RPCs are asked. */
export interface Asked {
  facts: CollectionFacts
  /** The most that is paid for a unit of weight; undefined while the network's fee is above the ceiling. */
  price: bigint | undefined
  /** Whether a transaction of the journal made the contract: then it is ours, whatever was changed since. */
  isOurs: boolean
}

/** The calls that a collection's contract still needs, according to one RPC; a reason if another collection holds its name for ever. */
export async function missingCalls(
  client: ChainClient,
  { facts, price, isOurs }: Asked,
): Promise<readonly ChainCall[] | Reason> {
  try {
    return await client.deploymentCalls(facts, price)
  } catch (error) {
    if (!(error instanceof Refusal && error.outcome.kind === 'failed' && error.outcome.code === nameTaken)) throw error
    return isOurs ? [] : { code: nameTaken, message: error.outcome.message }
  }
}

/**
 * Whether two RPCs agree, if the list has several, that a collection's contract exists, or that another one holds its name for ever: the journal
 * stores that for good. An RPC that lacks the contract counts as silent, since it may lag. Missing calls are checked later, by `agreedMissing`.
 * @param own what the RPC that answers the observation says
 */
export async function isAgreed(
  client: ChainClient,
  asked: Asked,
  own: readonly ChainCall[] | Reason,
  planned: Planned,
): Promise<boolean> {
  if (wordOf(own).kind === 'missing') return true
  return (await wordsOf(client, asked, own, ({ kind }) => kind !== 'missing', planned)) !== null
}

/**
 * The next of the missing calls, in order, as agreed by two RPCs if the list has several. The chain refuses a call whose work is done already: that
 * costs a fee, and counts among the attempts after which the collection fails.
 * @param own the calls that the RPC that answers the observation reports as missing
 * @param planned where a doubt is noted; null: another RPC may lack the previous call's block, so one that disagrees counts as silent
 */
export async function agreedMissing(
  client: ChainClient,
  asked: Asked,
  own: readonly ChainCall[],
  planned: Planned | null,
): Promise<readonly ChainCall[]> {
  const { next } = wordOf(own)
  const counts = planned === null ? (word: Word) => word.next === next : () => true
  const words = (await wordsOf(client, asked, own, counts, planned)) ?? []
  // A node that cannot estimate the last call leaves it out. That call follows once those before it are in a block.
  const end = own.findIndex((call) => words.some(({ calls }) => !calls.some((other) => stepOf(other) === stepOf(call))))
  return words.length === 0 ? [] : own.slice(0, end === -1 ? own.length : end)
}

/** What an RPC says: `next` names the call that is to be sent first. */
interface Word {
  kind: 'there' | 'taken' | 'missing'
  next: string
  calls: readonly ChainCall[]
}

function wordOf(of: readonly ChainCall[] | Reason): Word {
  if ('code' in of) return { kind: 'taken', next: of.code, calls: [] }
  const [first] = of
  if (first === undefined) return { kind: 'there', next: '', calls: [] }
  return { kind: 'missing', next: stepOf(first), calls: of }
}

/** A key that is equal for RPCs that miss the same call. A call without `to` (Solana) holds the current price in its bytes, and is the only one. */
function stepOf({ to, data }: ChainCall): string {
  return to === null ? 'the only one' : `${to} ${data}`
}

/** The words of the RPCs that agree with the one that answers the observation; null if none agrees, or others outvote it. */
async function wordsOf(
  client: ChainClient,
  asked: Asked,
  own: readonly ChainCall[] | Reason,
  counts: (word: Word) => boolean,
  planned: Planned | null,
): Promise<readonly Word[] | null> {
  const heard = await hearOthers<'it', Word>(
    client,
    new Map([['it', wordOf(own)]]),
    ({ kind, next }) => `${kind} ${next}`,
    async (other) => {
      const word = wordOf(await missingCalls(other, asked))
      return new Map(counts(word) ? [['it', word]] : [])
    },
  )
  const result = heard.get('it')
  if (result?.kind === 'agreed' && result.own) return result.said
  if (planned !== null) {
    if (result?.kind === 'doubt') planned.doubt ??= result.doubt
    // Others outvoted the RPC that answers: the next round asks one of them.
    planned.unsettled = true
  }
  return null
}
