import type { Mark } from '../chains/family/fence.ts'
import type { Entry } from '../journal/fence.ts'

/** What a signer queue keeps in memory from round to round; all of it can be lost. */

/** The highest block at which a contract was last compared with the journal: what was read back from the chain depends on it. */
export interface Anchor {
  block: { number: number; hash: string } | null
}

/**
 * What a signer queue knows of a collection that agreed with its contract, and under which writer it mints there. Kept in memory alone: it
 * ends with the process, and each start enters anew.
 */
export interface Session {
  /** The confirmed mark as it was when the contract was compared with the journal. */
  readonly mark: Mark
  /** Drawn for this session, and on disk. */
  readonly writer: number
  entry: Entry
  /** The transaction that enters; null while the entry is due. */
  entryPk: number | null
  /** By mint: jobs under which it was signed since the entry, and not minted. */
  readonly ended: Map<number, string[]>
}

/** Sessions by collection; null where the family knows no fence. A collection without one is compared with its contract first. */
export type Sessions = Map<number, Session | null>
