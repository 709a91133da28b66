import { sha3_256 } from '@noble/hashes/sha3.js'

/** What follows the hashed bytes (aptos-core: authenticator.rs `Scheme`, object.move). */
const ed25519Scheme = 0x00
const namedObjectScheme = 0xfe

/** The address of an account that one ed25519 key opens: its authentication key when it was made. @param publicKey 32 bytes */
export function accountAddress(publicKey: Uint8Array): string {
  return hashed(publicKey, Uint8Array.of(ed25519Scheme))
}

/** Where an account's collection of this name is or will be: an object that the name alone tells. */
export function collectionAddressOf(creator: string, name: string): string {
  return hashed(addressBytes(creator), Buffer.from(name, 'utf8'), Uint8Array.of(namedObjectScheme))
}

/** An address as nodes write it (without leading zeros, as a rule) in its normal form. */
export function normalAddress(address: string): string {
  return toHex(addressBytes(address))
}

/** @throws RangeError for what is no address of 32 bytes */
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
