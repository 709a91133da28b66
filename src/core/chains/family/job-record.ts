import type { Copies } from './copies.ts'

/**
 * What a contract and its events say of a job: enough to compare it with the job that was signed. Recipients are addresses in the family's
 * notation, in the order minted.
 */
export type JobRecord = Minting & (TokensRecord | CopiesRecord)

interface Minting {
  /** The minter, the hash of the transaction and its block; nulls where the node has no event of the job. */
  minter: string | null
  txHash: string | null
  block: number | null
}

/** Tokens from `firstTokenId` on, one for each recipient. */
export interface TokensRecord {
  kind: 'tokens'
  firstTokenId: number
  recipients: readonly string[]
  metadata:
    | { kind: 'folder' /** 0x-hex digest. */; folder: string /** Only for reading back. */; base: boolean }
    /** One for each token. */
    | { kind: 'uris'; uris: readonly string[] }
    /** A lone mint with its original URI, '' under the base URI; null where the transaction does not contain it. */
    | { kind: 'single'; uri: string | null }
}

/** Units of templates: batch `number`, from 1. */
export interface CopiesRecord {
  kind: 'copies'
  number: number
  items: readonly Copies[]
  /** 0x-hex digest of the folder that names the mints. */
  folder: string
}
