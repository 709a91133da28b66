import {
  type Abi,
  type AbiFunction,
  type AbiParameter,
  type Address,
  encodeFunctionData,
  type Hex,
  zeroAddress,
} from 'viem'
import { word } from './collection.ts'
import type { Random } from './random.ts'

/** Values that calls are made of: what was seen of the collection, and what was never there. */
export interface Values {
  addresses: readonly Address[]
  ids: readonly bigint[]
  /** Job and permission ids, of the past and to come. */
  words: readonly Hex[]
}

const strange = [0n, 1n, 2n, 5n, 2n ** 32n - 1n, 2n ** 48n, 2n ** 56n, 2n ** 160n, 2n ** 256n - 1n]
const texts = ['', 'x:', 'https://example.com/', 'u'.repeat(40)]

/** All functions of a contract that can change something. */
export function changing(abi: Abi): AbiFunction[] {
  return abi.filter(
    (entry): entry is AbiFunction =>
      entry.type === 'function' && (entry.stateMutability === 'nonpayable' || entry.stateMutability === 'payable'),
  )
}

/** A call of `one` with arguments from `values`. */
export function anyCall(random: Random, one: AbiFunction, values: Values): Hex {
  const args = one.inputs.map((input) => anyValue(random, input, values))
  return encodeFunctionData({ abi: [one], functionName: one.name, args })
}

function anyValue(random: Random, parameter: AbiParameter, values: Values): unknown {
  const { type } = parameter
  if (type.endsWith('[]'))
    return Array.from({ length: random.int(3) }, () =>
      anyValue(random, { ...parameter, type: type.slice(0, -2) }, values),
    )
  if (type === 'tuple' && 'components' in parameter)
    return Object.fromEntries(parameter.components.map((part) => [part.name, anyValue(random, part, values)]))
  if (type === 'address') return random.chance(4) ? zeroAddress : random.pick(values.addresses)
  if (type === 'bool') return random.chance(50)
  if (type === 'string') return random.pick(texts)
  if (type === 'bytes32') return random.chance(90) ? random.pick(values.words) : word(random.int(2 ** 31))
  if (type === 'bytes') return random.chance(70) ? '0x' : random.pick(values.addresses)
  if (type === 'bytes4') return '0x01ffc9a7'
  const bits = BigInt(type.replace('uint', '') || 256)
  const number = random.chance(80) && values.ids.length > 0 ? random.pick(values.ids) : random.pick(strange)
  const value = number & (2n ** bits - 1n)
  return bits <= 48n ? Number(value) : value
}
