import { counted } from '../../shared/format.ts'
import { liveSeedVariable } from '../lib/live-environment.ts'
import { readWords, seedWords } from './words.ts'

/**
 * Reads the seed from the environment: 24 words of BIP-39's English list, with any white space between them.
 * @returns its 32 bytes; when it cannot be used, a sentence for the person that holds no word of it; null when there is none
 */
export function readLiveSeed(
  env: Readonly<Record<string, string | undefined>>,
): { entropy: Buffer } | { refused: string } | null {
  const given = env[liveSeedVariable]?.trim() ?? ''
  if (given === '') return null
  const read = readWords(given)
  if ('entropy' in read) return read
  const count = given.split(/\s+/).length
  if (count !== seedWords)
    return {
      refused: `${liveSeedVariable} holds ${counted(count, 'word')}, but a seed here has ${seedWords}: set all of them, with spaces between.`,
    }
  const unknown = read.faults.flatMap(({ place, message }) => (/ list\.$/.test(message) ? (place ?? []) : []))
  const fault =
    unknown.length > 0
      ? `${unknown.length === 1 ? 'word' : 'words'} ${unknown.join(', ')} not in the English list`
      : 'the words do not agree with their checksum'
  return { refused: `${liveSeedVariable} is no BIP-39 seed (${fault}): compare its words with your backup.` }
}
