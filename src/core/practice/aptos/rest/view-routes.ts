import { z } from 'zod'
import { entryFunctionLayout } from '../../../chains/aptos/bcs/payload.ts'
import type { TypeTag } from '../../../chains/aptos/bcs/type-tag.ts'
import { addressLayout, decodeBcs } from '../../../chains/aptos/bcs/values.ts'
import { aptType } from '../framework/coins.ts'
import { isStruct, parseType } from '../move-types.ts'
import { aptMetadata, aptStoreOf, shortAddress } from '../state/addresses.ts'
import type { ChainState, CollectionState, TokenState } from '../state/state.ts'
import { functionAbi } from './abis.ts'
import { moveBytes } from './move-values.ts'
import { jsonIn, type Route, versionIn } from './node-state.ts'
import { invalidInput } from './rest-fault.ts'

interface Viewed {
  state: ChainState
  version: number | undefined
  types: readonly TypeTag[]
  /** The address argument at a place. */
  address(place: number): string
}

const asked = z.object({
  function: z.string(),
  type_arguments: z.array(z.string()).default([]),
  arguments: z.array(z.unknown()).default([]),
})

/** `/view`: the view functions that wallets and SDKs call, in JSON or BCS. */
export const view: Route = (node, { body, headers, query }) => {
  const isBcs = `${headers['content-type']}`.startsWith('application/x.aptos.view_function+bcs')
  const { name, types, values } = isBcs ? bcsCall(body) : jsonCall(body)
  const run = views[name]
  if (!run) throw invalidInput(`Simulated, no Move VM: ${name} is none of the views that a practice network has.`)
  const address = (place: number): string => {
    try {
      return decodeBcs(addressLayout, values[place] ?? new Uint8Array())
    } catch {
      throw invalidInput(`The argument ${place} of ${name} is no address.`)
    }
  }
  return { json: run({ state: node.chain.state, version: versionIn(node, query), types, address }) }
}

function bcsCall(body: Buffer) {
  try {
    const call = decodeBcs(entryFunctionLayout, body)
    const name = `${shortAddress(call.module.address)}::${call.module.name}::${call.name}`
    return { name, types: call.typeArguments, values: call.arguments }
  } catch {
    throw invalidInput('Failed to deserialize input into a view function')
  }
}

function jsonCall(body: Buffer) {
  const call = asked.safeParse(jsonIn(body))
  if (!call.success) throw invalidInput('A view has a function, type_arguments and arguments.')
  const { function: text, type_arguments, arguments: given } = call.data
  try {
    const [address = '', ...rest] = text.split('::')
    const name = [
      /^0x/.test(address) ? shortAddress(`0x${address.slice(2).padStart(64, '0')}`) : address,
      ...rest,
    ].join('::')
    const types = type_arguments.map(parseType)
    const params = functionAbi(name)?.params ?? []
    return { name, types, values: given.map((one, place) => moveBytes(params[place] ?? 'address', types, one)) }
  } catch {
    throw invalidInput(`Invalid view function ${text}`)
  }
}

const views: Record<string, (asked: Viewed) => unknown[]> = {
  // Every address is an account (AIP-115).
  '0x1::account::exists_at': () => [true],
  '0x1::account::get_sequence_number': ({ state, version, address }) => [
    (state.accounts.get(address(0), version)?.sequence ?? 0n).toString(),
  ],
  '0x1::account::get_authentication_key': ({ state, version, address }) => [
    state.accounts.get(address(0), version)?.key ?? address(0),
  ],
  '0x1::coin::balance': (one) => [isStruct(one.types[0], aptType) ? balanceOf(one) : '0'],
  '0x1::coin::name': () => ['Aptos Coin'],
  '0x1::coin::symbol': () => ['APT'],
  '0x1::coin::decimals': () => [8],
  '0x1::primary_fungible_store::balance': (one) => [one.address(1) === aptMetadata ? balanceOf(one) : '0'],
  '0x1::primary_fungible_store::primary_store_address': ({ address }) => {
    if (address(1) !== aptMetadata) throw invalidInput('A practice network has no fungible asset but APT (0xa).')
    return [shortAddress(aptStoreOf(address(0)))]
  },
  '0x1::object::owner': (one) => [shortAddress(ownerOf(one))],
  '0x1::object::is_owner': (one) => [ownerOf(one) === one.address(1)],
  '0x1::object::is_object': ({ state, version, address }) => [
    (state.tokens.get(address(0), version) ?? state.collections.get(address(0), version)) !== undefined,
  ],
  '0x4::collection::creator': (one) => [shortAddress(collectionOf(one).creator)],
  '0x4::collection::name': (one) => [collectionOf(one).name],
  '0x4::collection::description': (one) => [collectionOf(one).description],
  '0x4::collection::uri': (one) => [collectionOf(one).uri],
  '0x4::collection::count': (one) => [{ vec: [collectionOf(one).supply.toString()] }],
  '0x4::token::creator': (one) => [shortAddress(collectionOfToken(one).creator)],
  '0x4::token::collection_name': (one) => [collectionOfToken(one).name],
  '0x4::token::name': (one) => [tokenOf(one).name],
  '0x4::token::description': (one) => [tokenOf(one).description],
  '0x4::token::uri': (one) => [tokenOf(one).uri],
  '0x4::token::index': (one) => [tokenOf(one).index.toString()],
  '0x4::aptos_token::is_burnable': (one) => [tokenOf(one).burnable],
  '0x4::aptos_token::is_freezable_by_creator': (one) => [collectionOfToken(one).mutable.freezable],
  '0x4::aptos_token::is_mutable_description': (one) => [collectionOfToken(one).mutable.tokenDescription],
  '0x4::aptos_token::is_mutable_name': (one) => [collectionOfToken(one).mutable.tokenName],
  '0x4::aptos_token::is_mutable_uri': (one) => [collectionOfToken(one).mutable.tokenUri],
  '0x4::aptos_token::are_properties_mutable': (one) => [collectionOfToken(one).mutable.tokenProperties],
}

function balanceOf({ state, version, address }: Viewed): string {
  return (state.balances.get(address(0), version) ?? 0n).toString()
}

function ownerOf({ state, version, address }: Viewed): string {
  const at = address(0)
  return present(state.tokens.get(at, version)?.owner ?? state.collections.get(at, version)?.creator)
}

function collectionOf({ state, version, address }: Viewed): CollectionState {
  return present(state.collections.get(address(0), version))
}

function tokenOf({ state, version, address }: Viewed): TokenState {
  return present(state.tokens.get(address(0), version))
}

function collectionOfToken(one: Viewed): CollectionState {
  return present(one.state.collections.get(tokenOf(one).collection, one.version))
}

function present<Value>(value: Value | undefined): Value {
  if (value !== undefined) return value
  throw invalidInput(
    'Move abort in 0x1::object: EOBJECT_DOES_NOT_EXIST(0x60002): An object does not exist at this address',
  )
}
