import type { TypeTag } from '../../../chains/aptos/bcs/type-tag.ts'
import { parseType } from '../move-types.ts'
import { longAddress, shortAddress } from '../state/addresses.ts'
import type { ModuleAbi } from './abis.ts'

/**
 * The bytecode of a module with its functions as native ones, without bodies (aptos-core, move-binary-format): as much as a script composer
 * needs. Version 7, so that the functions carry no attributes.
 */
export function moduleBytes(abi: ModuleAbi): Buffer {
  const names = table<string>((text) => [...uleb(Buffer.byteLength(text)), ...Buffer.from(text)])
  const addresses = table<string>((address) => [...Buffer.from(longAddress(address).slice(2), 'hex')])
  const handles = table<string>((full) => {
    const [address = '', name = ''] = full.split('::')
    return [...uleb(addresses.place(address)), ...uleb(names.place(name))]
  })
  const structs = table<string>((full) => {
    const [address, module, name = ''] = full.split('::')
    const { abilities, phantom } = structShapes[full] ?? resource
    const parameters = phantom === undefined ? [0] : [1, 0, phantom ? 1 : 0]
    return [...uleb(handles.place(`${address}::${module}`)), ...uleb(names.place(name)), abilities, ...parameters]
  })
  const signatures = table<string>((types) => {
    const all: string[] = JSON.parse(types)
    return [...uleb(all.length), ...all.flatMap((type) => typeBytes(type, structs.place))]
  })
  const own = `${abi.address}::${abi.name}`
  const self = handles.place(own)
  const definitions = (abi.structs as { name: string }[]).flatMap(({ name }) => [
    // One dummy field of type bool: a composer does not need the real ones.
    ...[...uleb(structs.place(`${own}::${name}`)), 2, 1, ...uleb(names.place('dummy')), 1],
  ])
  const functions = abi.exposed_functions.map(({ name, params, return: gives, generic_type_params: types }) => [
    ...[...uleb(self), ...uleb(names.place(name))],
    ...[...uleb(signatures.place(JSON.stringify(params))), ...uleb(signatures.place(JSON.stringify(gives)))],
    ...[
      ...uleb(types.length),
      ...types.map(({ constraints }) => (constraints.includes('key') ? abilityBits.key : 0)),
      1,
    ],
  ])
  const bodies = abi.exposed_functions.map(({ visibility, is_entry }, place) => [
    ...[...uleb(place), visibility === 'public' ? 1 : 0, 2 | (is_entry ? 4 : 0), 0],
  ])
  const contents: [kind: number, bytes: number[]][] = [
    ...([[2, structs.bytes()]] as [number, number[]][]),
    ...([
      [3, functions.flat()],
      [5, signatures.bytes()],
    ] as [number, number[]][]),
    ...([
      [10, definitions],
      [12, bodies.flat()],
    ] as [number, number[]][]),
  ]
  // Last, since all the others add to these tables.
  const later: [number, number[]][] = [
    [1, handles.bytes()],
    [7, names.bytes()],
    [8, addresses.bytes()],
  ]
  const all = [...later, ...contents].filter(([, bytes]) => bytes.length > 0).sort(([one], [other]) => one - other)
  let offset = 0
  const heads = all.flatMap(([kind, bytes]) => {
    offset += bytes.length
    return [kind, ...uleb(offset - bytes.length), ...uleb(bytes.length)]
  })
  const body = all.flatMap(([, bytes]) => bytes)
  return Buffer.from([0xa1, 0x1c, 0xeb, 0x0b, 7, 0, 0, 0x0a, ...uleb(all.length), ...heads, ...body, ...uleb(self)])
}

const abilityBits = { copy: 1, drop: 2, store: 4, key: 8 } as const
const value = abilityBits.copy | abilityBits.drop | abilityBits.store
interface StructShape {
  abilities: number
  /** Whether its type parameter, if it has one, is phantom. */
  phantom?: boolean
}
const resource: StructShape = { abilities: abilityBits.key }
const structShapes: Readonly<Record<string, StructShape>> = {
  '0x1::string::String': { abilities: value },
  '0x1::option::Option': { abilities: value, phantom: false },
  '0x1::object::Object': { abilities: value, phantom: true },
}

const plain = { bool: 1, u8: 2, u64: 3, u128: 4, address: 5, signer: 12, u16: 13, u32: 14, u256: 15 } as const

function typeBytes(type: string, structPlace: (full: string) => number): number[] {
  if (type.startsWith('&')) return [6, ...typeBytes(type.slice(1), structPlace)]
  // A type parameter is parsed as a struct of a module that does not exist.
  return tagBytes(parseType(type.replace(/\bT(\d+)\b/g, '0x0::parameter::T$1')), structPlace)
}

function tagBytes(tag: TypeTag, structPlace: (full: string) => number): number[] {
  if (tag.kind === 'vector') return [10, ...tagBytes(tag.of, structPlace)]
  if (tag.kind !== 'struct') return [plain[tag.kind]]
  const { address, module, name, typeArguments } = tag.struct
  if (module === 'parameter') return [9, ...uleb(Number(name.slice(1)))]
  const place = uleb(structPlace(`${shortAddress(address)}::${module}::${name}`))
  if (typeArguments.length === 0) return [8, ...place]
  return [11, ...place, ...uleb(typeArguments.length), ...typeArguments.flatMap((one) => tagBytes(one, structPlace))]
}

/** The rows of a table, each once, in the order of their first use. */
function table<Row>(write: (row: Row) => number[]) {
  const rows: Row[] = []
  const written: number[][] = []
  return {
    place(row: Row): number {
      const known = rows.indexOf(row)
      if (known >= 0) return known
      const place = rows.push(row) - 1
      written[place] = write(row)
      return place
    },
    bytes: () => written.flat(),
  }
}

function uleb(count: number): number[] {
  const bytes: number[] = []
  for (let left = count; ; left >>>= 7) {
    if (left < 0x80) return [...bytes, left]
    bytes.push((left & 0x7f) | 0x80)
  }
}
