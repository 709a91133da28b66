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
  /** What was minted into the collection before was wanted once more. */
  again: Generated<Flag>
  state: RunState
  /** Why the engine paused it, for a person; null when nobody or a person did. */
  notice: string | null
  total: number
  /** How many of `total` are not in the mints: still to be added while the run stands in `entering`, else never added. */
  unentered: Generated<number>
  /** Why they never were, for a person; null where the run was cancelled before. */
  left_off: Generated<string | null>
  /** The quote's expected fee. */
  quoted_fee: string | null
  /** Most that is signed for a unit of weight (EVM: wei per gas); null: whatever the network asks. */
  fee_ceiling: string | null
  /** JSON of `KeptQuote` (minting/runs/reserved-funds.ts): the price it was begun at. */
  quote: string | null
  created_at: number
  completed_at: number | null
  /** A person let it go on among NFTs on chain that the database knows nothing of. */
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
  /** What was chosen when it was made: NFTs that were minted before, too; compressed where the row does not say it. */
  again: Flag
  compressed: Flag
  /** A bit for each NFT of the file, in its order, set where the run leaves it out (lowest bit first); null: it takes all. */
  minted_before: Buffer | null
  /** What is kept of the collection's supply for the rows to come. */
  units: number
  /** How many NFTs of the file are done with: those at the places before this. */
  place: Generated<number>
}
