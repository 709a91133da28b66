import { type BcsReader, BcsType, type BcsWriter, bcs } from '@mysten/bcs'
import { addressLayout } from './values.ts'

/** A struct's full name: `0x4::aptos_token::AptosToken`. */
export interface StructTag {
  address: string
  module: string
  name: string
  typeArguments: TypeTag[]
}

/** A Move type. */
export type TypeTag =
  | { kind: (typeof simple)[number] }
  | { kind: 'vector'; of: TypeTag }
  | { kind: 'struct'; struct: StructTag }

const simple = ['bool', 'u8', 'u64', 'u128', 'address', 'signer', 'u16', 'u32', 'u256'] as const

/** Variant numbers of simple types, and of vectors and structs (aptos-core, language_storage.rs). */
const numbers = { bool: 0, u8: 1, u64: 2, u128: 3, address: 4, signer: 5, u16: 8, u32: 9, u256: 10 } as const
const vectorNumber = 6
const structNumber = 7
/** aptos-core, safe_serialize.rs: the deepest nesting of types. */
const deepest = 8

/** See `TypeTag`. */
export const typeTagLayout: BcsType<TypeTag, TypeTag> = new BcsType({
  name: 'TypeTag',
  read: (reader) => read(reader, 1),
  write: (tag, writer) => write(tag, writer, 1),
})

function read(reader: BcsReader, depth: number): TypeTag {
  checkDepth(depth)
  const number = reader.readULEB()
  if (number === vectorNumber) return { kind: 'vector', of: read(reader, depth + 1) }
  if (number === structNumber) return { kind: 'struct', struct: readStruct(reader, depth) }
  const kind = simple.find((name) => numbers[name] === number)
  if (kind === undefined) throw new RangeError(`${number} is no type that is taken here`)
  return { kind }
}

function write(tag: TypeTag, writer: BcsWriter, depth: number): void {
  checkDepth(depth)
  if (tag.kind === 'vector') {
    writer.writeULEB(vectorNumber)
    write(tag.of, writer, depth + 1)
  } else if (tag.kind === 'struct') {
    writer.writeULEB(structNumber)
    writeStruct(tag.struct, writer, depth)
  } else writer.writeULEB(numbers[tag.kind])
}

function readStruct(reader: BcsReader, depth: number): StructTag {
  const address = addressLayout.read(reader)
  const [module, name] = [bcs.string().read(reader), bcs.string().read(reader)]
  const typeArguments: TypeTag[] = []
  for (let left = reader.readULEB(); left > 0; left--) typeArguments.push(read(reader, depth + 1))
  return { address, module, name, typeArguments }
}

function writeStruct({ address, module, name, typeArguments }: StructTag, writer: BcsWriter, depth: number): void {
  addressLayout.write(address, writer)
  bcs.string().write(module, writer)
  bcs.string().write(name, writer)
  writer.writeULEB(typeArguments.length)
  for (const tag of typeArguments) write(tag, writer, depth + 1)
}

function checkDepth(depth: number): void {
  if (depth > deepest) throw new RangeError(`types are nested deeper than ${deepest}`)
}
