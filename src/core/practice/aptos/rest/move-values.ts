import { type BcsType, bcs } from '@mysten/bcs'
import type { TypeTag } from '../../../chains/aptos/bcs/type-tag.ts'
import {
  addressLayout,
  bytesLayout,
  decodeBcs,
  u64Layout,
  u128Layout,
  u256Layout,
} from '../../../chains/aptos/bcs/values.ts'
import { parseType, typeText } from '../move-types.ts'
import { longAddress, shortAddress } from '../state/addresses.ts'
import { invalidInput } from './rest-fault.ts'

/** A type's conversion between BCS and a fullnode's JSON. */
interface MoveValue {
  toJson(bytes: Uint8Array): unknown
  fromJson(value: unknown): Uint8Array
}

/** 0x and hex digits. */
export function hex(bytes: Uint8Array): string {
  return `0x${Buffer.from(bytes).toString('hex')}`
}

/** How values of a type are written. @param types the type arguments for T0, T1 … */
function writerOf(type: string, types: readonly TypeTag[]): MoveValue {
  return ofTag(parseType(type.replace(/\bT(\d+)\b/g, (_, place) => typeAt(types, Number(place)))))
}

function typeAt(types: readonly TypeTag[], place: number): string {
  const tag = types[place]
  // A missing type argument does not change how an object is written.
  return tag === undefined ? '0x1::object::ObjectCore' : typeText(tag)
}

function ofTag(tag: TypeTag): MoveValue {
  switch (tag.kind) {
    case 'bool':
      return simple(bcs.bool(), (value) => value, asBoolean)
    case 'u8':
      return simple(bcs.u8(), (value) => value, asNumber)
    case 'u16':
      return simple(bcs.u16(), (value) => value, asNumber)
    case 'u32':
      return simple(bcs.u32(), (value) => value, asNumber)
    case 'u64':
      return simple(u64Layout, String, asBigint)
    case 'u128':
      return simple(u128Layout, String, asBigint)
    case 'u256':
      return simple(u256Layout, String, asBigint)
    case 'address':
      return simple(addressLayout, shortAddress, asAddress)
    case 'vector':
      return tag.of.kind === 'u8' ? simple(bytesLayout(), hex, asBytes) : vectorOf(tag.of)
    case 'struct':
      return ofStruct(tag)
    default:
      throw invalidInput(`${tag.kind} is no type of a value.`)
  }
}

function ofStruct(tag: TypeTag & { kind: 'struct' }): MoveValue {
  const name = `${shortAddress(tag.struct.address)}::${tag.struct.module}::${tag.struct.name}`
  if (name === '0x1::string::String') return simple(bcs.string(), (value) => value, asText)
  if (name === '0x1::object::Object')
    return simple(addressLayout, (inner) => ({ inner: shortAddress(inner) }), asObject)
  const [inside] = tag.struct.typeArguments
  if (name === '0x1::option::Option' && inside) {
    const list = vectorOf(inside)
    return { toJson: (bytes) => ({ vec: list.toJson(bytes) }), fromJson: (value) => list.fromJson(vecOf(value)) }
  }
  throw invalidInput(`Values of the type ${typeText(tag)} are not written here.`)
}

function vecOf(value: unknown): unknown {
  return typeof value === 'object' && value !== null && 'vec' in value ? value.vec : value
}

/** A vector's values lie one after the other without their lengths: each one's own layout says where it ends. */
function vectorOf(of: TypeTag): MoveValue {
  const layout = vectorLayout(of)
  const inside = ofTag(of)
  const own = itemLayout(of)
  return {
    toJson: (bytes) => decodeBcs(layout, bytes).map((item) => inside.toJson(own.serialize(item).toBytes())),
    fromJson(value) {
      if (!Array.isArray(value)) throw invalidInput('A list is missing.')
      return layout.serialize(value.map((item) => own.parse(inside.fromJson(item)))).toBytes()
    },
  }
}

function vectorLayout(of: TypeTag): BcsType<unknown[], unknown[]> {
  return bcs.vector(itemLayout(of)) as unknown as BcsType<unknown[], unknown[]>
}

function itemLayout(tag: TypeTag): BcsType<unknown, unknown> {
  const layouts = {
    ...{ bool: bcs.bool(), u8: bcs.u8(), u16: bcs.u16(), u32: bcs.u32(), u64: u64Layout, u128: u128Layout },
    ...{ u256: u256Layout, address: addressLayout },
  }
  const found =
    tag.kind === 'vector'
      ? tag.of.kind === 'u8'
        ? bytesLayout()
        : vectorLayout(tag.of)
      : tag.kind === 'struct'
        ? tag.struct.name === 'String'
          ? bcs.string()
          : addressLayout
        : tag.kind === 'signer'
          ? addressLayout
          : layouts[tag.kind]
  return found as unknown as BcsType<unknown, unknown>
}

function simple<Value extends Input, Input>(
  layout: BcsType<Value, Input>,
  toJson: (value: Value) => unknown,
  fromJson: (value: unknown) => Input,
): MoveValue {
  return {
    toJson: (bytes) => toJson(decodeBcs(layout, bytes)),
    fromJson(value) {
      try {
        return layout.serialize(fromJson(value)).toBytes()
      } catch {
        throw invalidInput(`${JSON.stringify(value)} is no ${layout.name}.`)
      }
    },
  }
}

/** A value as JSON; its bytes in hex if they are no value of the type. */
export function moveJson(type: string, types: readonly TypeTag[], bytes: Uint8Array): unknown {
  try {
    return writerOf(type, types).toJson(bytes)
  } catch {
    return hex(bytes)
  }
}

/** BCS of a value in JSON. @throws RestFault */
export function moveBytes(type: string, types: readonly TypeTag[], json: unknown): Uint8Array {
  return writerOf(type, types).fromJson(json)
}

const asBoolean = (value: unknown): boolean => (typeof value === 'boolean' ? value : fail())
const asNumber = (value: unknown): number => (typeof value === 'number' ? value : fail())
const asBigint = (value: unknown): bigint =>
  typeof value === 'string' || typeof value === 'number' ? BigInt(value) : fail()
const asText = (value: unknown): string => (typeof value === 'string' ? value : fail())
const asAddress = (value: unknown): string => longAddress(asText(value))
const asBytes = (value: unknown): Uint8Array => Buffer.from(asText(value).replace(/^0x/, ''), 'hex')
const asObject = (value: unknown): string =>
  asAddress(typeof value === 'object' && value !== null && 'inner' in value ? value.inner : value)

function fail(): never {
  throw new TypeError('another type of JSON')
}
