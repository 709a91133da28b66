import { createHash } from 'node:crypto'
import { validateMnemonic } from '@scure/bip39'
import { wordlist } from '@scure/bip39/wordlists/english.js'

/** The words of the live projects' seed, or a sentence for a person that says why there are none. Holds no word of a seed it refuses. */
export type LiveSeed = { words: string; missing: null } | { words: null; missing: string }

/** The environment variable that holds the seed until there is a vault for it. */
export const liveSeedVariable = 'MINTDESK_LIVE_SEED'

const words = 24

/**
 * Reads the seed of the live projects: 24 words of BIP-39's English list, with any white space between them.
 * @param practice the words of the practice seed, whose signatures must be worth nothing on a live network
 */
export function readLiveSeed(env: Readonly<Record<string, string | undefined>>, practice: string): LiveSeed {
  const given = env[liveSeedVariable]?.trim() ?? ''
  if (given === '')
    return missing(
      `Live projects need their seed: start Mintdesk with the environment variable ${liveSeedVariable} set to the 24 words.`,
    )
  const list = given.normalize('NFKD').toLowerCase().split(/\s+/)
  if (list.length !== words)
    return missing(
      `${liveSeedVariable} holds ${list.length} words, but a seed here has ${words}: set all of them, with spaces between.`,
    )
  const mnemonic = list.join(' ')
  if (!validateMnemonic(mnemonic, wordlist))
    return missing(
      `${liveSeedVariable} is no BIP-39 seed: a word is not in the English list, or the words do not agree with their checksum. Compare them with your backup.`,
    )
  if (mnemonic === practice)
    return missing(
      `${liveSeedVariable} is the seed of the practice projects, which is never used on a live network: use a seed of its own.`,
    )
  return { words: mnemonic, missing: null }
}

/** Tells one seed from another and nothing more: the first 8 bytes of a SHA-256 over 256 random bits. */
export function seedFingerprint(mnemonic: string): string {
  return createHash('sha256').update(`mintdesk live seed\n${mnemonic}`).digest('hex').slice(0, 16)
}

/** Another seed than the one that this data folder's live projects were made with would give them other treasuries and contracts. */
export function withKnownFingerprint(seed: LiveSeed, known: string | undefined): LiveSeed {
  if (seed.words === null || known === undefined || seedFingerprint(seed.words) === known) return seed
  return missing(
    `${liveSeedVariable} is another seed than the one the live projects of this data folder were made with: start Mintdesk with that one.`,
  )
}

function missing(sentence: string): LiveSeed {
  return { words: null, missing: sentence }
}
