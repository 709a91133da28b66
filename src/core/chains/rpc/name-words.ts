import { type Agreement, agreementOf, type Word } from '../../journal/agreement.ts'
import type { NameAnswer } from '../family/names.ts'
import { lagOf, type RpcHealth, toleratedLag, unknownHealth } from './health.ts'

/** The answers of one RPC in one lookup of names. */
export interface NamesHeard {
  /** Its name for people. */
  rpc: string
  /** Its head before it was asked; null: it did not answer. */
  head: NonNullable<RpcHealth['head']> | null
  answers: ReadonlyMap<string, NameAnswer>
  /** Why it did not answer; null where it did. */
  reason: string | null
}

/** By which RPCs count as lagging. */
export interface NamesAt {
  blockMs: number
  /** The least head that counts: the highest of earlier lookups. */
  least: number
}

/** The highest head of these; 0 where no RPC reported one. */
export function newestOf(heard: readonly NamesHeard[]): number {
  return Math.max(0, ...heard.map(({ head }) => head?.number ?? 0))
}

/** Whether RPCs agree on a name. @param listed RPCs in the list; @param heard those that were asked, each once */
export function agreementAbout(name: string, listed: number, heard: readonly NamesHeard[], at: NamesAt): Agreement {
  return agreementOf(
    listed,
    heard.map((one): Word => ({ rpc: one.rpc, says: isBehind(one, heard, at) ? null : wordOf(one.answers.get(name)) })),
  )
}

/** An answer as a text for comparing RPCs: equal texts are equal answers; null where the answer is none. */
export function wordOf(answer: NameAnswer | undefined): string | null {
  if (answer?.kind === 'address') return JSON.stringify([answer.address, answer.remarks])
  return answer?.kind === 'none' ? JSON.stringify([answer.why]) : null
}

/** The answer for a name on which RPCs do not agree: what each of them says, or that none answers. */
export function doubtAbout(
  { label, name, agreement }: { label: string; name: string; agreement: Agreement },
  heard: readonly NamesHeard[],
  at: NamesAt,
): NameAnswer {
  const saying = heard.filter((one) => wordOf(one.answers.get(name)) !== null)
  const [first] = saying
  const silent = (one: NamesHeard) => `${one.rpc} (${reasonOf(one, name, heard, at)})`
  if (first === undefined) {
    const own = heard[0]?.answers.get(name)
    return own?.kind === 'unknown' ? own : { kind: 'unknown', why: heard.map(silent).join(' and ') }
  }
  const { kind } = agreement
  const shown = kind === 'disputed' ? saying.filter(({ rpc }) => agreement.rpcs.includes(rpc)) : saying
  const says = shown.map((one) => `${one.rpc} says ${inWords(one.answers.get(name))}`).join('; ')
  if (kind === 'disputed')
    return {
      kind: 'doubt',
      code: 'network.disputed',
      why: `the RPCs of ${label} contradict each other: ${agreement.rpcs.join(' and ')} do not say the same`,
      says,
      cure: 'One of them is wrong or lies: take that one out of the list in Settings, or name a third one, which decides.',
    }
  const counting = saying.find((one) => !isBehind(one, heard, at)) ?? first
  return {
    kind: 'doubt',
    code: 'network.unconfirmed',
    why: `what ${counting.rpc} says is confirmed by no other RPC of ${label}: ${heard
      .filter((one) => one !== counting)
      .map(silent)
      .join(' and ')}`,
    says,
    cure: 'Try again in a moment; if it stays so, name another RPC in Settings, or take out those that do not work.',
  }
}

/** Whether an RPC lags so far behind the newest of these that its different answer may just be old. */
function isBehind({ head }: NamesHeard, heard: readonly NamesHeard[], { blockMs, least }: NamesAt): boolean {
  return head !== null && (head.number < least || lagBehind(head, heard, blockMs) > toleratedLag(blockMs))
}

function lagBehind(head: RpcHealth['head'], heard: readonly NamesHeard[], blockMs: number): number {
  const newest = heard.find((one) => one.head?.number === newestOf(heard))?.head ?? null
  return lagOf({ ...unknownHealth, head }, newest, blockMs)
}

function reasonOf(one: NamesHeard, name: string, heard: readonly NamesHeard[], at: NamesAt): string {
  if (one.reason !== null) return one.reason
  const answer = one.answers.get(name)
  if (answer?.kind === 'unknown') return answer.why
  if (!isBehind(one, heard, at)) return 'it does not say the same'
  const blocks = Math.max(at.least, newestOf(heard)) - (one.head?.number ?? 0)
  return `by what the others say it is ${blocks} ${blocks === 1 ? 'block' : 'blocks'} behind`
}

/** An answer as part of a sentence. */
function inWords(answer: NameAnswer | undefined): string {
  if (answer?.kind === 'address')
    return [answer.address, ...answer.remarks.map((one) => `(${one.replace(/\.$/, '')})`)].join(' ')
  // The part after the colon says what to do.
  return answer?.kind === 'none' ? `that ${answer.why.split(': ')[0]}` : 'nothing'
}
