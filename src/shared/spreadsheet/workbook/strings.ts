import { maxCellLength } from '../limits.ts'
import type { Part } from './package.ts'
import { longCell, walkXml } from './xml.ts'

/** A store of the shared strings, to which cells refer by number. */
export interface StringStore {
  add(text: string): void
  /** Undefined if there is no string with that number. */
  get(index: number): string | undefined
}

/** A store in memory, for the first rows of a file. */
export function memoryStrings(): StringStore {
  const texts: string[] = []
  return { add: (text) => texts.push(text), get: (index) => texts[index] }
}

/**
 * Reads the shared strings into a store; yields the bytes of each piece. Rich text is joined, phonetic text left out.
 * @param most how many are needed; reading stops after the piece with the last of them
 */
export async function* readStrings(
  part: Part,
  store: StringStore,
  most = Number.POSITIVE_INFINITY,
): AsyncGenerator<number> {
  let count = 0
  let text = ''
  let inText = false
  let phonetic = 0
  const pieces = walkXml(part, {
    open(name) {
      if (name === 'si') text = ''
      else if (name === 't') inText = phonetic === 0
      else if (name === 'rPh') phonetic++
    },
    text(piece) {
      if (inText) text += piece
      if (text.length > maxCellLength) throw longCell('A shared text')
    },
    close(name) {
      if (name === 't') inText = false
      else if (name === 'rPh') phonetic--
      else if (name === 'si') {
        store.add(unescaped(text))
        count++
      }
    },
  })
  for await (const bytes of pieces) {
    yield bytes
    if (count >= most) return
  }
}

/** Decodes a text of an Office document, in which characters that XML cannot contain are written like `_x000D_`. */
export function unescaped(text: string): string {
  if (!text.includes('_x')) return text
  return text.replace(/_x([0-9A-Fa-f]{4})_/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
}
