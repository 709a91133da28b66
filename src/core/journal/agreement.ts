/**
 * Whether RPCs of one network agree about a fact before the journal stores it for good. Pure; the engine decides which RPCs to ask, and how.
 *
 * One RPC may lie, lag or be down. If the list has several RPCs, two must say the same: then it holds, and every RPC that says otherwise is outvoted.
 * If the list has one RPC, its word is believed.
 */

/** What one RPC says. */
export interface Word {
  /** Its display name, unique in the list. */
  rpc: string
  /** Equal texts say the same; null: the RPC has no answer that counts now (it is down, lags, or has forgotten the data). */
  says: string | null
}

export type Agreement =
  /** It holds. */
  | { kind: 'agreed'; says: string; outvoted: readonly string[] }
  /** Ask another RPC of the list. */
  | { kind: 'ask' }
  /** All RPCs were asked, and no two agree: the journal stores nothing. */
  | { kind: 'disputed'; rpcs: readonly string[] }
  /** All RPCs were asked, and at most one has an answer: the journal stores nothing. */
  | { kind: 'unconfirmed'; silent: readonly string[] }

/** How many RPCs must agree, if the list has that many. */
const wanted = 2

/**
 * @param listed RPCs in the list, usable now or not: an RPC that is down does not make the word of another one worth more
 * @param words what the RPCs asked so far say, one word for each
 */
export function agreementOf(listed: number, words: readonly Word[]): Agreement {
  const needed = Math.min(wanted, Math.max(1, listed))
  const saying = words.filter((word): word is { rpc: string; says: string } => word.says !== null)
  const held = saying.find(({ says }) => saying.filter((other) => other.says === says).length >= needed)
  if (held) {
    const outvoted = saying.filter(({ says }) => says !== held.says).map(({ rpc }) => rpc)
    return { kind: 'agreed', says: held.says, outvoted }
  }
  if (words.length < listed) return { kind: 'ask' }
  if (saying.length > 1) return { kind: 'disputed', rpcs: saying.map(({ rpc }) => rpc) }
  return { kind: 'unconfirmed', silent: words.flatMap(({ rpc, says }) => (says === null ? [rpc] : [])) }
}
