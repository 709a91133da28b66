import type { CorrectionRequest } from './corrections.ts'

/** Identifies a failed NFT of a run by its row or by its id. */
type NamedNft = Pick<CorrectionRequest, 'row' | 'nftId'>

/** Parses an NFT given on the command line: digits are a row; since ids may be digits too, `id:7` is the NFT with the id 7. */
export function namedNft(text: string): NamedNft {
  // No row has more digits.
  if (/^\d{1,9}$/.test(text)) return { row: Number(text) }
  return { nftId: text.startsWith('id:') ? text.slice('id:'.length) : text }
}

/** The text that names an NFT with this id on the command line. */
export function writtenNftId(id: string): string {
  return namedNft(id).nftId === id ? id : `id:${id}`
}
