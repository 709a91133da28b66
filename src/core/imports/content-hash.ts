import { hash } from 'node:crypto'
import { canonicalJson } from '../lib/canonical-json.ts'

/** What makes two mints the same for a person: who gets what. */
export interface MintContent {
  /** Locator in normal form. */
  recipient: string
  metadata?: unknown
  metadataUri?: string
}

/**
 * `mints.content_hash`: SHA-256 over the canonical JSON of recipient and metadata. From the second of several equal mints on, the hash
 * also covers its number among them. So of three equal rows, where two were minted before, one is new.
 *
 * @param occurrence from 1.
 */
export function contentHash({ recipient, metadata, metadataUri }: MintContent, occurrence = 1): Buffer {
  const base = hash('sha256', canonicalJson({ recipient, metadata, metadataUri }), 'buffer')
  return nthContentHash(base, occurrence)
}

/** `contentHash` of metadata whose canonical JSON is known, for the first occurrence. */
export function contentHashOf(recipient: string, metadataJson: string): Buffer {
  return hash('sha256', `{"metadata":${metadataJson},"recipient":${canonicalJson(recipient)}}`, 'buffer')
}

/** `contentHash` from the hash of the first occurrence. */
export function nthContentHash(first: Buffer, occurrence: number): Buffer {
  return occurrence === 1 ? first : hash('sha256', Buffer.concat([first, Buffer.from(`#${occurrence}`)]), 'buffer')
}
