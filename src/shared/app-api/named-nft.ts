import type { CorrectionRequest } from './corrections.ts'

/** How a failed NFT of a run is named: by its row, or by its id. */
type NamedNft = Pick<CorrectionRequest, 'row' | 'nftId'>

/** Which NFT a person means on the command line: digits are a row, since ids may be digits too; `id:7` is the NFT with the id 7. */
export function namedNft(text: string): NamedNft {
  // No row has more digits.
  if (/^\d{1,9}$/.test(text)) return { row: Number(text) }
  return { nftId: text.startsWith('id:') ? text.slice('id:'.length) : text }
}

/** What is written on the command line for an NFT with this id. */
export function writtenNftId(id: string): string {
  return namedNft(id).nftId === id ? id : `id:${id}`
}
