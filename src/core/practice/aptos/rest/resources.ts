import { aptMetadata, aptStoreOf, shortAddress } from '../state/addresses.ts'
import type { ChainState, CollectionState, TokenState } from '../state/state.ts'
import { hex } from './move-values.ts'

/** A resource in the shape of a fullnode's answer. */
export interface Resource {
  type: string
  data: Record<string, unknown>
}

/** The first GUID creation number of objects and of accounts (aptos-core, `object.move` and `account.move`). */
const firstGuid = { object: 0x4000000000000n, account: 0n } as const

function handle(address: string, creation: bigint) {
  return { counter: '0', guid: { id: { addr: shortAddress(address), creation_num: creation.toString() } } }
}

function objectCore(address: string, owner: string, ungated: boolean, guids: bigint): Resource {
  return {
    type: '0x1::object::ObjectCore',
    data: {
      ...{ allow_ungated_transfer: ungated, guid_creation_num: (firstGuid.object + guids).toString() },
      ...{ owner: shortAddress(owner), transfer_events: handle(address, firstGuid.object) },
    },
  }
}

/** The resources at an address. @param storeOwner finds whose APT store is there */
export function resourcesAt(
  state: ChainState,
  address: string,
  version: number | undefined,
  storeOwner: (address: string) => string | undefined,
): Resource[] {
  const account = state.accounts.get(address, version)
  const collection = state.collections.get(address, version)
  const token = state.tokens.get(address, version)
  const owner = account || collection || token ? undefined : storeOwner(address)
  const balance = owner === undefined ? undefined : state.balances.get(owner, version)
  return [
    ...(account ? [accountResource(address, account.key, account.sequence)] : []),
    ...(collection ? collectionResources(address, collection) : []),
    ...(token ? tokenResources(address, token) : []),
    ...(owner !== undefined && balance !== undefined ? storeResources(owner, balance) : []),
  ]
}

function accountResource(address: string, key: string, sequence: bigint): Resource {
  return {
    type: '0x1::account::Account',
    data: {
      ...{ authentication_key: key, sequence_number: sequence.toString(), guid_creation_num: '2' },
      ...{ coin_register_events: handle(address, firstGuid.account) },
      ...{ key_rotation_events: handle(address, firstGuid.account + 1n) },
      ...{ rotation_capability_offer: { for: { vec: [] } }, signer_capability_offer: { for: { vec: [] } } },
    },
  }
}

function collectionResources(address: string, one: CollectionState): Resource[] {
  const { creator, name, description, uri, maxSupply, minted, supply, royalty, mutable } = one
  const self = shortAddress(address)
  return [
    objectCore(address, creator, false, 2n),
    {
      type: '0x4::collection::Collection',
      data: {
        ...{ creator: shortAddress(creator), description, name, uri },
        mutation_events: handle(address, firstGuid.object + 1n),
      },
    },
    {
      type: '0x4::collection::ConcurrentSupply',
      data: {
        current_supply: { value: supply.toString(), max_value: maxSupply.toString() },
        total_minted: { value: minted.toString(), max_value: (2n ** 64n - 1n).toString() },
      },
    },
    {
      type: '0x4::royalty::Royalty',
      data: {
        ...{ numerator: royalty.numerator.toString(), denominator: royalty.denominator.toString() },
        payee_address: shortAddress(royalty.payee),
      },
    },
    {
      type: '0x4::aptos_token::AptosCollection',
      data: {
        mutator_ref: option(mutable.description || mutable.uri, { self }),
        royalty_mutator_ref: option(mutable.royalty, { inner: { self } }),
        ...{ mutable_description: mutable.description, mutable_uri: mutable.uri },
        ...{ mutable_token_description: mutable.tokenDescription, mutable_token_name: mutable.tokenName },
        ...{ mutable_token_properties: mutable.tokenProperties, mutable_token_uri: mutable.tokenUri },
        ...{ tokens_burnable_by_creator: mutable.burnable, tokens_freezable_by_creator: mutable.freezable },
      },
    },
  ]
}

function tokenResources(address: string, token: TokenState): Resource[] {
  const self = shortAddress(address)
  return [
    objectCore(address, token.owner, token.ungated, 2n),
    {
      type: '0x4::token::Token',
      data: {
        ...{ collection: { inner: shortAddress(token.collection) }, description: token.description },
        // Index and name are in TokenIdentifiers.
        ...{ index: '0', name: '', uri: token.uri, mutation_events: handle(address, firstGuid.object + 1n) },
      },
    },
    {
      type: '0x4::token::TokenIdentifiers',
      data: { index: { value: token.index.toString() }, name: { padding: '0x', value: token.name } },
    },
    {
      type: '0x4::aptos_token::AptosToken',
      data: {
        burn_ref: option(token.burnable, { inner: { vec: [{ self }] }, self: { vec: [] } }),
        transfer_ref: option(token.freezable, { self }),
        mutator_ref: option(token.mutable, { self }),
        property_mutator_ref: { self },
      },
    },
    {
      type: '0x4::property_map::PropertyMap',
      data: {
        inner: {
          data: token.properties.map(({ key, type, value }) => ({ key, value: { type, value: hex(value) } })),
        },
      },
    },
  ]
}

function storeResources(owner: string, balance: bigint): Resource[] {
  return [
    objectCore(aptStoreOf(owner), owner, false, 1n),
    {
      type: '0x1::fungible_asset::FungibleStore',
      data: { balance: balance.toString(), frozen: false, metadata: { inner: shortAddress(aptMetadata) } },
    },
  ]
}

function option(has: boolean, value: unknown) {
  return { vec: has ? [value] : [] }
}
