/**
 * Move modules with signatures only, which is enough for the composer to link a script against. They are written here because only a node
 * serves the real modules. A script's bytes depend only on the signatures of the functions that it calls.
 */

/** Numbers of Move's binary format (move-binary-format, file_format_common.rs). */
const abilities = { copy: 1, drop: 2, store: 4, key: 8 }
const tables = {
  modules: 1,
  structs: 2,
  functions: 3,
  signatures: 5,
  names: 7,
  addresses: 8,
  structDefinitions: 10,
  functionDefinitions: 12,
}
const publicVisibility = 1
const nativeFlag = 2
const entryFlag = 4
/** Before version 8, the format has no function attributes, so the result fits every release of the framework. */
const formatVersion = 7
const formatFlavour = 0x0a

const bool = [1]
const u8 = [2]
const address = [5]
const signer = [12]
const reference = (type) => [6, ...type]
const struct = (handle) => [8, ...uleb(handle)]
const parameter = (index) => [9, ...uleb(index)]
const vector = (type) => [10, ...type]
const instance = (handle, types) => [11, ...uleb(handle), ...uleb(types.length), ...types.flat()]

/** The bytes of all modules that the scripts call. @returns {Uint8Array[]} */
export function moveStubs() {
  return [option(), string(), object(), token(), aptosToken()]
}

function option() {
  const module = moduleNamed('0x1', 'option')
  const own = module.ownStruct('Option', ['copy', 'drop', 'store'], [{ abilities: 0, phantom: false }])
  module.function('none', [], [instance(own, [parameter(0)])], { typeParameters: [0] })
  module.function('to_vec', [instance(own, [parameter(0)])], [vector(parameter(0))], { typeParameters: [0] })
  return module.bytes()
}

function string() {
  const module = moduleNamed('0x1', 'string')
  const own = module.ownStruct('String', ['copy', 'drop', 'store'])
  module.function('utf8', [vector(u8)], [struct(own)])
  return module.bytes()
}

function object() {
  const module = moduleNamed('0x1', 'object')
  const own = module.ownStruct('Object', ['copy', 'drop', 'store'], [{ abilities: 0, phantom: true }])
  module.function('transfer', [reference(signer), instance(own, [parameter(0)]), address], [], {
    entry: true,
    typeParameters: [abilities.key],
  })
  return module.bytes()
}

function token() {
  const module = moduleNamed('0x4', 'token')
  module.ownStruct('Token', ['key'])
  return module.bytes()
}

function aptosToken() {
  const module = moduleNamed('0x4', 'aptos_token')
  const text = struct(module.struct('0x1', 'string', 'String', ['copy', 'drop', 'store']))
  const handle = module.struct('0x1', 'object', 'Object', ['copy', 'drop', 'store'], [{ abilities: 0, phantom: true }])
  const token = module.ownStruct('AptosToken', ['key'])
  const minting = [reference(signer), text, text, text, text, vector(text), vector(text), vector(vector(u8))]
  module.function('mint_token_object', minting, [instance(handle, [struct(token)])])
  for (const setter of ['set_name', 'set_uri'])
    module.function(setter, [reference(signer), instance(handle, [parameter(0)]), text], [], {
      entry: true,
      typeParameters: [abilities.key],
    })
  module.function('burn', [reference(signer), instance(handle, [parameter(0)])], [], {
    entry: true,
    typeParameters: [abilities.key],
  })
  return module.bytes()
}

function moduleNamed(ownAddress, ownName) {
  const names = []
  const addresses = []
  const modules = []
  const structs = []
  const functions = []
  const signatures = []
  const structDefinitions = []
  const functionDefinitions = []
  const placeOf = (list, value) => {
    const known = list.indexOf(value)
    return known < 0 ? list.push(value) - 1 : known
  }
  const name = (text) => placeOf(names, text)
  const module = (at, called) => placeOf(modules, [placeOf(addresses, at), name(called)].join())
  const signature = (types) => placeOf(signatures, [...uleb(types.length), ...types.flat()].join())
  const addStruct = (at, called, own, has, typeParameters = []) =>
    structs.push({
      module: module(at, called),
      name: name(own),
      abilities: has.reduce((all, one) => all | abilities[one], 0),
      typeParameters,
    }) - 1
  const self = module(ownAddress, ownName)
  return {
    struct: addStruct,
    ownStruct(own, has, typeParameters) {
      const handle = addStruct(ownAddress, ownName, own, has, typeParameters)
      // One field, a bool: structs without fields are invalid.
      structDefinitions.push([...uleb(handle), 2, 1, ...uleb(name('dummy')), ...bool])
      return handle
    },
    function(own, parameters, returns, { entry = false, typeParameters = [] } = {}) {
      const handle =
        functions.push({
          name: name(own),
          parameters: signature(parameters),
          returns: signature(returns),
          typeParameters,
        }) - 1
      functionDefinitions.push([...uleb(handle), publicVisibility, nativeFlag | (entry ? entryFlag : 0), 0])
    },
    bytes() {
      const numbers = (list) => list.flatMap((text) => text.split(',').map(Number))
      const contents = [
        [tables.modules, modules.flatMap((entry) => entry.split(',').flatMap((part) => uleb(Number(part))))],
        [
          tables.structs,
          structs.flatMap((one) => [
            ...[...uleb(one.module), ...uleb(one.name), one.abilities, ...uleb(one.typeParameters.length)],
            ...one.typeParameters.flatMap(({ abilities: needs, phantom }) => [needs, phantom ? 1 : 0]),
          ]),
        ],
        [
          tables.functions,
          functions.flatMap((one) => [
            ...[...uleb(self), ...uleb(one.name), ...uleb(one.parameters), ...uleb(one.returns)],
            ...[...uleb(one.typeParameters.length), ...one.typeParameters],
            // No access specifiers.
            1,
          ]),
        ],
        [tables.signatures, numbers(signatures)],
        [tables.names, names.flatMap((text) => [...uleb(Buffer.byteLength(text)), ...Buffer.from(text)])],
        [tables.addresses, addresses.flatMap((text) => [...Buffer.from(text.slice(2).padStart(64, '0'), 'hex')])],
        [tables.structDefinitions, structDefinitions.flat()],
        [tables.functionDefinitions, functionDefinitions.flat()],
      ].filter(([, content]) => content.length > 0)
      const heads = []
      let offset = 0
      for (const [number, content] of contents) {
        heads.push(number, ...uleb(offset), ...uleb(content.length))
        offset += content.length
      }
      const version = [formatVersion, 0, 0, formatFlavour]
      const all = [0xa1, 0x1c, 0xeb, 0x0b, ...version, ...uleb(contents.length), ...heads]
      return Uint8Array.from([...all, ...contents.flatMap(([, content]) => content), ...uleb(self)])
    },
  }
}

function uleb(number) {
  const bytes = []
  for (let left = number; ; left >>>= 7) {
    if (left < 128) return [...bytes, left]
    bytes.push((left & 127) | 128)
  }
}
