import { hash as hashOf } from 'node:crypto'

/** The collection, as far as a run's id depends on it. */
export interface RunCollection {
  projectIndex: number
  id: string
  chain: string
}

/**
 * SHA-256, hex, over the collection and the digest of all rows of a run's file (`SheetIdentity.digest`), without the repeat number: equal for equal
 * files in one collection, also on another machine or after the database was restored.
 */
export function runContent({ projectIndex, id, chain }: RunCollection, rows: string): string {
  return hashOf('sha256', `mintdesk run v2\n${JSON.stringify([projectIndex, id, chain])}\n${rows}`, 'hex')
}

/**
 * A run's id from its content and from how many runs of that content there were before: 128 bits of a SHA-256, hex; short, since each mint stores it
 * three times. Whoever has the file can compute it: it never leaves this computer, and uses no key, since a run is also made while the vault is
 * locked.
 */
export function runIdOf(content: string, repeat: number): string {
  return hashOf('sha256', `${content}\n${repeat}`, 'hex').slice(0, 32)
}
