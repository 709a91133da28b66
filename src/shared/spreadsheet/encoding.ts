import type { Finding } from '../app-api.ts'
import { findingOf } from './finding.ts'

/** A file's encoding; `bom` is the length of its byte order mark in bytes. */
export interface Encoding {
  name: 'UTF-8' | 'UTF-16 LE' | 'UTF-16 BE' | 'Windows-1252'
  bom: 0 | 2 | 3
}

const signatures: readonly { bytes: readonly number[]; what: string }[] = [
  { bytes: [0x25, 0x50, 0x44, 0x46], what: 'a PDF' },
  { bytes: [0x89, 0x50, 0x4e, 0x47], what: 'a picture' },
  { bytes: [0xff, 0xd8, 0xff], what: 'a picture' },
  { bytes: [0x47, 0x49, 0x46, 0x38], what: 'a picture' },
  { bytes: [0x1f, 0x8b], what: 'a compressed file' },
]

/** The encoding of a file's byte order mark; undefined without one. */
export function announcedEncoding(head: Uint8Array): Encoding | undefined {
  if (head[0] === 0xef && head[1] === 0xbb && head[2] === 0xbf) return { name: 'UTF-8', bom: 3 }
  if (head[0] === 0xff && head[1] === 0xfe) return { name: 'UTF-16 LE', bom: 2 }
  if (head[0] === 0xfe && head[1] === 0xff) return { name: 'UTF-16 BE', bom: 2 }
  return undefined
}

/** The kind of a binary file, as the end of a sentence, from its first bytes; otherwise undefined. */
export function binaryKind(head: Uint8Array): string | undefined {
  return signatures.find(({ bytes }) => bytes.every((byte, at) => head[at] === byte))?.what
}

/** Whether bytes hold control characters that no text has (such as NUL), in an encoding with one byte per ASCII character. */
export function hasBinaryBytes(bytes: Uint8Array): boolean {
  return bytes.some((byte) => byte < 9 || (byte > 13 && byte < 27) || (byte > 27 && byte < 32))
}

/** The finding for a file that is no text. */
export function binaryFinding(kind: string | undefined): Finding {
  const what = kind === undefined ? 'The file is not text' : `The file is ${kind}, not text`
  return findingOf(1, '', 'file.encoding', `${what}: save the sheet as CSV (UTF-8) and give that file.`)
}

/** Guesses the encoding from a file's first bytes, which may end inside a character unless `whole`. */
export function guessEncoding(head: Uint8Array, whole: boolean): Encoding {
  const announced = announcedEncoding(head)
  if (announced !== undefined) return announced
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(head, { stream: !whole })
    return { name: 'UTF-8', bom: 0 }
  } catch {
    return { name: 'Windows-1252', bom: 0 }
  }
}

export interface SheetDecoder {
  /** The text of the next bytes, line ends as LF. */
  decode(bytes: Uint8Array): string
  /** The remaining text at the end of the file. */
  end(): string
}

/**
 * Decodes a file's bytes, in pieces of any size, into text with LF as every line end; the caller leaves out the byte order mark.
 * Bytes that are invalid in the encoding become U+FFFD.
 */
export function createDecoder(encoding: Encoding): SheetDecoder {
  const decoder = new TextDecoder(labels[encoding.name], { ignoreBOM: true })
  let heldCr = false
  const lines = (text: string, last: boolean): string => {
    let all = heldCr ? `\r${text}` : text
    heldCr = !last && all.endsWith('\r')
    if (heldCr) all = all.slice(0, -1)
    return all.includes('\r') ? all.replace(/\r\n?/g, '\n') : all
  }
  const fix = encoding.name === 'Windows-1252' ? fixControls : (text: string) => text
  return {
    decode: (bytes) => lines(fix(decoder.decode(bytes, { stream: true })), false),
    end: () => lines(fix(decoder.decode()), true),
  }
}

const labels = {
  'UTF-8': 'utf-8',
  'UTF-16 LE': 'utf-16le',
  'UTF-16 BE': 'utf-16be',
  'Windows-1252': 'windows-1252',
} as const

const windows1252 = '€\x81‚ƒ„…†‡ˆ‰Š‹Œ\x8dŽ\x8f\x90‘’“”•–—˜™š›œ\x9džŸ'

/** Corrects the text of Node versions that decode windows-1252 as Latin-1; others' is unchanged. */
function fixControls(text: string): string {
  return text.replace(/[\x80-\x9f]/g, (char) => windows1252.charAt(char.charCodeAt(0) - 0x80))
}
