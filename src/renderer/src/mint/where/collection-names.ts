/** What a new collection is called unless a person says otherwise. */

/** The name of a file, as a title: `event-badges.csv` → "Event badges". */
export function titleOf(fileName: string): string {
  const words = fileName
    .replace(/\.[^.]+$/, '')
    .replace(/[\s_-]+/g, ' ')
    .trim()
  const [first = ''] = words
  return (first.toLocaleUpperCase('en') + words.slice(first.length)).slice(0, 100)
}

/** Capitals that explorers show for a collection: the first letters of its words, or of its one word. */
export function symbolOf(name: string, atMost: number): string {
  const words = name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toUpperCase()
    .match(/[A-Z\d]+/g)
  if (words === null) return 'NFT'.slice(0, atMost)
  const letters = words.length > 1 ? words.map((word) => word.charAt(0)).join('') : (words[0] ?? '')
  return letters.slice(0, Math.min(5, atMost))
}
