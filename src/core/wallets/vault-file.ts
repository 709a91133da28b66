/** The vault file: its content, and how it is encrypted and decrypted. docs/keys.md describes it for other programs. */
import { type CipherGCMTypes, createCipheriv, createDecipheriv, createHash, randomBytes, scrypt } from 'node:crypto'
import { z } from 'zod'
import { canonicalJson } from '../lib/canonical-json.ts'
import { CoreError } from '../lib/errors.ts'
import { fileVersion } from './file-version.ts'
import { entropyBytes, fingerprintOf } from './words.ts'

/** The name of the file in the data folder. */
export const vaultFileName = 'vault.json'

/** The cost of scrypt; its memory is 128 · N · r bytes. */
export interface ScryptCost {
  N: number
  r: number
  p: number
}

/** From OWASP's Password Storage Cheat Sheet: 128 MiB and about half a second for each guess. */
export const usualCost: ScryptCost = { N: 2 ** 17, r: 8, p: 1 }

/** Ours: a file that asks for more bytes of memory is refused. */
const mostMemory = 2 ** 30

const cipherName: CipherGCMTypes = 'aes-256-gcm'
const keyBytes = 32
const nonceBytes = 12
const tagBytes = 16
const saltBytes = 32

const base64 = z.base64()
const powerOfTwo = z.int().refine((n) => n >= 2 && Number.isInteger(Math.log2(n)))
const box = z.object({ nonce: base64, sealed: base64 })
const passphraseSlot = box.extend({
  kdf: z.literal('scrypt'),
  N: powerOfTwo,
  r: z.int().min(1).max(64),
  p: z.int().min(1).max(16),
  salt: base64,
})
const content = z.object({
  version: z.literal(1),
  purpose: z.literal('live'),
  fingerprint: z.string().regex(/^[0-9a-f]{16}$/),
  createdAt: z.iso.datetime(),
  backedUpAt: z.iso.datetime().nullable(),
  seed: box,
  slots: z.object({ passphrase: passphraseSlot, keychain: z.object({ sealed: base64 }).nullable() }),
})
const file = content.extend({ checksum: z.string() })

/** The content of the file, without its checksum. */
export type VaultContent = z.infer<typeof content>
type Box = z.infer<typeof box>

/** The checksum over the whole file distinguishes damage from a wrong passphrase. */
function damaged(path: string, fault: string): CoreError {
  return new CoreError(
    'vault.damaged',
    `The vault file ${path} is damaged (${fault}): put a copy of it back and start Mintdesk again, or restore the vault from its 24 words.`,
  )
}

/**
 * Reads the text of a vault file.
 * @throws CoreError `vault.damaged`, `vault.newer`
 */
export function parseVault(path: string, text: string): VaultContent {
  const json = parseJson(path, text)
  const version = fileVersion(json)
  if (version !== undefined && version > 1)
    throw new CoreError(
      'vault.newer',
      `The vault file ${path} is of version ${version}, which only a newer Mintdesk reads: update Mintdesk.`,
    )
  const read = file.safeParse(json)
  if (!read.success) throw damaged(path, 'it is not of the form that Mintdesk writes')
  const { checksum, ...rest } = read.data
  if (checksum !== checksumOf(rest)) throw damaged(path, 'its checksum does not fit')
  const { N, r } = rest.slots.passphrase
  if (128 * N * r > mostMemory) throw damaged(path, 'it asks for more memory than a vault ever does')
  return rest
}

/** The text of a vault file. */
export function writeVault(vault: VaultContent): string {
  return `${JSON.stringify({ ...vault, checksum: checksumOf(vault) }, null, 2)}\n`
}

/**
 * Makes a new vault for a seed, with a new data key.
 * @param entropy the seed's 32 bytes
 * @returns the vault, and the data key for another slot; the caller zeroes it
 */
export async function sealVault(
  entropy: Uint8Array,
  passphrase: string,
  { cost, now, backedUp }: { cost: ScryptCost; now: number; backedUp: boolean },
): Promise<{ vault: VaultContent; dataKey: Buffer }> {
  const dataKey = randomBytes(keyBytes)
  const fingerprint = await fingerprintOf(entropy)
  const at = new Date(now).toISOString()
  return {
    dataKey,
    vault: {
      version: 1,
      purpose: 'live',
      fingerprint,
      createdAt: at,
      backedUpAt: backedUp ? at : null,
      seed: seal(dataKey, entropy, seedLabel(fingerprint)),
      slots: { passphrase: await sealPassphrase(dataKey, passphrase, cost), keychain: null },
    },
  }
}

