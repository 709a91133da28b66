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
  /** In which it came to the wallet first, as far as is known; `blockUnknown` (sightings.ts) where nobody told. */
  block: number
  /** `seen`: what it holds now is to be asked; `held`, `gone`: as the chain said since. */
  state: 'seen' | 'held' | 'gone'
  /** Units, once asked. */
  quantity: string | null
  /** The head at which the chain first said that it is gone, while that may be taken back; else null. */
  gone_at: Generated<number | null>
}

export interface ScansTable {
  network: string
  /** `wallet:0x…`: all that came to it and left it; `contract:0x…`: all transfers of one of ours. */
  scope: string
  /** The block it began with. */
  first: number
  /** The last block that was read and will not be read again; `first - 1` at first. */
  through: number
  /** Its hash, where it was asked for: a network that lost blocks is known by it. */
  through_hash: string | null
  /** Blocks that are asked for at once next. */
  span: number
  /** `idle`: it goes on when the wallet is looked at; the others are of scans that a person began. */
  state: 'idle' | 'running' | 'paused' | 'failed'
  message: string | null
}

/** What a provider told of a wallet. */
export interface ProviderListsTable {
  network: string
  wallet: Buffer
  provider: string
  /** Where the next page begins; null at the first one, and after the last. */
  cursor: string | null
  complete: Flag
  begun_at: number
}

/** Metadata that strangers host, by the SHA-256 of its address. */
export interface ForeignMetadataTable {
  uri_hash: Buffer
  /** Null: it could not be had. */
  json: string | null
  expires_at: number
}
