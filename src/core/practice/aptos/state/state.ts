import { type Draft, draftOf, type VersionedMap, versionedMap } from './versioned-map.ts'

/** `0x1::account::Account`. All addresses in the state are 0x and 64 hex digits. */
export interface AccountState {
  sequence: bigint
  /** Its authentication key, 0x and 64 hex digits. */
  key: string
}

export interface Royalty {
  numerator: bigint
  denominator: bigint
  payee: string
}

/** What `0x4::aptos_token::AptosCollection` says about a collection and its tokens. */
export interface CollectionFlags {
  description: boolean
  royalty: boolean
  uri: boolean
  tokenDescription: boolean
  tokenName: boolean
  tokenProperties: boolean
  tokenUri: boolean
  burnable: boolean
  freezable: boolean
}

export interface CollectionState {
  creator: string
  name: string
  description: string
  uri: string
  maxSupply: bigint
  /** Tokens ever minted. */
  minted: bigint
  /** Tokens minted and not burnt. */
  supply: bigint
  royalty: Royalty
  mutable: CollectionFlags
}

/** A property as `0x4::property_map` keeps it: the number of its type, and BCS. */
export interface Property {
  key: string
  type: number
  value: Uint8Array
}

export interface TokenState {
  collection: string
  index: bigint
  owner: string
  name: string
  description: string
  uri: string
  /** The holder may move it (`allow_ungated_transfer`). */
  ungated: boolean
  burnable: boolean
  /** The creator may freeze it. */
  freezable: boolean
  mutable: boolean
  properties: readonly Property[]
  /** Octas paid for its storage; refunded when it is burnt. */
  deposit: bigint
}

interface Tables {
  accounts: AccountState
  /** Octas in the account's own store of APT. */
  balances: bigint
  collections: CollectionState
  tokens: TokenState
  /** By `sender:nonce`: when the nonce may be forgotten, seconds since 1970. */
  nonces: bigint
}

/** The state of a chain at all its versions. */
export type ChainState = { readonly [Name in keyof Tables]: VersionedMap<Tables[Name]> } & {
  /** Tokens that an account holds at the newest version. */
  tokensOf(owner: string): Iterable<string>
  /** Applies a draft's changes. */
  keep(draft: StateDraft, version: number): void
}

/** Changes that take effect only when they are kept. */
export type StateDraft = { readonly [Name in keyof Tables]: Draft<Tables[Name]> }

export function emptyState(): ChainState {
  const tables = {
    accounts: versionedMap<AccountState>(),
    balances: versionedMap<bigint>(),
    collections: versionedMap<CollectionState>(),
    tokens: versionedMap<TokenState>(),
    nonces: versionedMap<bigint>(),
  }
  const owned = new Map<string, Set<string>>()
  const keep = <Value>(map: VersionedMap<Value>, draft: Draft<Value>, version: number) => {
    for (const [key, value] of draft.changes()) map.set(key, value, version)
  }
  return {
    ...tables,
    tokensOf: (owner) => owned.get(owner) ?? [],
    keep(draft, version) {
      for (const [address, token] of draft.tokens.changes()) {
        const before = tables.tokens.get(address)
        if (before?.owner === token?.owner) continue
        if (before) owned.get(before.owner)?.delete(address)
        if (!token) continue
        const held = owned.get(token.owner) ?? new Set()
        owned.set(token.owner, held.add(address))
      }
      keep(tables.accounts, draft.accounts, version)
      keep(tables.balances, draft.balances, version)
      keep(tables.collections, draft.collections, version)
      keep(tables.tokens, draft.tokens, version)
      keep(tables.nonces, draft.nonces, version)
    },
  }
}

/** Begins a draft on top of a state or another draft. */
export function draftState(below: ChainState | StateDraft): StateDraft {
  return {
    accounts: draftOf(below.accounts),
    balances: draftOf(below.balances),
    collections: draftOf(below.collections),
    tokens: draftOf(below.tokens),
    nonces: draftOf(below.nonces),
  }
}

/** Moves the changes of one draft into the one below it. */
export function mergeDraft(upper: StateDraft, lower: StateDraft): void {
  const move = <Value>(from: Draft<Value>, to: Draft<Value>) => {
    for (const [key, value] of from.changes()) to.set(key, value)
  }
  move(upper.accounts, lower.accounts)
  move(upper.balances, lower.balances)
  move(upper.collections, lower.collections)
  move(upper.tokens, lower.tokens)
  move(upper.nonces, lower.nonces)
}
