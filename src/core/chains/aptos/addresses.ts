import { sha3_256 } from '@noble/hashes/sha3.js'

/** The scheme byte at the end of the hashed bytes (aptos-core: authenticator.rs `Scheme`, object.move). */
const ed25519Scheme = 0x00
const namedObjectScheme = 0xfe

/** The address of an account with a single ed25519 key: its first authentication key. @param publicKey 32 bytes */
export function accountAddress(publicKey: Uint8Array): string {
  return hashed(publicKey, Uint8Array.of(ed25519Scheme))
}

/** The address of an account's collection of this name, whether it exists or not: creator and name alone decide it. */
export function collectionAddressOf(creator: string, name: string): string {
  return hashed(addressBytes(creator), Buffer.from(name, 'utf8'), Uint8Array.of(namedObjectScheme))
}

/** The normal form of an address; nodes usually write it without leading zeros. */
export function normalAddress(address: string): string {
  return toHex(addressBytes(address))
}

/** The 32 bytes of an address. @throws RangeError if the text is no address */
export function addressBytes(address: string): Uint8Array {
  const digits = address.startsWith('0x') ? address.slice(2) : address
  if (!/^[0-9a-f]{1,64}$/i.test(digits)) throw new RangeError(`${JSON.stringify(address)} is no address of Aptos`)
  return new Uint8Array(Buffer.from(digits.padStart(64, '0'), 'hex'))
}

function hashed(...parts: readonly Uint8Array[]): string {
  return toHex(sha3_256(Buffer.concat(parts)))
}

function toHex(bytes: Uint8Array): string {
  return `0x${Buffer.from(bytes).toString('hex')}`
}
