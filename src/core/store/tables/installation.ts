import type { Generated, GeneratedAlways } from 'kysely'
import type { Role } from '../../../shared/app-api/people/people.ts'
import type { Flag } from './flag.ts'

export interface ProjectsTable {
  id: string
  /** The project's place in key derivation; never reused. */
  idx: number
  name: string
  kind: 'practice' | 'live'
  enterprise: Flag
  created_at: number
}

export interface ApiKeysTable {
  id: string
  project_id: string
  name: string
  /** SHA-256 of the key. */
  hash: Buffer
  hint: string
  scopes: string
  created_at: number
  last_used_at: number | null
  revoked_at: number | null
  /** The limits that a person set for the key; null: none. */
  requests_per_minute: Generated<number | null>
  mints_per_day: Generated<number | null>
}

/** How many mints a key with a daily limit made on a day (days since 1970, UTC). */
export interface KeyMintsTable {
  key_id: string
  day: number
  mints: number
}

export interface SessionsTable {
  /** Names the session; not secret. */
  id: string
  /** null: it ends with the core that made it. */
  ends_at: number | null
  /** The person who signed in; null: it was opened with a ticket of this computer. */
  person_id: Generated<string | null>
}

/** People who sign in at a server. */
export interface PeopleTable {
  id: string
  /** Lower case. */
  name: string
  role: Role
  /** JSON of scrypt's result; null: the link was not used yet. */
  password: string | null
  /** Base32. */
  totp: string | null
  /** The time step of the last code that was accepted: no code is accepted twice. */
  totp_step: Generated<number>
  /** SHA-256 of the link's secret; null: there is none. */
  link_hash: Buffer | null
  /** Base32: the TOTP secret for the person who uses the link. */
  link_totp: string | null
  link_ends_at: number | null
  created_at: number
  /** When the person last signed in. */
  seen_at: Generated<number | null>
}

export interface PasskeysTable {
  /** The credential's id, base64url. */
  id: string
  person_id: string
  name: string
  /** COSE. */
  public_key: Buffer
  /** How often it was used, where the authenticator counts. */
  counter: number
  /** JSON: how a browser reaches the authenticator. */
  transports: string
  created_at: number
}

/** Practice networks whose journal is wiped, and whose chain is still to be wiped. */
export interface ResetsTable {
  network: string
  /** JSON: addresses of the collections that were there. */
  contracts: string
}

export interface NetworksTable {
  network: string
  /** Hash of block 0: tells a practice chain from the live one of the same chain id. */
  genesis: string
}

export interface LiveSeedTable {
  only_one: 1
  /** Identifies the seed that the live projects are made with; no part of the seed. */
  fingerprint: string
}

export interface RpcListsTable {
  chain: string
  /** JSON: the URLs in the order of preference. They may hold a provider's key. */
  urls: string
  changed_at: number
}

export interface CustomNetworksTable {
  /** `custom-<name>` */
  chain: string
  /** JSON: `CustomFacts` of src/core/chains/evm/custom-network.ts. */
  facts: string
  added_at: number
}

export interface WalletsTable {
  project_id: string
  kind: 'email' | 'userId'
  /** Normalised. */
  user: string
  chain: string
  /** Null until the wallet is asked for. */
  address: string | null
  created_at: number
  /** NFTs that were minted to it, copies one by one; triggers keep it. */
  nfts: Generated<number>
  /** The user, sorted and searched without case. */
  name: GeneratedAlways<string>
}

export interface IdempotencyTable {
  project_id: string
  /** The collection that the path names. */
  collection_pk: number | null
  /** `<method> <path>` */
  route: string
  key: string
  /** SHA-256 of the canonical body. */
  body: string
  /** JSON: how to find what was made. */
  resource: string
  created_at: number
}

/** Settings of the installation, which no project owns. */
export interface SettingsTable {
  key: string
  /** JSON; may hold a secret. */
  value: string
}

/** Which content an id on Arweave names. */
export interface ArweaveItemsTable {
  cid: string
  id: string
  /** The media type that it was signed with. */
  type: string
}

/** What each pinning service is known to keep. */
export interface PinsTable {
  service: string
  cid: string
  pinned_at: number
}
