/** What is still to be sent for a collection's contract, by the word of two RPCs where the list has several. */
import type { ChainCall } from '../chains/family/call.ts'
import type { CollectionFacts } from '../chains/family/collections.ts'
import type { ChainClient } from '../chains/family/family.ts'
import { nameTaken, Refusal } from '../chains/family/outcome.ts'
import type { Reason } from '../store/journal/reason.ts'
import { hearOthers } from './hear-others.ts'
import type { Planned } from './planned.ts'

/** What RPCs are asked about. */
export interface Asked {
  facts: CollectionFacts
  /** Most that it is signed for, a unit of weight; undefined while more is asked than may be. */
  price: bigint | undefined
  /** What a transaction of the journal made is ours, whatever was changed of it since. */
  isOurs: boolean
}

/** What is still to be sent for a collection, by the word of one RPC; a reason where another one stands in its place for ever. */
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
 * Whether two RPCs say that a collection's contract is there, or that another one stands in its place for ever, where the list has several: it is
 * written down for good. One that misses it says nothing, since it may be behind. What is missing is agreed by `agreedMissing`, before it is sent.
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
 * Of the calls that one RPC misses, those that two say are next, in order, where the list has several: what is there already is refused by the
 * chain, paid for, and counted among the attempts after which the collection fails.
 * @param own what the RPC that answers the observation misses
 * @param planned where a doubt is noted; null: while another RPC may not have the block before it yet, and says nothing otherwise
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
  // A node that cannot say what the last one costs leaves it out. It follows when those before it are in a block.
  const end = own.findIndex((call) => words.some(({ calls }) => !calls.some((other) => stepOf(other) === stepOf(call))))
  return words.length === 0 ? [] : own.slice(0, end === -1 ? own.length : end)
}

/** What an RPC says: `next` stands for what is to be sent first. */
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

/** What RPCs call alike that miss the same: where a call is to nobody by name (Solana) its bytes hold the price of the moment, and it is the only one. */
function stepOf({ to, data }: ChainCall): string {
  return to === null ? 'the only one' : `${to} ${data}`
}

/** What those say who agree with the RPC that answers the observation; null while none does, or others outvote it. */
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
  if (result?.kind === 'doubt' && planned !== null) {
    planned.doubt ??= result.doubt
    planned.unsettled = true
  }
  return result?.kind === 'agreed' && result.own ? result.said : null
}
