/**
 * The ids of a run's NFTs whose rows name none, by place in the file (from 0, below 2^32). Each is a UUID (version 8, RFC 9562) computed from run
 * and place: its last group begins with the eight hex digits of the place, and the digits around these are a hash of the run. So the ids of a run
 * ascend, and lie together in the database's indexes.
 */
import { hash as hashOf } from 'node:crypto'

/** What all ids of a run begin and end with. */
export function idEnds(runId: string): { begin: string; end: string } {
  const run = hashOf('sha256', `mintdesk nft v1\n${runId}`, 'hex')
  const groups = [run.slice(0, 8), run.slice(8, 12), `8${run.slice(12, 15)}`, `8${run.slice(15, 18)}`]
  return { begin: `${groups.join('-')}-`, end: run.slice(18, 22) }
}

/** A place in the file as it stands in ids, and in keys of metadata. */
export function placeDigits(ordinal: number): string {
  return ordinal.toString(16).padStart(8, '0')
}

/** The id of the NFT at a place. */
export function nftIdsOf(runId: string): (ordinal: number) => string {
  const { begin, end } = idEnds(runId)
  return (ordinal) => begin + placeDigits(ordinal) + end
}
