import type { ReadyMint } from '../../imports/ready/ready-mints.ts'

/** Ours: how many rows are sampled for hosted metadata. */
const looked = 1_000

/** How many of the first rows name hosted metadata, and a placeholder of the mean length of their URIs. */
export interface Hosted {
  mints: number
  of: number
  uri: string
  /** How many different metadata they have: in a semi-fungible collection, the templates. */
  distinct: number
  /** How many of them are to be accounts of their own, where others lie in trees. */
  accounts?: number
}

/** Looks at the first rows of an import. `inTrees`: whether rows that do not say it are compressed. */
export async function hostedAmong(mints: AsyncIterable<ReadyMint>, inTrees = true): Promise<Hosted> {
  const hosted = { mints: 0, of: 0, bytes: 0, accounts: 0 }
  const different = new Set<string>()
  for await (const { metadataUri, metadata, compressed } of mints) {
    hosted.of++
    if (!(compressed ?? inTrees)) hosted.accounts++
    different.add(metadataUri ?? metadata ?? '')
    if (metadataUri !== undefined) {
      hosted.mints++
      hosted.bytes += Buffer.byteLength(metadataUri)
    }
    if (hosted.of >= looked) break
  }
  return {
    ...hosted,
    distinct: different.size,
    uri: 'x'.repeat(hosted.mints === 0 ? 0 : Math.ceil(hosted.bytes / hosted.mints)),
  }
}
