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

/**
 * The ids of a run's NFTs whose rows name none, by their places in the file (from 0, below 2^32). Each is a UUID (version 8, RFC 9562) that follows
 * from the run and the place in it. The first 48 bits and the last 42 are a hash of the run; between them is the place, so that the ids of a run
 * ascend, and lie together in the database's indices.
 */
export function nftIdsOf(runId: string): (ordinal: number) => string {
  const run = hashOf('sha256', `mintdesk nft v1\n${runId}`, 'hex')
  const begin = `${run.slice(0, 8)}-${run.slice(8, 12)}`
  const ten = Number.parseInt(run.slice(12, 16), 16) >>> 6
  const end = run.slice(16, 24)
  return (ordinal) => {
    const version = 0x8000 | (ordinal >>> 20)
    // The variant (2 bits), 20 bits of the place and 10 of the hash; then 32 of the hash.
    const variant = (0x80000000 | ((ordinal & 0xfffff) << 10) | ten) >>> 0
    const high = variant.toString(16)
    return `${begin}-${version.toString(16)}-${high.slice(0, 4)}-${high.slice(4)}${end}`
  }
}
