import type { TypeTag } from '../../../chains/aptos/bcs/type-tag.ts'
import { machineFailure, notSimulated } from './failures.ts'

/** One step of a script. `local` is the index of a local; the first locals are the parameters. */
export type Step =
  | { kind: 'copy' | 'move' | 'store' | 'borrow'; local: number }
  | { kind: 'constant'; bytes: Uint8Array }
  | { kind: 'call'; name: string; takes: number; gives: number; types: TypeTag[] }
  | { kind: 'pop' | 'return' }

/** A script as read from its bytecode (aptos-core, move-binary-format). */
export interface CompiledScript {
  /** For each parameter, whether it is a signer. */
  parameters: ('signer' | 'value')[]
  locals: number
  steps: Step[]
}

/** Table numbers of the binary format. */
const tables = {
  modules: 1,
  structs: 2,
  functions: 3,
  instantiations: 4,
  signatures: 5,
  constants: 6,
  names: 7,
  addresses: 8,
}
const magic = 'a11ceb0b'
/** Versions of the format that are read. Version 7 added access specifiers to functions, version 8 attributes. */
const versions = { first: 5, access: 7, attributes: 8, last: 9 }
const plain = { 1: 'bool', 2: 'u8', 3: 'u64', 4: 'u128', 5: 'address', 13: 'u16', 14: 'u32', 15: 'u256' } as const
/** Types that contain types. */
const nests = { reference: 6, mutableReference: 7, struct: 8, parameter: 9, vector: 10, instance: 11, signer: 12 }
const deepest = 16

type Token =
  | { kind: 'plain'; tag: TypeTag }
  | { kind: 'signer' | 'parameter' }
  | { kind: 'reference' | 'vector'; of: Token }
  | { kind: 'struct'; handle: number; types: Token[] }

/**
 * Reads a script that consists only of calls, one after the other, such as the SDK's transaction composer makes.
 * @throws MoveFailure
 */
export function readScript(code: Uint8Array): CompiledScript {
  const bytes = Buffer.from(code)
  if (bytes.subarray(0, 4).toString('hex') !== magic || bytes.length < 9)
    throw machineFailure('CODE_DESERIALIZATION_ERROR')
  const version = bytes.readUInt8(4)
  if (version < versions.first || version > versions.last)
    throw notSimulated(`it reads no bytecode of version ${version}`)
  const head = cursor(bytes, 8, bytes.length)
  const heads = Array.from({ length: head.count() }, () => ({
    kind: head.byte(),
    from: head.count(),
    bytes: head.count(),
  }))
  const contents = head.at()
  const end = Math.max(contents, ...heads.map(({ from, bytes: length }) => contents + from + length))
  const each = <Row>(kind: number, row: (rows: Cursor) => Row): Row[] => {
    const found = heads.find((one) => one.kind === kind)
    if (!found) return []
    const rows = cursor(bytes, contents + found.from, contents + found.from + found.bytes)
    const all: Row[] = []
    while (!rows.isAtEnd()) all.push(row(rows))
    return all
  }
  const modules = each(tables.modules, (rows) => ({ address: rows.count(), name: rows.count() }))
  const structs = each(tables.structs, (rows) => {
    const handle = { module: rows.count(), name: rows.count() }
    rows.byte()
    for (let left = rows.count(); left > 0; left -= 1) rows.skip(2)
    return handle
  })
  const functions = each(tables.functions, (rows) => {
    const handle = { module: rows.count(), name: rows.count(), takes: rows.count(), gives: rows.count() }
    rows.skip(rows.count())
    if (version >= versions.access && rows.byte() !== 1) throw notSimulated('it knows no access specifiers')
    if (version >= versions.attributes) rows.skip(rows.count())
    return handle
  })
  const instantiations = each(tables.instantiations, (rows) => ({ handle: rows.count(), types: rows.count() }))
  const signatures = each(tables.signatures, (rows) => Array.from({ length: rows.count() }, () => token(rows, 1)))
  const constants = each(tables.constants, (rows) => {
    token(rows, 1)
    return rows.take(rows.count())
  })
  const names = each(tables.names, (rows) => rows.take(rows.count()).toString())
  const addresses = each(tables.addresses, (rows) => `0x${rows.take(32).toString('hex')}`)

  const nameOf = (module: number, name: number) => {
    const { address, name: own } = listed(modules, module)
    return { address: listed(addresses, address), module: listed(names, own), name: listed(names, name) }
  }
  const tagOf = (one: Token): TypeTag => {
    if (one.kind === 'plain') return one.tag
    if (one.kind === 'vector') return { kind: 'vector', of: tagOf(one.of) }
    if (one.kind !== 'struct') throw machineFailure('TYPE_MISMATCH')
    const { module, name } = listed(structs, one.handle)
    return { kind: 'struct', struct: { ...nameOf(module, name), typeArguments: one.types.map(tagOf) } }
  }
  const callOf = (handle: number, types: Token[]): Step => {
    const { module, name, takes, gives } = listed(functions, handle)
    const { address, ...own } = nameOf(module, name)
    const short = `0x${address.slice(2).replace(/^0+(?=.)/, '')}`
    return {
      ...{ kind: 'call', name: `${short}::${own.module}::${own.name}` },
      ...{ takes: listed(signatures, takes).length, gives: listed(signatures, gives).length },
      types: types.map(tagOf),
    }
  }

  const body = cursor(bytes, end, bytes.length)
  if (body.count() > 0) throw notSimulated('it runs no scripts with type parameters')
  const parameters = listed(signatures, body.count())
  if (version >= versions.attributes && body.byte() !== 1) throw notSimulated('it knows no access specifiers')
  const locals = parameters.length + listed(signatures, body.count()).length
  const steps = Array.from({ length: body.count() }, (): Step => {
    const code = body.byte()
    switch (code) {
      case 0x01:
        return { kind: 'pop' }
      case 0x02:
        return { kind: 'return' }
      case 0x07:
        return { kind: 'constant', bytes: listed(constants, body.count()) }
      case 0x0a:
        return { kind: 'copy', local: body.count() }
      case 0x0b:
        return { kind: 'move', local: body.count() }
      case 0x0c:
        return { kind: 'store', local: body.count() }
      case 0x0d:
      case 0x0e:
        return { kind: 'borrow', local: body.count() }
      case 0x11:
        return callOf(body.count(), [])
      case 0x38: {
        const { handle, types } = listed(instantiations, body.count())
        return callOf(handle, listed(signatures, types))
      }
      default:
        throw notSimulated(`it runs scripts that do nothing but call one function after the other (opcode ${code})`)
    }
  })
  return { parameters: parameters.map((one) => (isSigner(one) ? 'signer' : 'value')), locals, steps }
}

