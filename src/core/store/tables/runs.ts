import type { Generated } from 'kysely'
import type { RunState } from '../../journal/states.ts'
import type { Flag } from './flag.ts'

export interface RunsTable {
  id: string
  project_id: string
  collection_pk: number
  import_id: string | null
  name: string
  /** SHA-256 over collection and canonical rows, without the repeat number. */
  content: string
  repeat: number
  /** 1: what was minted into the collection before is to be minted once more. */
  again: Generated<Flag>
  state: RunState
  /** Why the engine paused it, for a person; null when nobody or a person did. */
  notice: string | null
  total: number
  /** How many of `total` are not in the mints: still to be added while the run stands in `entering`, else never added. */
  unentered: Generated<number>
  /** Why the rest was never added, for a person; null where the run was cancelled before. */
  left_off: Generated<string | null>
  /** The quote's expected fee. */
  quoted_fee: string | null
  /** The fee ceiling per unit of weight (EVM: wei per gas); null: whatever the network asks. */
  fee_ceiling: string | null
  /** JSON of `KeptQuote` (minting/runs/reserved-funds.ts): the price when the run was started. */
  quote: string | null
  created_at: number
  completed_at: number | null
  /** 1: a person let it go on although the chain holds NFTs that the database does not know. */
  confirmed: Generated<number>
}

/** A run of which rows are still to be added to the mints. */
export interface EnteringTable {
  run_id: string
  collection_pk: number
  import_id: string
  /** Runs of a collection come one after the other: the place of this one in their order. */
  started: number
  /** 0: which NFTs of the file it leaves out is decided when its turn comes, since runs before it are still being entered. */
  decided: Flag
  /** Chosen when the run was made. `again`: also mint what was minted before; `compressed`: for rows that do not say it. */
  again: Flag
  compressed: Flag
  /** A bit for each NFT of the file, in its order, set where the run leaves it out (lowest bit first); null: it takes all. */
  minted_before: Buffer | null
  /** What is kept of the collection's supply for the rows to come. */
  units: number
  /** How many NFTs of the file are done: those at the places before this. */
  place: Generated<number>
}
