import { aptType } from '../framework/coins.ts'
import { propertyType } from '../framework/property-map.ts'
import type { AptosChain } from '../ledger/chain.ts'
import { hex } from '../rest/move-values.ts'
import { aptStoreOf } from '../state/addresses.ts'
import { isRow, type Row } from './filter.ts'

/** A table of the indexer's API that a practice network has, with the same columns as there. */
export type Table = (chain: AptosChain, where: unknown) => Iterable<Row>

/** The value that a `where` requires of a column, if it is one value. */
function asked(where: unknown, column: string): string | undefined {
  if (!isRow(where)) return undefined
  const condition = where[column]
  return isRow(condition) && typeof condition._eq === 'string' ? condition._eq : undefined
}

export const tables: Readonly<Record<string, Table>> = {
  *current_token_ownerships_v2({ state }, where) {
    for (const address of addresses(state, where)) {
      const data = tokenRow(state, address)
      const token = state.tokens.get(address)
      if (!token || !data) continue
      yield {
        ...{ token_standard: 'v2', token_properties_mutated_v1: null, token_data_id: address, table_type_v1: null },
        ...{ storage_id: address, property_version_v1: 0, owner_address: token.owner, amount: 1 },
        ...{ last_transaction_version: state.tokens.changedAt(address), last_transaction_timestamp: null },
        ...{ is_soulbound_v2: !token.ungated, is_fungible_v2: false, current_token_data: data },
      }
    }
  },
  *current_token_datas_v2({ state }, where) {
    for (const address of addresses(state, where)) {
      const row = tokenRow(state, address)
      if (row) yield row
    }
  },
  *current_collections_v2({ state }, where) {
    const one = asked(where, 'collection_id')
    const all = one === undefined ? Array.from(state.collections.values(), ([address]) => address) : [one]
    for (const address of all) {
      const row = collectionRow(state, address)
      if (row) yield row
    }
  },
  *current_fungible_asset_balances({ state }) {
    for (const [owner, balance] of state.balances.values())
      yield {
        ...{ amount: Number(balance), asset_type: aptType, is_frozen: false, is_primary: true, owner_address: owner },
        ...{ last_transaction_timestamp: null, last_transaction_version: state.balances.changedAt(owner) },
        ...{ storage_id: aptStoreOf(owner), token_standard: 'v2' },
      }
  },
  *ledger_infos({ chainId }) {
    yield { chain_id: chainId }
  },
  *processor_status({ head }) {
    for (const processor of processors)
      yield {
        processor,
        last_success_version: head().version,
        last_updated: new Date(head().timestamp / 1000).toISOString(),
      }
  },
}

/** The processors whose progress the SDK queries; here none lags behind. */
const processors = [
  ...['account_transactions_processor', 'default_processor', 'events_processor', 'fungible_asset_processor'],
  ...['objects_processor', 'stake_processor', 'token_v2_processor', 'user_transaction_processor'],
]

type State = AptosChain['state']

function addresses(state: State, where: unknown): Iterable<string> {
  const one = asked(where, 'token_data_id')
  if (one !== undefined) return [one]
  const owner = asked(where, 'owner_address')
  if (owner !== undefined) return state.tokensOf(owner)
  return Array.from(state.tokens.values(), ([address]) => address)
}

function tokenRow(state: State, address: string): Row | null {
  const token = state.tokens.get(address)
  if (!token) return null
  return {
    ...{ collection_id: token.collection, description: token.description, is_fungible_v2: false, decimals: 0 },
    ...{ largest_property_version_v1: null, last_transaction_timestamp: null },
    ...{ last_transaction_version: state.tokens.changedAt(address), maximum: null, supply: 0 },
    ...{ token_data_id: address, token_name: token.name, token_standard: 'v2', token_uri: token.uri },
    token_properties: Object.fromEntries(
      token.properties.map(({ key, type, value }) => [key, { type: propertyType(type), value: hex(value) }]),
    ),
    current_collection: collectionRow(state, token.collection),
  }
}

function collectionRow(state: State, address: string): Row | null {
  const one = state.collections.get(address)
  if (!one) return null
  return {
    ...{ collection_id: address, collection_name: one.name, creator_address: one.creator, uri: one.uri },
    ...{ description: one.description, current_supply: Number(one.supply), max_supply: Number(one.maxSupply) },
    ...{ total_minted_v2: Number(one.minted), mutable_description: one.mutable.description },
    ...{ mutable_uri: one.mutable.uri, table_handle_v1: null, token_standard: 'v2', cdn_asset_uris: null },
    ...{ last_transaction_timestamp: null, last_transaction_version: state.collections.changedAt(address) },
  }
}
