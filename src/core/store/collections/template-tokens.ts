import { createHash } from 'node:crypto'

/**
 * The token id of a template: 52 bits of a hash, so that it is a number everywhere, and the same after a database was lost. `turn` counts
 * from 0 and grows where two templates of a collection come to the same id.
 */
export function templateTokenId(collectionId: string, templateId: string, turn: number): number {
  const text = `mintdesk template v1\n${collectionId}\n${templateId}${turn === 0 ? '' : `\n${turn}`}`
  const bits = createHash('sha256').update(text).digest().readBigUInt64BE(0) >> 12n
  return bits === 0n ? templateTokenId(collectionId, templateId, turn + 1) : Number(bits)
}

/** The id of the template that a plain mint makes: follows from its metadata (canonical JSON's hash, a URL, or '' for none). */
export function plainTemplateId(metadata: string, reupload: boolean): string {
  return createHash('sha256').update(`mintdesk plain template v1\n${reupload}\n${metadata}`).digest('hex').slice(0, 32)
}

/** The id of a template that was read back from its contract, until it is asked for under its own id. */
export function recoveredTemplateId(tokenId: number): string {
  return `recovered-${tokenId}`
}
