import { type BcsType, bcs } from '@mysten/bcs'
import { addressLayout, bytesLayout, u64Layout } from '../../../chains/aptos/bcs/values.ts'
import { read } from '../execution/context.ts'
import { type AbortReason, abort } from '../execution/failures.ts'
import type { Property } from '../state/state.ts'

/** `0x4::property_map`: typed properties of a token. The types are in the order of their numbers. */
const kinds: readonly { name: string; check(value: Uint8Array): void }[] = [
  checked('bool', bcs.bool()),
  checked('u8', bcs.u8()),
  checked('u16', bcs.u16()),
  checked('u32', bcs.u32()),
  checked('u64', u64Layout),
  checked('u128', bcs.u128()),
  checked('u256', bcs.u256()),
  checked('address', addressLayout),
  { name: 'vector<u8>', check() {} },
  checked('0x1::string::String', bcs.string()),
]

const reasons = {
  many: {
    ...{ category: 'invalidArgument', name: 'ETOO_MANY_PROPERTIES', code: 3 },
    description: 'The number of properties exceeds the maximum',
  },
  values: {
    ...{ category: 'invalidArgument', name: 'EKEY_VALUE_COUNT_MISMATCH', code: 4 },
    description: 'Property key and value counts do not match',
  },
  types: {
    ...{ category: 'invalidArgument', name: 'EKEY_TYPE_COUNT_MISMATCH', code: 5 },
    description: 'Property key and type counts do not match',
  },
  type: {
    ...{ category: 'invalidArgument', name: 'ETYPE_INVALID', code: 7 },
    description: 'Invalid value type specified',
  },
  key: {
    ...{ category: 'invalidArgument', name: 'EPROPERTY_MAP_KEY_TOO_LONG', code: 8 },
    description: 'The key of the property is too long',
  },
  twice: {
    ...{ category: 'invalidArgument', name: 'EKEY_ALREADY_EXISTS', code: 1 },
    description: 'Map key already exists',
  },
} as const satisfies Record<string, AbortReason>

const mostProperties = 1000
const longestKey = 128

/** `prepare_input`. @throws MoveFailure */
export function properties(keys: string[], types: string[], values: Uint8Array[]): Property[] {
  const fail = (reason: AbortReason) => abort('0x4::property_map', reason)
  if (keys.length > mostProperties) throw fail(reasons.many)
  if (keys.length !== values.length) throw fail(reasons.values)
  if (keys.length !== types.length) throw fail(reasons.types)
  const known = new Set<string>()
  // Move takes them from the end.
  return keys
    .map((key, place) => {
      if (Buffer.byteLength(key) > longestKey) throw fail(reasons.key)
      const type = kinds.findIndex(({ name }) => name === types[place])
      const value = values[place] ?? new Uint8Array()
      if (type < 0) throw fail(reasons.type)
      kinds[type]?.check(value)
      if (known.has(key)) throw abort('0x1::simple_map', reasons.twice)
      known.add(key)
      return { key, type, value }
    })
    .reverse()
}

/** A property type's name in Move. */
export function propertyType(type: number): string {
  return kinds[type]?.name ?? ''
}

function checked<Value extends Input, Input>(name: string, layout: BcsType<Value, Input>) {
  return { name, check: (value: Uint8Array) => void read(layout, [value], 0) }
}

/** Bytes that a token's properties take. */
export function propertyBytes(all: readonly Property[]): number {
  const layout = bcs.vector(bcs.struct('Property', { key: bcs.string(), type: bcs.u8(), value: bytesLayout() }))
  return layout.serialize([...all]).toBytes().length
}
