/**
 * The ids of a run's NFTs whose rows name none, by their places in the file (from 0, below 2^32). Each is a UUID (version 8, RFC 9562) that follows
 * from the run and the place in it. The first 48 bits and the last 42 are a hash of the run; between them is the place, so that the ids of a run
 * ascend, and lie together in the database's indices.
 */
import { hash as hashOf } from 'node:crypto'

/** What all ids of a run have in common: how they begin and end, and ten bits between. */
function partsOf(runId: string): { begin: string; ten: number; end: string } {
  const run = hashOf('sha256', `mintdesk nft v1\n${runId}`, 'hex')
  const ten = Number.parseInt(run.slice(12, 16), 16) >>> 6
  return { begin: `${run.slice(0, 8)}-${run.slice(8, 12)}`, ten, end: run.slice(16, 24) }
}

/** The id of the NFT at a place. */
export function nftIdsOf(runId: string): (ordinal: number) => string {
  const { begin, ten, end } = partsOf(runId)
  return (ordinal) => {
    const version = 0x8000 | (ordinal >>> 20)
    // The variant (2 bits), 20 bits of the place and 10 of the hash; then 32 of the hash.
    const variant = (0x80000000 | ((ordinal & 0xfffff) << 10) | ten) >>> 0
    const high = variant.toString(16)
    return `${begin}-${version.toString(16)}-${high.slice(0, 4)}-${high.slice(4)}${end}`
  }
}

/** The same in a statement. @param ordinal the column of the place */
export function nftIdSql(ordinal: string): string {
  const version = `32768 | (${ordinal} >> 20)`
  const variant = `32768 | ((${ordinal} & 0xfffff) >> 6), ((${ordinal} & 63) << 10) | ?`
  return `printf('%s-%04x-%04x-%04x%s', ?, ${version}, ${variant}, ?)`
}

/** What it takes. */
export function nftIdValues(runId: string): [begin: string, ten: number, end: string] {
  const { begin, ten, end } = partsOf(runId)
  return [begin, ten, end]
}

/** A place in the file as a text that ascends with it. */
export function placeDigits(ordinal: number): string {
  return ordinal.toString(16).padStart(8, '0')
}
