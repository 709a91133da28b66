import { createCipheriv, createDecipheriv, createHmac, hkdfSync } from 'node:crypto'

const ivBytes = 12
const tagBytes = 16

/**
 * Encrypts a collection's id for its public metadata, where only the seed's owner can read it: so `mintdesk recover` finds it without a
 * database. The same id gives the same text each time, because the contract's address depends on its metadata.
 * @param key the project's own: `mintsKey` of its keyring
 */
export function sealId(key: Uint8Array, id: string): string {
  const own = keyOf(key)
  const iv = createHmac('sha256', own).update(id, 'utf8').digest().subarray(0, ivBytes)
  const cipher = createCipheriv('aes-256-gcm', own, iv)
  const text = Buffer.concat([cipher.update(id, 'utf8'), cipher.final()])
  return Buffer.concat([iv, cipher.getAuthTag(), text]).toString('base64url')
}

/** The id in a sealed text; null when it was not sealed with this key. */
export function openSealedId(key: Uint8Array, sealed: string): string | null {
  const bytes = Buffer.from(sealed, 'base64url')
  if (bytes.length < ivBytes + tagBytes) return null
  const cipher = createDecipheriv('aes-256-gcm', keyOf(key), bytes.subarray(0, ivBytes))
  cipher.setAuthTag(bytes.subarray(ivBytes, ivBytes + tagBytes))
  try {
    return Buffer.concat([cipher.update(bytes.subarray(ivBytes + tagBytes)), cipher.final()]).toString('utf8')
  } catch {
    return null
  }
}

function keyOf(key: Uint8Array): Buffer {
  return Buffer.from(hkdfSync('sha256', key, '', 'mintdesk collection id v1', 32))
}