function isSigner(one: Token): boolean {
  return one.kind === 'signer' || (one.kind === 'reference' && one.of.kind === 'signer')
}

function token(rows: Cursor, depth: number): Token {
  if (depth > deepest) throw machineFailure('CODE_DESERIALIZATION_ERROR')
  const number = rows.byte()
  if (number in plain) return { kind: 'plain', tag: { kind: plain[number as keyof typeof plain] } }
  switch (number) {
    case nests.reference:
    case nests.mutableReference:
      return { kind: 'reference', of: token(rows, depth + 1) }
    case nests.vector:
      return { kind: 'vector', of: token(rows, depth + 1) }
    case nests.struct:
      return { kind: 'struct', handle: rows.count(), types: [] }
    case nests.instance:
      return {
        ...{ kind: 'struct', handle: rows.count() },
        types: Array.from({ length: rows.count() }, () => token(rows, depth + 1)),
      }
    case nests.signer:
      return { kind: 'signer' }
    case nests.parameter:
      rows.count()
      return { kind: 'parameter' }
    default:
      throw notSimulated(`it knows no type of number ${number}`)
  }
}

function listed<Item>(all: readonly Item[], place: number): Item {
  const item = all[place]
  if (item === undefined) throw machineFailure('CODE_DESERIALIZATION_ERROR')
  return item
}

interface Cursor {
  byte(): number
  /** An unsigned LEB128 of at most three bytes: a transaction has no room for a larger count. */
  count(): number
  take(length: number): Buffer
  skip(length: number): void
  at(): number
  isAtEnd(): boolean
}

function cursor(bytes: Buffer, from: number, end: number): Cursor {
  let at = from
  const take = (length: number): Buffer => {
    if (at + length > Math.min(end, bytes.length)) throw machineFailure('CODE_DESERIALIZATION_ERROR')
    at += length
    return bytes.subarray(at - length, at)
  }
  const byte = () => take(1).readUInt8(0)
  return {
    byte,
    take,
    skip: (length) => void take(length),
    count() {
      let value = 0
      for (let shift = 0; shift <= 14; shift += 7) {
        const part = byte()
        value += (part & 0x7f) << shift
        if (part < 0x80) return value
      }
      throw machineFailure('CODE_DESERIALIZATION_ERROR')
    },
    at: () => at,
    isAtEnd: () => at >= end,
  }
}
