import { familyOf } from './families.ts'

/**
 * Why a text is too long for a field on a chain, in bytes of UTF-8, as a sentence; null if it is not.
 * @param shown how the sentence names the text
 */
export function tooLongOnChain(
  chain: string,
  field: 'name' | 'symbol' | 'uri' | 'description',
  text: string,
  shown: string,
): string | null {
  const { longest, label } = familyOf(chain)
  const most = longest?.[field]
  if (most === undefined) return null
  const bytes = new TextEncoder().encode(text).length
  return bytes <= most ? null : `${shown} has ${bytes} bytes, and ${label} takes at most ${most}: shorten it.`
}
