import { chmod, stat } from 'node:fs/promises'
import { readIfThere } from '../lib/durable-file.ts'
import { CoreError } from '../lib/errors.ts'
import { liveSeedVariable } from '../lib/live-environment.ts'
import { readLiveSeed } from './live-seed.ts'
import { parseVault, type VaultContent } from './vault-file.ts'
import { fingerprintOf, seedOf } from './words.ts'

/** Where the live projects' seed comes from. `refused`: there is one, but it cannot be used, for the reason in the message. */
export type VaultSource =
  | { kind: 'none' }
  | { kind: 'refused'; message: string; damaged: boolean }
  | { kind: 'environment'; fingerprint: string; seed: Buffer }
  | { kind: 'vault'; vault: VaultContent; seed: Buffer | null }

/** Sentences for the person about why no live project can go on. */
export const sentences = {
  none: 'Live projects need their seed: make the vault in Settings or with "mintdesk vault create", or restore it from its 24 words.',
  locked: 'The vault is locked: unlock it in Settings, or with "mintdesk vault unlock".',
  unbacked:
    'The seed of the live projects is not backed up: write its 24 words down in Settings, or with "mintdesk vault backup".',
  other:
    'The live projects of this data folder were made with another seed: this one would give them other addresses for fees and other contracts.',
} as const

export interface SourceFacts {
  /** The vault file. */
  path: string
  env: Readonly<Record<string, string | undefined>>
  /** The fingerprint of the practice seed. */
  practice: string | null
  /** The fingerprint of the seed of the existing live projects; undefined before the first. */
  known: string | undefined
}

/**
 * The seed from the environment, else the vault from disk, locked.
 * @throws the system's error when the file cannot be read
 */
export async function readSource({ path, env, practice, known }: SourceFacts): Promise<VaultSource> {
  const given = readLiveSeed(env)
  if (given !== null)
    return 'refused' in given ? refused(given.refused) : fromEnvironment(given.entropy, practice, known)
  const text = await readIfThere(path)
  if (text === undefined) return { kind: 'none' }
  if (process.platform !== 'win32' && ((await stat(path)).mode & 0o077) !== 0) await chmod(path, 0o600)
  try {
    const vault = parseVault(path, text)
    if (known === undefined || known === vault.fingerprint) return { kind: 'vault', vault, seed: null }
    return refused(`${sentences.other} Put the vault file back that belongs to it, and start Mintdesk again.`)
  } catch (error) {
    if (!(error instanceof CoreError)) throw error
    return { kind: 'refused', message: error.message, damaged: error.code === 'vault.damaged' }
  }
}

async function fromEnvironment(
  entropy: Buffer,
  practice: string | null,
  known: string | undefined,
): Promise<VaultSource> {
  try {
    const fingerprint = await fingerprintOf(entropy)
    if (fingerprint === practice)
      return refused(
        `${liveSeedVariable} is the seed of the practice projects, which is never used on a live network: use a seed of its own.`,
      )
    if (known !== undefined && known !== fingerprint)
      return refused(
        `${liveSeedVariable} is another seed than the one the live projects of this data folder were made with: start Mintdesk with that one.`,
      )
    return { kind: 'environment', fingerprint, seed: await seedOf(entropy) }
  } finally {
    entropy.fill(0)
  }
}

function refused(message: string): VaultSource {
  return { kind: 'refused', message, damaged: false }
}
