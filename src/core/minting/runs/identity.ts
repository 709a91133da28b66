import { createHash, type Hash } from 'node:crypto'

/** The collection, as far as a run's id depends on it. */
export interface RunCollection {
  projectIndex: number
  id: string
  chain: string
}

/** What of a mint makes a run what it is. */
export interface RunMintIdentity {
  recipient: string
  id?: string | undefined
  contentHash: Buffer
}

/** Adds up the content of a run, mint by mint, in their order. */
export interface RunContent {
  add(mint: RunMintIdentity): void
  /** Hex. */
  digest(): string
}

/**
 * SHA-256 over the collection and the canonical rows of a run, without the repeat number: equal for equal files in one
 * collection, also on another machine or after the database was restored.
 */
export function runContent({ projectIndex, id, chain }: RunCollection): RunContent {
  const hash: Hash = createHash('sha256').update(`mintdesk run v1\n${JSON.stringify([projectIndex, id, chain])}\n`)
  return {
    add(mint) {
      const { recipient, contentHash } = mint
      hash.update(`${JSON.stringify([recipient, mint.id ?? null, contentHash.toString('hex')])}\n`)
    },
    digest: () => hash.digest('hex'),
  }
}

/**
 * A run's id from its content and from how many runs of that content there were before. Known to whoever has the file: nothing outside of
 * this computer bears it, and a run is made while the vault is locked.
 */
export function runIdOf(content: string, repeat: number): string {
  return createHash('sha256').update(`${content}\n${repeat}`).digest('hex')
}

/** The id of a run's NFT whose row names none: a UUID (version 8, RFC 9562) that follows from the run and the place in it. */
export function nftIdOf(runId: string, ordinal: number): string {
  const bytes = createHash('sha256').update(`mintdesk nft v1\n${runId}\n${ordinal}`).digest().subarray(0, 16)
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x80, 6)
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8)
  const hex = bytes.toString('hex')
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-')
}
