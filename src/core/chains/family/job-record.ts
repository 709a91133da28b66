import type { Copies } from './copies.ts'

/**
 * What a contract and its events hold for a job: enough to tell whether it is the one that was signed. Recipients are addresses as the
 * family writes them, in the order minted.
 */
export type JobRecord = Minting & (TokensRecord | CopiesRecord)

interface Minting {
  /** Who minted it, the transaction (its hash) and its block; nulls where the node does not tell of it. */
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
    | { kind: 'folder' /** 0x-hex digest. */; folder: string /** There to be read back only. */; base: boolean }
    /** One for each token. */
    | { kind: 'uris'; uris: readonly string[] }
    /** A lone mint with the URI that it was minted with, '' under the base URI; null where the transaction does not tell it. */
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
