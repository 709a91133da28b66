import { hash as hashOf } from 'node:crypto'

/** The collection, as far as a run's id depends on it. */
export interface RunCollection {
  projectIndex: number
  id: string
  chain: string
}

/**
 * SHA-256 over the collection and what the rows of a run's file are together (`SheetIdentity.digest`), without the repeat number: equal for
 * equal files in one collection, also on another machine or after the database was restored. Hex.
 */
export function runContent({ projectIndex, id, chain }: RunCollection, rows: string): string {
  return hashOf('sha256', `mintdesk run v2\n${JSON.stringify([projectIndex, id, chain])}\n${rows}`, 'hex')
}

/**
 * A run's id from its content and from how many runs of that content there were before: 128 bits of a SHA-256, hex, since each of its mints bears
 * it three times. Known to whoever has the file: nothing outside of this computer bears it, and a run is made while the vault is locked.
 */
export function runIdOf(content: string, repeat: number): string {
  return hashOf('sha256', `${content}\n${repeat}`, 'hex').slice(0, 32)
}