/** Encrypts a data key with the passphrase, with a new salt. */
export async function sealPassphrase(
  dataKey: Uint8Array,
  passphrase: string,
  cost: ScryptCost,
): Promise<VaultContent['slots']['passphrase']> {
  const salt = randomBytes(saltBytes)
  const key = await stretched(passphrase, salt, cost)
  try {
    return {
      kdf: 'scrypt',
      ...{ N: cost.N, r: cost.r, p: cost.p },
      salt: salt.toString('base64'),
      ...seal(key, dataKey, passphraseLabel),
    }
  } finally {
    key.fill(0)
  }
}

/**
 * Decrypts the data key with the passphrase; the caller zeroes it. Each try has the cost of the file's scrypt parameters.
 * @throws CoreError `vault.passphrase`: since the file's checksum is right, the passphrase must be wrong
 */
export async function openWithPassphrase({ slots }: VaultContent, passphrase: string): Promise<Buffer> {
  const { salt, ...slot } = slots.passphrase
  const key = await stretched(passphrase, Buffer.from(salt, 'base64'), slot)
  try {
    const dataKey = open(key, slot, passphraseLabel)
    if (dataKey === null)
      throw new CoreError('vault.passphrase', 'This passphrase does not open the vault: type it again.')
    return dataKey
  } finally {
    key.fill(0)
  }
}

/**
 * Decrypts the seed's 32 bytes; the caller zeroes them.
 * @throws CoreError `vault.damaged` when the data key does not open it, or it is not the seed that the file names
 */
export async function openSeed(path: string, vault: VaultContent, dataKey: Uint8Array): Promise<Buffer> {
  const entropy = open(dataKey, vault.seed, seedLabel(vault.fingerprint))
  if (entropy?.length !== entropyBytes) throw damaged(path, 'its slots do not open its seed')
  if ((await fingerprintOf(entropy)) !== vault.fingerprint) throw damaged(path, 'it names another seed than it holds')
  return entropy
}

const passphraseLabel = 'mintdesk vault 1 passphrase'
const seedLabel = (fingerprint: string): string => `mintdesk vault 1 seed ${fingerprint}`

/** NFKC, so that the same typed text gives the same bytes on every system. */
function stretched(passphrase: string, salt: Uint8Array, { N, r, p }: ScryptCost): Promise<Buffer> {
  const secret = Buffer.from(passphrase.normalize('NFKC'), 'utf8')
  return new Promise<Buffer>((resolve, reject) => {
    scrypt(secret, salt, keyBytes, { N, r, p, maxmem: 2 * 128 * N * r + 2 ** 20 }, (error, key) =>
      error === null ? resolve(key) : reject(error),
    )
  }).finally(() => secret.fill(0))
}

function seal(key: Uint8Array, plain: Uint8Array, label: string): Box {
  const nonce = randomBytes(nonceBytes)
  const cipher = createCipheriv(cipherName, key, nonce).setAAD(Buffer.from(label))
  const sealed = Buffer.concat([cipher.update(plain), cipher.final(), cipher.getAuthTag()])
  return { nonce: nonce.toString('base64'), sealed: sealed.toString('base64') }
}

/** The decrypted bytes; null when the key is wrong, or a bit has changed. */
function open(key: Uint8Array, { nonce, sealed }: Box, label: string): Buffer | null {
  const bytes = Buffer.from(sealed, 'base64')
  const iv = Buffer.from(nonce, 'base64')
  if (bytes.length < tagBytes || iv.length !== nonceBytes || key.length !== keyBytes) return null
  const cut = bytes.length - tagBytes
  const decipher = createDecipheriv(cipherName, key, iv, { authTagLength: tagBytes })
    .setAAD(Buffer.from(label))
    .setAuthTag(bytes.subarray(cut))
  const plain = decipher.update(bytes.subarray(0, cut))
  try {
    decipher.final()
    return plain
  } catch {
    plain.fill(0)
    return null
  }
}

/** SHA-256, hex, of the canonical JSON (RFC 8785) of everything else. */
function checksumOf(vault: VaultContent): string {
  return createHash('sha256').update(canonicalJson(vault)).digest('hex')
}

function parseJson(path: string, text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw damaged(path, 'it is not JSON')
  }
}
