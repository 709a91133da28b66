import { type TypeTag, typeTagLayout } from '../../chains/aptos/bcs/type-tag.ts'
import { longAddress, shortAddress } from './state/addresses.ts'

/** A type as a fullnode writes it: `0x1::object::Object<0x4::token::Token>`. */
export function typeText(tag: TypeTag): string {
  if (tag.kind === 'vector') return `vector<${typeText(tag.of)}>`
  if (tag.kind !== 'struct') return tag.kind
  const { address, module, name, typeArguments } = tag.struct
  const inside = typeArguments.length === 0 ? '' : `<${typeArguments.map(typeText).join(', ')}>`
  return `${shortAddress(address)}::${module}::${name}${inside}`
}

/** Reads a type that `typeText` wrote. @throws RangeError */
export function parseType(text: string): TypeTag {
  let at = 0
  const word = (): string => {
    const [found = ''] = /^\s*\w*/.exec(text.slice(at)) ?? []
    at += found.length
    return found.trim()
  }
  const eat = (mark: string): boolean => {
    const [found = ''] = /^\s*/.exec(text.slice(at)) ?? []
    if (!text.startsWith(mark, at + found.length)) return false
    at += found.length + mark.length
    return true
  }
  const inside = (): TypeTag[] => {
    const tags: TypeTag[] = []
    if (!eat('<')) return tags
    do tags.push(type())
    while (eat(','))
    if (!eat('>')) throw new RangeError(`${text} is no type`)
    return tags
  }
  const type = (): TypeTag => {
    const first = word()
    if (first === 'vector') {
      const [of, ...others] = inside()
      if (!of || others.length > 0) throw new RangeError(`${text} is no type`)
      return { kind: 'vector', of }
    }
    if (!eat('::')) {
      const kind = plain.find((name) => name === first)
      if (kind === undefined) throw new RangeError(`${text} is no type`)
      return { kind }
    }
    const module = word()
    const name = eat('::') ? word() : ''
    if (module === '' || name === '') throw new RangeError(`${text} is no type`)
    return { kind: 'struct', struct: { address: longAddress(first), module, name, typeArguments: inside() } }
  }
  const tag = type()
  if (text.slice(at).trim() !== '') throw new RangeError(`${text} is no type`)
  return tag
}

const plain = ['bool', 'u8', 'u64', 'u128', 'address', 'signer', 'u16', 'u32', 'u256'] as const

/** Whether a type is the struct of this name, `0x4::token::Token`, without type arguments. */
export function isStruct(tag: TypeTag | undefined, name: string): boolean {
  return tag !== undefined && typeText(tag) === name
}

/** Bytes that a struct's name takes in a resource group. */
export function tagBytes(name: string): number {
  // A type tag is one byte more, for its kind.
  return typeTagLayout.serialize(parseType(name)).toBytes().length - 1
}
