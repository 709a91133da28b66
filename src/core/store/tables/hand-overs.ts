import type { Generated } from 'kysely'

/**
 * `reading`: its file is being read, and no list shows it yet; `checking`: what each person holds is looked up; `checked`: a person decides;
 * `failed`: the file as a whole cannot be used.
 */
export type HandOverState =
  | 'reading'
  | 'checking'
  | 'checked'
  | 'failed'
  | 'running'
  | 'paused'
  | 'cancelled'
  | 'finished'

export interface HandOversTable {
  pk: Generated<number>
  id: string
  project_id: string
  /** The file's name. */
  name: string
  state: HandOverState
  /** JSON: the file's header line. */
  headers: string
  /** JSON: ids of the collections to hand over; empty: everything that the people hold. */
  collections: string
  /** JSON: what was found of the file as a whole. */
  findings: string
  /** JSON: by chain, the fee ceiling per unit of weight. */
  fee_ceilings: string
  /** JSON: by chain, the price when it was started (`keptPrice`). */
  quotes: string
  created_at: number
  started_at: number | null
  completed_at: number | null
}

export interface HandOverRowsTable {
  pk: Generated<number>
  hand_over_pk: number
  /** As a spreadsheet program shows it. */
  row: number
  /** JSON: the row as it was given. */
  cells: string
  /** The person; null where the row names none. */
  kind: 'email' | 'userId' | null
  user: string | null
  /** The address to move to, in normal form; null where the row names no valid one. */
  address: string | null
  /** JSON: the chains on which the address is valid and the project may hold something. */
  chains: string
  /** `unseen`: what the person holds is still to be looked up; `empty`: nothing; `repeat`: another row says the same. */
  state: 'unseen' | 'ready' | 'empty' | 'error' | 'repeat'
  /** JSON */
  findings: string
}

/** An NFT, or units of one, that a hand-over moves. */
export interface HandOverNftsTable {
  pk: Generated<number>
  hand_over_pk: number
  row_pk: number
  chain: string
  /** Whose transaction moves it. */
  sent_by: 'treasury' | 'holder'
  contract: string
  token_id: string
  standard: 'erc-721' | 'erc-1155' | 'addressed'
  quantity: string
  holder: string
  recipient: string
  mint_pk: number | null
  state: 'found' | 'entered' | 'succeeded' | 'failed' | 'cancelled' | 'unmovable'
  /** How often it was tried before: each try has a job of its own. */
  tries: Generated<number>
  transfer_pk: number | null
  error_message: string | null
}
