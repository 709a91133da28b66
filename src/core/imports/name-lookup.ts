import type { ChainName } from '../../shared/chains.ts'
import type { KnownName } from '../../shared/spreadsheet/recipient-name.ts'
import { doubtSentence, type NameAnswer } from '../chains/family/names.ts'
import { CoreError } from '../lib/errors.ts'
import type { ConfirmedNames } from './confirmed-names.ts'

/** Returns what names stand for, in their order; null when the network cannot be asked at all. */
export type AskNames = (chain: ChainName, names: string[]) => Promise<NameAnswer[] | null>

/** The store of names that were looked up. */
export interface NameBook {
  knownName(name: string): KnownName | undefined
  putNames(names: readonly { name: string; known: KnownName }[]): void
}

/** Looks up recipients' names, each once. */
export interface NameLookup {
  /** Resolves when all of these names are in the book. */
  learn(names: readonly string[]): Promise<void>
  /** What could not be looked up, for the person; undefined when all was. */
  notice(): string | undefined
}

/** Ours: names in one request. */
const namesAtOnce = 100

/** The lookup for the rows of one task: a network that answers none of the names of a request is not asked again. */
export function nameLookup(chain: ChainName, ask: AskNames, book: NameBook): NameLookup {
  let silent: Unsaid | undefined
  /** Whether some names have no answer, though others of their requests may have. */
  let isOpen = false
  return {
    async learn(names) {
      const open = [...new Set(names)].filter((name) => book.knownName(name) === undefined)
      for (let at = 0; at < open.length; at += namesAtOnce) {
        const asked = open.slice(at, at + namesAtOnce)
        const said = silent === undefined ? await ask(chain, asked) : null
        const answers = asked.map((_, place): NameAnswer => said?.[place] ?? silent ?? noAnswer)
        book.putNames(
          answers.map((answer, place) => ({ name: asked[place] ?? '', known: knownOf(asked[place] ?? '', answer) })),
        )
        isOpen ||= answers.some(isUnsaid)
        silent ??= said === null ? noAnswer : unsaidOf(answers)
      }
    },
    notice() {
      if (silent?.kind === 'doubt')
        return `Names could not be looked up for certain: ${silent.why}. ${silent.cure} Then check the file again.`
      if (silent !== undefined)
        return `Names could not be looked up now (${silent.why}), which says nothing of the names. Check the file again in a moment.`
      return isOpen
        ? 'Some names could not be looked up: do what their rows say, then check the file again.'
        : undefined
    },
  }
}

/** The answer for each name where the network answers nothing at all. */
const noAnswer: Unsaid = { kind: 'unknown', why: 'the network does not answer' }

/** An answer that leaves open what a name stands for. */
type Unsaid = Exclude<NameAnswer, { kind: 'address' | 'none' }>

const isUnsaid = ({ kind }: NameAnswer): boolean => kind === 'unknown' || kind === 'doubt'

/** Why no name of a request was answered; undefined where one was, or where a single name may be the reason. */
function unsaidOf(answers: readonly NameAnswer[]): Unsaid | undefined {
  const [first] = answers
  if (first === undefined || !answers.every(isUnsaid)) return undefined
  // With one name alone, the reason may concern that name only.
  if (answers.length === 1) return undefined
  if (first.kind === 'unknown') return first
  return first.kind === 'doubt' ? { ...first, says: 'So this name was not asked for any more' } : undefined
}

function knownOf(name: string, answer: NameAnswer): KnownName {
  if (answer.kind === 'address') return { address: answer.address, remarks: answer.remarks }
  if (answer.kind === 'none') return { fault: answer.why }
  if (answer.kind === 'doubt') return { fault: `${doubtSentence(name, answer)} Then check the file again.` }
  return { fault: `${name} could not be looked up (${answer.why}): check the file again when the network answers.` }
}

/** All names that were looked up, in pieces. */
export function* knownNamesOf(sheet: {
  namesAfter(after: string, limit: number): { name: string; known: KnownName }[]
}): Generator<{ name: string; known: KnownName }[]> {
  for (let after = ''; ; ) {
    const piece = sheet.namesAfter(after, namesAtOnce)
    const last = piece.at(-1)
    if (last === undefined) return
    yield piece
    after = last.name
  }
}

/**
 * Looks up again the names that were looked up when a file was checked, except those that were confirmed lately.
 * @param names in pieces
 * @throws CoreError `import.names` where a name stands for another address now; `network.unreachable` where no RPC answers;
 * `network.disputed`, `network.unconfirmed` where RPCs disagree
 */
export async function confirmNames(
  chain: ChainName,
  names: Iterable<readonly { name: string; known: KnownName }[]>,
  ask: AskNames,
  confirmed: ConfirmedNames,
): Promise<void> {
  const changed: string[] = []
  for (const piece of names) {
    const kept = piece.flatMap(({ name, known }) =>
      'address' in known && confirmed.address(chain, name) !== known.address ? [{ name, address: known.address }] : [],
    )
    if (kept.length === 0) continue
    const said = await ask(
      chain,
      kept.map(({ name }) => name),
    )
    for (const [place, { name, address }] of kept.entries()) {
      const answer = said?.[place] ?? noAnswer
      if (answer.kind === 'doubt')
        throw new CoreError(
          answer.code,
          `Whether ${name} still stands for ${address} is not certain, so there is no price, and nothing is minted now: ${answer.why}. ${answer.says}. ${answer.cure}`,
        )
      if (answer.kind === 'unknown')
        throw new CoreError(
          'network.unreachable',
          `Whether ${name} still stands for ${address} could not be asked (${answer.why}), so there is no price, and nothing is minted now: try again in a moment.`,
        )
      const now = answer.kind === 'address' ? answer.address : null
      if (now === address) confirmed.keep(chain, name, address)
      else changed.push(`${name} was ${address}, and is ${now ?? 'nobody’s'} now`)
    }
  }
  if (changed.length === 0) return
  const more = changed.length > mostNamed ? ` (and ${changed.length - mostNamed} more)` : ''
  throw new CoreError(
    'import.names',
    `Names changed since the file was checked: ${changed.slice(0, mostNamed).join('; ')}${more}. Give the file again, and look at the addresses.`,
  )
}

/** Ours: the most changes that a sentence names. */
const mostNamed = 5
