/** A module's function in the shape of its ABI. */
export interface FunctionAbi {
  name: string
  visibility: 'public' | 'private' | 'friend'
  is_entry: boolean
  is_view: boolean
  generic_type_params: { constraints: string[] }[]
  params: string[]
  return: string[]
}

export interface ModuleAbi {
  address: string
  name: string
  friends: string[]
  exposed_functions: FunctionAbi[]
  structs: unknown[]
}

const text = '0x1::string::String'
const texts = `vector<${text}>`
const signer = '&signer'
const object = '0x1::object::Object<T0>'
const mintOf = [signer, text, text, text, text, texts, texts, 'vector<vector<u8>>']

/** A function's ABI. `entry` functions are public, too. `keys`: type parameters that must be resources. */
function of(
  kind: 'entry' | 'private entry' | 'view' | 'public',
  name: string,
  params: string[],
  gives: string[] = [],
  constraints: string[][] = [],
): FunctionAbi {
  return {
    ...{ name, visibility: kind === 'private entry' ? 'private' : 'public', params, return: gives },
    ...{ is_entry: kind.endsWith('entry'), is_view: kind === 'view' },
    generic_type_params: constraints.map((one) => ({ constraints: one })),
  }
}
const key = [['key']]
const any = [[]]

function struct(name: string, abilities: string[], fields: [string, string][], parameters = 0) {
  return {
    ...{ name, is_native: false, is_event: false, abilities },
    generic_type_params: Array.from({ length: parameters }, () => ({ constraints: [] })),
    fields: fields.map(([own, type]) => ({ name: own, type })),
  }
}

const setText = (name: string) => of('entry', name, [signer, object, text], [], key)
const ofToken = (name: string, gives: string) => of('view', name, [object], [gives], key)
const value = ['copy', 'drop', 'store']

/** The functions of aptos-core's framework that a practice network has, by module. */
const modules: readonly ModuleAbi[] = [
  module(
    '0x1',
    'string',
    [of('public', 'utf8', ['vector<u8>'], [text])],
    [struct('String', value, [['bytes', 'vector<u8>']])],
  ),
  module(
    ...(['0x1', 'option'] as const),
    [
      of('public', 'none', [], ['0x1::option::Option<T0>'], any),
      of('public', 'to_vec', ['0x1::option::Option<T0>'], ['vector<T0>'], any),
    ],
    [struct('Option', value, [['vec', 'vector<T0>']], 1)],
  ),
  module('0x1', 'account', [
    of('view', 'exists_at', ['address'], ['bool']),
    of('view', 'get_sequence_number', ['address'], ['u64']),
    of('view', 'get_authentication_key', ['address'], ['vector<u8>']),
  ]),
  module('0x1', 'aptos_account', [
    of('entry', 'create_account', ['address']),
    of('entry', 'transfer', [signer, 'address', 'u64']),
    of('entry', 'batch_transfer', [signer, 'vector<address>', 'vector<u64>']),
    of('entry', 'transfer_coins', [signer, 'address', 'u64'], [], any),
    of('entry', 'batch_transfer_coins', [signer, 'vector<address>', 'vector<u64>'], [], any),
  ]),
  module('0x1', 'coin', [
    of('entry', 'transfer', [signer, 'address', 'u64'], [], any),
    of('view', 'balance', ['address'], ['u64'], any),
    of('view', 'name', [], [text], any),
    of('view', 'symbol', [], [text], any),
    of('view', 'decimals', [], ['u8'], any),
  ]),
  module('0x1', 'primary_fungible_store', [
    of('view', 'balance', ['address', object], ['u64'], key),
    of('view', 'primary_store_address', ['address', object], ['address'], key),
  ]),
  module(
    ...(['0x1', 'object'] as const),
    [
      of('entry', 'transfer', [signer, object, 'address'], [], key),
      of('entry', 'transfer_call', [signer, 'address', 'address']),
      of('view', 'owner', [object], ['address'], key),
      of('view', 'is_owner', [object, 'address'], ['bool'], key),
      of('view', 'is_object', ['address'], ['bool']),
    ],
    [struct('Object', value, [['inner', 'address']], 1)],
  ),
  module('0x4', 'collection', [
    of('view', 'creator', [object], ['address'], key),
    of('view', 'name', [object], [text], key),
    of('view', 'description', [object], [text], key),
    of('view', 'uri', [object], [text], key),
    of('view', 'count', [object], ['0x1::option::Option<u64>'], key),
  ]),
  module('0x4', 'token', [
    ...[ofToken('creator', 'address'), ofToken('collection_name', text), ofToken('name', text)],
    ...[ofToken('description', text), ofToken('uri', text), ofToken('index', 'u64')],
  ]),
  module(
    ...(['0x4', 'aptos_token'] as const),
    [
      of('entry', 'create_collection', [
        ...[signer, text, 'u64', text, text],
        ...Array.from({ length: 9 }, () => 'bool'),
        ...['u64', 'u64'],
      ]),
      of('entry', 'mint', mintOf),
      of('public', 'mint_token_object', mintOf, ['0x1::object::Object<0x4::aptos_token::AptosToken>']),
      of('entry', 'mint_soul_bound', [...mintOf, 'address']),
      of('entry', 'burn', [signer, object], [], key),
      of('entry', 'freeze_transfer', [signer, object], [], key),
      of('entry', 'unfreeze_transfer', [signer, object], [], key),
      ...[setText('set_description'), setText('set_name'), setText('set_uri')],
      ...[setText('set_collection_description'), setText('set_collection_uri')],
      of('private entry', 'set_collection_royalties_call', [signer, object, 'u64', 'u64', 'address'], [], key),
      ...[ofToken('is_burnable', 'bool'), ofToken('is_freezable_by_creator', 'bool')],
      ...[ofToken('is_mutable_description', 'bool'), ofToken('is_mutable_name', 'bool')],
      ...[ofToken('is_mutable_uri', 'bool'), ofToken('are_properties_mutable', 'bool')],
    ],
    [struct('AptosToken', ['key'], []), struct('AptosCollection', ['key'], [])],
  ),
]

function module(address: string, name: string, exposed_functions: FunctionAbi[], structs: unknown[] = []): ModuleAbi {
  return { address, name, friends: [], exposed_functions, structs }
}

/** @param address short: `0x4` */
export function moduleAbi(address: string, name: string): ModuleAbi | undefined {
  return modules.find((one) => one.address === address && one.name === name)
}

/** @param address short: `0x4` */
export function modulesOf(address: string): ModuleAbi[] {
  return modules.filter((one) => one.address === address)
}

/** @param full `0x4::aptos_token::mint` */
export function functionAbi(full: string): FunctionAbi | undefined {
  const [address = '', name = '', own] = full.split('::')
  return moduleAbi(address, name)?.exposed_functions.find((one) => one.name === own)
}
