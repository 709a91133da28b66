/**
 * The ids of a run's NFTs whose rows name none, by their places in the file (from 0, below 2^32). Each is a UUID (version 8, RFC 9562) that follows
 * from the run and the place in it. The first 48 bits and the last 40 are a hash of the run; between them are the eight digits of the place, so
 * that the ids of a run ascend, and lie together in the database's indices.
 */
import { hash as hashOf } from 'node:crypto'

/** What all ids of a run begin and end with. */
export function idEnds(runId: string): { begin: string; end: string } {
  const run = hashOf('sha256', `mintdesk nft v1\n${runId}`, 'hex')
  return { begin: `${run.slice(0, 8)}-${run.slice(8, 12)}-`, end: run.slice(12, 22) }
}

/** What stands between them: the place in the file. */
export function idMiddle(ordinal: number): string {
  const place = ordinal.toString(16).padStart(8, '0')
  return `8${place.slice(0, 3)}-8${place.slice(3, 6)}-${place.slice(6)}`
}

/** The id of the NFT at a place. */
export function nftIdsOf(runId: string): (ordinal: number) => string {
  const { begin, end } = idEnds(runId)
  return (ordinal) => begin + idMiddle(ordinal) + end
}
