import { type ChainName, familyOf } from './chains.ts'

/** Bytes (not characters) that Metaplex' programs keep of a token and of a collection. */
const longest = { name: 32, symbol: 10, uri: 200 } as const

/**
 * Why a text cannot stand on a chain as this, in a sentence; null when it can. Bytes of UTF-8 count.
 * @param shown how the sentence names the text
 */
export function tooLongOnChain(
  chain: ChainName,
  field: keyof typeof longest,
  text: string,
  shown: string,
): string | null {
  if (familyOf(chain) !== 'solana') return null
  const bytes = new TextEncoder().encode(text).length
  const most = longest[field]
  return bytes <= most ? null : `${shown} has ${bytes} bytes, and Solana takes at most ${most}: shorten it.`
}
