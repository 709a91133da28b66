/** The encryption of the files of a backup. docs/backup.md describes it for other programs. */
import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto'
import { CoreError } from '../lib/errors.ts'

const magic = Buffer.from('mintdesk-bak', 'ascii')
const version = 1
const kinds = { backup: 1, object: 2 } as const
const fingerprintBytes = 8
const saltBytes = 32
const headerBytes = magic.length + 2 + fingerprintBytes + saltBytes
const tagBytes = 16
/** Each file has a key of its own, from its salt. So each key encrypts one message, and the nonce can be constant. */
const nonce = Buffer.alloc(12)

/** The key that encrypts backups: it is derived from the seed, and does not reveal the seed. */
export interface BackupKey {
  /** The seed's fingerprint: 8 bytes, hex. */
  fingerprint: string
  /** 32 bytes. */
  key: Uint8Array
}

/** @param seed the 64 bytes that BIP-39 derives from the 24 words */
export function backupKeyOf(seed: Uint8Array, fingerprint: string): BackupKey {
  return { fingerprint, key: derived(seed, Buffer.alloc(0), 'mintdesk backup 1') }
}

/** Names objects by their content: 32 bytes in hex that reveal nothing about the content without the key. */
export function objectNames({ key }: BackupKey): (content: Uint8Array) => string {
  const naming = derived(key, Buffer.alloc(0), 'mintdesk backup 1 names')
  return (content) => createHmac('sha256', naming).update(content).digest('hex')
}

/** @param name authenticated with the content: an object's name; '' for a backup, whose file the person may rename */
export function seal(backupKey: BackupKey, kind: keyof typeof kinds, name: string, content: Uint8Array): Buffer {
  const salt = randomBytes(saltBytes)
  const header = Buffer.concat([
    magic,
    Buffer.from([version, kinds[kind]]),
    Buffer.from(backupKey.fingerprint, 'hex'),
    salt,
  ])
  const cipher = createCipheriv('aes-256-gcm', fileKey(backupKey, salt), nonce).setAAD(labelled(header, name))
  return Buffer.concat([header, cipher.update(content), cipher.final(), cipher.getAuthTag()])
}

/**
 * The content of a sealed file.
 * @param place the file's description in sentences for the person
 * @throws CoreError `backup.newer`, `backup.seed`, `backup.damaged`
 */
export function unseal(
  backupKey: BackupKey,
  kind: keyof typeof kinds,
  name: string,
  bytes: Uint8Array,
  place: string,
): Buffer {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (!file.subarray(0, magic.length).equals(magic.subarray(0, file.length)) || file.length === 0)
    throw damaged(place, 'it is no file of a backup')
  if (file.length < headerBytes + tagBytes) throw damaged(place, 'its end is missing')
  const header = file.subarray(0, headerBytes)
  const [written, of] = [header[magic.length] ?? 0, header[magic.length + 1]]
  if (written > version)
    throw new CoreError(
      'backup.newer',
      `${place} is of version ${written}, which only a newer Mintdesk reads: update Mintdesk, then restore.`,
    )
  if (written !== version || of !== kinds[kind]) throw damaged(place, `it is no ${kind} of this version`)
  const fingerprint = header.subarray(magic.length + 2, magic.length + 2 + fingerprintBytes).toString('hex')
  if (fingerprint !== backupKey.fingerprint)
    throw new CoreError(
      'backup.seed',
      `${place} was made with another seed (${fingerprint}; these words give ${backupKey.fingerprint}): type the 24 words of that seed.`,
    )
  const cut = file.length - tagBytes
  const decipher = createDecipheriv('aes-256-gcm', fileKey(backupKey, header.subarray(headerBytes - saltBytes)), nonce)
    .setAAD(labelled(header, name))
    .setAuthTag(file.subarray(cut))
  const content = decipher.update(file.subarray(headerBytes, cut))
  try {
    decipher.final()
  } catch {
    throw damaged(place, 'its content is not what was written')
  }
  return content
}

/** Whether an error says that a file is not as it was sealed: a changed header can look like another version or seed. */
export function isDamage(error: unknown): boolean {
  return error instanceof CoreError && ['backup.damaged', 'backup.newer', 'backup.seed'].includes(error.code)
}

/** The error for a backup of which something is missing or changed. */
export function damaged(place: string, fault: string): CoreError {
  return new CoreError(
    'backup.damaged',
    `${place} is damaged (${fault}): copy the backup's folder again from where it was kept, or restore an earlier backup.`,
  )
}

const labelled = (header: Uint8Array, name: string): Buffer => Buffer.concat([header, Buffer.from(`\n${name}`)])

const fileKey = ({ key }: BackupKey, salt: Uint8Array): Uint8Array => derived(key, salt, 'mintdesk backup 1 file')

function derived(from: Uint8Array, salt: Uint8Array, label: string): Uint8Array {
  return new Uint8Array(hkdfSync('sha256', from, salt, label, 32))
}
