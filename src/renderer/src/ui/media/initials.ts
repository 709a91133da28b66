/** The placeholder of a picture: up to two letters of a name, and a hue that is the same for the same id. */

/** The first letters of the first and the last word, and whole numbers up to three digits: "Ada Lovelace" → AL, "Badge #7" → B7. */
export function initialsOf(name: string): string {
  const words = name.match(/[\p{L}\p{M}\p{N}]+/gu) ?? []
  const first = words[0]
  const last = words.at(-1)
  if (first === undefined || last === undefined) return ''
  if (words.length === 1) return beginning(first, /^\p{N}/u.test(first) ? 3 : 2).toUpperCase()
  const end = /^\p{N}/u.test(last) ? last.slice(-3) : beginning(last, 1)
  return (beginning(first, 1) + end).toUpperCase()
}

/** The hue of an id: degrees, 0 to 359. */
export function hueOf(id: string): number {
  let hash = 2166136261
  for (const char of id) hash = Math.imul(hash ^ (char.codePointAt(0) ?? 0), 16777619) >>> 0
  return hash % 360
}

function beginning(word: string, letters: number): string {
  return [...new Intl.Segmenter().segment(word)]
    .slice(0, letters)
    .map(({ segment }) => segment)
    .join('')
}
