import { type BcsType, bcs } from '@mysten/bcs'
import { addressBytes } from '../addresses.ts'

/** Building blocks of Aptos's layouts (Binary Canonical Serialization). */

/** An address in its normal form: 0x and 64 hex digits in lower case. */
export const addressLayout = bcs.bytes(32).transform({
  name: 'AccountAddress',
  input: (address: string) => addressBytes(address),
  output: (bytes) => `0x${Buffer.from(bytes).toString('hex')}`,
})

/** A u64 as a bigint. */
export const u64Layout = bcs.u64().transform({
  name: 'u64',
  input: (value: bigint) => value,
  output: BigInt,
})

/** A u128 as a bigint. */
export const u128Layout = bcs.u128().transform({
  name: 'u128',
  input: (value: bigint) => value,
  output: BigInt,
})

/** A u256 as a bigint. */
export const u256Layout = bcs.u256().transform({
  name: 'u256',
  input: (value: bigint) => value,
  output: BigInt,
})

/** Bytes with their length in front. @param exactly the only accepted length */
export function bytesLayout(exactly?: number): BcsType<Uint8Array, Uint8Array> {
  return bcs.byteVector().transform({
    input: (bytes: Uint8Array) => ofLength(bytes, exactly),
    output: (bytes) => ofLength(bytes, exactly),
  })
}

/** A variant that keeps its number, but can be neither read nor written here. */
export function refusedLayout(name: string): BcsType<null, null> {
  return bcs.u8().transform<null, null, string>({
    name,
    input: () => refuse(name),
    output: () => refuse(name),
  })
}

/**
 * Decodes untrusted bytes. All of them must be used, and they must be the canonical encoding of the value.
 * @throws Error with a short message
 */
export function decodeBcs<Value extends Input, Input>(layout: BcsType<Value, Input>, bytes: Uint8Array): Value {
  // A copy, because the reader reads the whole underlying buffer, which may be shared.
  const own = Uint8Array.from(bytes)
  const value = layout.parse(own)
  if (!Buffer.from(layout.serialize(value).toBytes()).equals(own))
    throw new Error('the bytes are not in canonical form')
  return value
}

function ofLength(bytes: Uint8Array, exactly: number | undefined): Uint8Array {
  if (exactly !== undefined && bytes.length !== exactly)
    throw new RangeError(`${bytes.length} bytes stand where ${exactly} are needed`)
  return bytes
}

function refuse(name: string): never {
  throw new RangeError(`${name} is not taken here`)
}
