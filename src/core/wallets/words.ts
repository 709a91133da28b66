import { createHash, pbkdf2 } from 'node:crypto'
import { promisify } from 'node:util'
import { wordlist } from '@scure/bip39/wordlists/english.js'
import { counted } from '../../shared/format.ts'

/** The number of words of a seed here. */
export const seedWords = 24

/** Bytes of randomness in 24 words. */
export const entropyBytes = 32

/** A fault of typed words; `place` counts from 1, null where it concerns no single word. */
export interface WordFault {
  place: number | null
  message: string
}

/** BIP-39: the rounds of PBKDF2, and the beginning of its salt. */
const rounds = 2_048
const salt = 'mnemonic'
const stretch = promisify(pbkdf2)

const places: ReadonlyMap<string, number> = new Map(wordlist.map((word, at) => [word, at]))

/** The 24 words for 32 bytes of randomness (BIP-39, English). */
export function wordsOf(entropy: Uint8Array): string[] {
  return indicesOf(entropy).map((index) => wordlist[index] ?? '')
}

/** The 64 bytes that keys are derived from (BIP-39, without a passphrase). The words are built in a buffer that is zeroed, never as one string. */
export async function seedOf(entropy: Uint8Array): Promise<Buffer> {
  return withSentence(entropy, (sentence) => stretch(sentence, salt, rounds, 64, 'sha512'))
}

/** Identifies a seed and reveals nothing else: the first 8 bytes of a SHA-256 over 256 random bits, as hex. */
export function fingerprintOf(entropy: Uint8Array): Promise<string> {
  return withSentence(entropy, async (sentence) =>
    createHash('sha256').update('mintdesk live seed\n').update(sentence).digest('hex').slice(0, 16),
  )
}

/**
 * Reads words as the person types them: any white space between them, any case. Faults name the place of each word that is not in the list. Where
 * all are in it but the checksum is wrong, the message names the places where one look-alike or a swap with the next word would correct it.
 */
export function readWords(text: string): { entropy: Buffer } | { faults: WordFault[] } {
  const given = text.normalize('NFKD').toLowerCase().split(/\s+/).filter(Boolean)
  const unknown = given.flatMap((word, at) =>
    places.has(word)
      ? []
      : [
          {
            place: at + 1,
            message: `Word ${at + 1}, ${JSON.stringify(word.slice(0, 20))}, is not in BIP-39's English list.`,
          },
        ],
  )
  if (given.length !== seedWords)
    return {
      faults: [
        {
          place: null,
          message: `${given.length === 1 ? 'This is' : 'These are'} ${counted(given.length, 'word')}, but a seed here has ${seedWords}: type all of them.`,
        },
        ...unknown,
      ],
    }
  if (unknown.length > 0) return { faults: unknown }
  const indices = given.map((word) => places.get(word) ?? 0)
  const entropy = entropyOf(indices)
  if (entropy !== null) return { entropy }
  const suspects = suspectsOf(indices)
  const where = suspects.length === 0 ? '' : ` Look first at word ${suspects.join(', ')}.`
  return {
    faults: [
      {
        place: seedWords,
        message: `The words do not agree with the checksum, which is in word ${seedWords}: one of them is wrong, or two are swapped. Compare each with your backup.${where}`,
      },
    ],
  }
}

/** The index of each of the 24 words in the list: 11 bits each of the randomness and its checksum. */
function indicesOf(entropy: Uint8Array): number[] {
  const bytes = Buffer.concat([entropy, createHash('sha256').update(entropy).digest().subarray(0, 1), Buffer.alloc(2)])
  const indices = Array.from({ length: seedWords }, (_, word) => {
    const bit = word * 11
    const three = bytes.readUIntBE(bit >> 3, 3)
    return (three >> (13 - (bit & 7))) & 0x7ff
  })
  bytes.fill(0)
  return indices
}

/** The randomness of words at these indices of the list; null when the checksum is wrong. */
function entropyOf(indices: readonly number[]): Buffer | null {
  let bits = 0n
  for (const index of indices) bits = (bits << 11n) | BigInt(index)
  const entropy = Buffer.from((bits >> 8n).toString(16).padStart(2 * entropyBytes, '0'), 'hex')
  return createHash('sha256').update(entropy).digest()[0] === Number(bits & 0xffn) ? entropy : null
}

/** Places, from 1, where one likely slip would explain the wrong checksum. */
function suspectsOf(indices: readonly number[]): number[] {
  return indices.flatMap((index, at) => {
    const next = indices[at + 1]
    const swapped =
      next !== undefined && next !== index && entropyOf(indices.with(at, next).with(at + 1, index)) !== null
    const word = wordlist[index] ?? ''
    const mistaken = wordlist.some(
      (other, place) => place !== index && looksLike(word, other) && entropyOf(indices.with(at, place)) !== null,
    )
    return swapped || mistaken ? [at + 1] : []
  })
}

/** Whether adding, removing or replacing one letter, or swapping two, turns one word into the other. */
function looksLike(one: string, other: string): boolean {
  let head = 0
  while (head < one.length && one[head] === other[head]) head++
  const [left, right] = [one.slice(head), other.slice(head)]
  return (
    left.slice(1) === right.slice(1) ||
    left.slice(1) === right ||
    left === right.slice(1) ||
    (left.length >= 2 && right[0] === left[1] && right[1] === left[0] && left.slice(2) === right.slice(2))
  )
}

/** Passes the words, separated by spaces, as bytes that are zeroed after `use`. */
async function withSentence<T>(entropy: Uint8Array, use: (sentence: Buffer) => Promise<T>): Promise<T> {
  const words = wordsOf(entropy)
  const sentence = Buffer.alloc(
    words.reduce((sum, word) => sum + word.length + 1, -1),
    ' ',
  )
  let at = 0
  for (const word of words) {
    sentence.write(word, at, 'ascii')
    at += word.length + 1
  }
  try {
    return await use(sentence)
  } finally {
    sentence.fill(0)
  }
}
