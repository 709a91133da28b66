import { bcs } from '@mysten/bcs'
import { sha3_256 } from '@noble/hashes/sha3.js'
import { addressBytes } from '../../../chains/aptos/addresses.ts'
import { addressLayout, bytesLayout, u64Layout } from '../../../chains/aptos/bcs/values.ts'

/** The last byte of the bytes whose hash is an address (aptos-core, `object.move` and `authenticator.rs`). */
const scheme = { uniqueAddress: 0xfb, derivedObject: 0xfc, namedObject: 0xfe } as const

/** An address as the state names it: 0x and 64 hex digits. @throws RangeError */
export function longAddress(text: string): string {
  return `0x${Buffer.from(addressBytes(text)).toString('hex')}`
}

/** An address as a fullnode writes it: without leading zeros. */
export function shortAddress(address: string): string {
  return `0x${address.slice(2).replace(/^0+(?=.)/, '')}`
}

/** The object that a creator made under a name (`object::create_named_object`). */
export function namedObject(creator: string, seed: Uint8Array): string {
  return hashed(addressBytes(creator), seed, Buffer.of(scheme.namedObject))
}

/** The metadata object of APT as a fungible asset. */
export const aptMetadata = longAddress('0xa')

/** An account's own store of APT (`object::create_user_derived_object_address`). */
export function aptStoreOf(owner: string): string {
  return hashed(addressBytes(owner), addressBytes(aptMetadata), Buffer.of(scheme.derivedObject))
}

/** What makes a transaction's new addresses unique (aptos-core, session_id.rs). */
export type Session =
  | { sequence: bigint; sender: string; scriptHash: Uint8Array }
  | { nonce: bigint; expiration: bigint; sender: string; scriptHash: Uint8Array }

const salt = sha3_256(Buffer.from('APTOS::SessionId'))
const sequential = bcs.struct('Txn', { sender: addressLayout, sequence: u64Layout, scriptHash: bytesLayout() })
const orderless = bcs.struct('OrderlessTxn', {
  ...{ sender: addressLayout, nonce: u64Layout, expiration: u64Layout, scriptHash: bytesLayout() },
})
/** Places in aptos-core's enum `SessionId`. */
const variants = { sequential: 0, orderless: 9 } as const

/** Returns one new address after the other, as `transaction_context::generate_auid_address` does. */
export function uniqueAddresses(session: Session): () => string {
  const [variant, body] =
    'sequence' in session
      ? [variants.sequential, sequential.serialize(session)]
      : [variants.orderless, orderless.serialize(session)]
  const hash = sha3_256(Buffer.concat([salt, Buffer.of(variant), body.toBytes()]))
  let counter = 0n
  return () => {
    counter += 1n
    return hashed(hash, u64Layout.serialize(counter).toBytes(), Buffer.of(scheme.uniqueAddress))
  }
}

function hashed(...parts: Uint8Array[]): string {
  return `0x${Buffer.from(sha3_256(Buffer.concat(parts))).toString('hex')}`
}
