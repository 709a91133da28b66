import { familyOf } from './families.ts'

/**
 * Why a text cannot stand on a chain as this, in a sentence; null when it can. Bytes of UTF-8 count.
 * @param shown how the sentence names the text
 */
export function tooLongOnChain(
  chain: string,
  field: 'name' | 'symbol' | 'uri',
  text: string,
  shown: string,
): string | null {
  const { longest, label } = familyOf(chain)
  if (longest === null) return null
  const bytes = new TextEncoder().encode(text).length
  const most = longest[field]
  return bytes <= most ? null : `${shown} has ${bytes} bytes, and ${label} takes at most ${most}: shorten it.`
}
