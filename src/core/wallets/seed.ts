import { createHash } from 'node:crypto'
import { chmod, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { generateMnemonic, validateMnemonic } from '@scure/bip39'
import { wordlist } from '@scure/bip39/wordlists/english.js'
import { z } from 'zod'
import { moveInto, readIfThere, writeTemporary } from '../lib/durable-file.ts'
import { fileVersion } from './file-version.ts'

/** The name of the file in the data folder that holds the practice projects' seed. */
export const practiceSeedFileName = 'practice-seed.json'

const seedFileSchema = z.object({
  version: z.literal(1),
  purpose: z.literal('practice'),
  mnemonic: z.string(),
  check: z.string(),
})

/** The seed file cannot be used; the message says which file, why, and what to do, and holds no word of the seed. */
export class SeedFileError extends Error {
  constructor(path: string, fault: string) {
    super(
      `The practice seed file ${path} ${fault}: restore it from a backup, or move it away to begin with new practice wallets.`,
    )
    this.name = 'SeedFileError'
  }
}

/**
 * The practice projects' own BIP-39 seed, 24 words, from `practice-seed.json` in the data folder, which is created at the
 * first start. It is never used on a live network. Only this user may read the file: another mode than 0600 is corrected.
 * Only one process may call it at a time; the lock of the data folder ensures that.
 * @throws SeedFileError when the file is damaged or of a newer version; StorageError when it cannot be written
 */
export async function openPracticeSeed(dataDirectory: string): Promise<string> {
  const path = join(dataDirectory, practiceSeedFileName)
  const text = await readIfThere(path)
  if (text === undefined) return createSeed(path)
  if (process.platform !== 'win32' && ((await stat(path)).mode & 0o077) !== 0) await chmod(path, 0o600)
  return parseSeed(path, text)
}

async function createSeed(path: string): Promise<string> {
  const mnemonic = generateMnemonic(wordlist, 256)
  const content = { version: 1, purpose: 'practice', mnemonic, check: checkOf(mnemonic) }
  const bytes = new TextEncoder().encode(`${JSON.stringify(content, null, 2)}\n`)
  await moveInto(await writeTemporary(dirname(path), [bytes]), path)
  return mnemonic
}

function parseSeed(path: string, text: string): string {
  const json = parseJson(path, text)
  const version = fileVersion(json)
  if (version !== undefined && version > 1)
    throw new SeedFileError(path, `is of version ${version}, which only a newer Mintdesk reads`)
  const read = seedFileSchema.safeParse(json)
  if (!read.success) throw new SeedFileError(path, 'is damaged (it is not of the form that Mintdesk writes)')
  const { mnemonic, check } = read.data
  if (!validateMnemonic(mnemonic, wordlist) || check !== checkOf(mnemonic)) {
    throw new SeedFileError(path, 'is damaged (its words do not agree with their checksum)')
  }
  return mnemonic
}

function parseJson(path: string, text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new SeedFileError(path, 'is damaged (it is not JSON)')
  }
}

function checkOf(mnemonic: string): string {
  return createHash('sha256').update(`mintdesk practice seed\n${mnemonic}`).digest('hex').slice(0, 16)
}
