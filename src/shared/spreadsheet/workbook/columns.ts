/** The index of a column, from 0, in a reference such as `AB12` or `AB`; -1 without letters. */
export function columnOf(reference: string): number {
  let place = 0
  for (let at = 0; at < reference.length; at++) {
    const letter = reference.charCodeAt(at) & ~32
    if (letter < 65 || letter > 90) break
    place = place * 26 + letter - 64
  }
  return place - 1
}

/** The letters of a column, as spreadsheet programs show them; `place` from 0. */
export function columnLetters(place: number): string {
  const last = String.fromCharCode(65 + (place % 26))
  return place < 26 ? last : columnLetters(Math.floor(place / 26) - 1) + last
}
