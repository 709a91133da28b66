/**
 * Whether RPCs of one network agree about something that is to be written down for good. Pure; who is asked, and how, is the engine's.
 *
 * One RPC may lie, be behind or be down. Where a list has several, two must say the same: then it holds, and whoever says otherwise is
 * outvoted. Where the list has one, its word is believed.
 */

/** What one RPC says. */
export interface Word {
  /** Its name for people, which no other of the list has. */
  rpc: string
  /** Equal texts say the same; null: it says nothing that counts now (down, behind, has forgotten it). */
  says: string | null
}

export type Agreement =
  /** It holds. */
  | { kind: 'agreed'; says: string; outvoted: readonly string[] }
  /** Another one of the list is to be asked. */
  | { kind: 'ask' }
  /** All were asked, and no two say the same: nothing is written down. */
  | { kind: 'disputed'; rpcs: readonly string[] }
  /** All were asked, and at most one has an answer: nothing is written down. */
  | { kind: 'unconfirmed'; silent: readonly string[] }

/** RPCs that must say the same, where the list has as many. */
const wanted = 2

/**
 * @param listed RPCs in the list, whether or not they can be used now: one that is down does not make another one's word worth more
 * @param words of those that were asked so far, each once
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
