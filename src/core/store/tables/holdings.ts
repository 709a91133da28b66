import type { Generated } from 'kysely'
import type { Flag } from './flag.ts'

/** Tokens that an address was seen to receive. Addresses are 20 bytes, token ids 32, so that they sort as numbers do. */
export interface SightingsTable {
  network: string
  wallet: Buffer
  contract: Buffer
  token_id: Buffer
  /** Null until the chain was asked. */
  standard: 'erc-721' | 'erc-1155' | null
  /** The block in which it first came to the wallet, as far as known; `blockUnknown` (sightings.ts) where no source says. */
  block: number
  /** `seen`: the chain is still to be asked whether the wallet holds it; `held`, `gone`: as the chain answered. */
  state: 'seen' | 'held' | 'gone'
  /** Units, once asked. */
  quantity: string | null
  /** The head at which the chain first said that it is gone, while a reorganisation may undo that; else null. */
  gone_at: Generated<number | null>
}

export interface ScansTable {
  network: string
  /** `wallet:0x…`: all transfers to and from a wallet; `contract:0x…`: all transfers of one of our contracts. */
  scope: string
  /** The block it began with. */
  first: number
  /** The last block that was read and will not be read again; `first - 1` at first. */
  through: number
  /** That block's hash, where it was read: shows whether the network lost blocks since. */
  through_hash: string | null
  /** How many blocks the next request covers. */
  span: number
  /** `idle`: it goes on when the wallet is looked at; the other states are those of scans that a person started. */
  state: 'idle' | 'running' | 'paused' | 'failed'
  message: string | null
}

/** How far a provider's list of a wallet was read. */
export interface ProviderListsTable {
  network: string
  wallet: Buffer
  provider: string
  /** Where the next page begins; null at the first one, and after the last. */
  cursor: string | null
  complete: Flag
  begun_at: number
}

/** Metadata that other people host, by the SHA-256 of its URI. */
export interface ForeignMetadataTable {
  uri_hash: Buffer
  /** Null: it could not be fetched. */
  json: string | null
  expires_at: number
}
