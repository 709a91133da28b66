import type { Generated } from 'kysely'
import type { ActionStatus } from '../../journal/states.ts'

export type ActionKind = 'collections.create' | 'collections.update' | 'nfts.update' | 'nfts.delete'

/** The ids of all actions of a project, each once; entered by triggers. */
export interface ActionIdsTable {
  /** `projects.idx` */
  project: number
  id: string
  /** The mint, where the id is that of its `nfts.create`. */
  mint_pk: number | null
}

/** Actions other than mints and transfers, whose own rows are their actions `nfts.create` and `wallets:nfts.transfer`. */
export interface ActionsTable {
  pk: Generated<number>
  project_id: string
  id: string
  kind: ActionKind
  collection_pk: number
  mint_pk: number | null
  status: ActionStatus
  /** JSON: what is to be done, in the family's terms. */
  work: string
  transaction_pk: number | null
  error_code: string | null
  error_message: string | null
  started_at: number
  completed_at: number | null
}

/** Transfers of NFTs out of wallets of the project, each made once. */
export interface TransfersTable {
  pk: Generated<number>
  project_id: string
  id: string
  chain: string
  network: string
  /** Whose transaction it is: the treasury, or the wallet itself. */
  signer: string
  contract: string
  token_id: string
  /** The mint of the NFT, where the NFT is known as one of ours. */
  mint_pk: number | null
  status: ActionStatus
  /** JSON of the family's `Transfer`, without its job. */
  work: string
  /** What the job id is computed from: the request with its idempotency key, or the transfer's own id. */
  request: string
  /** How many transactions of the signer the chain had included when the transfer was accepted. */
  since: number
  /** The coin that the signer must have to go on, smallest unit: the treasury sends it. Null when it needs none. */
  wants: string | null
  transaction_pk: number | null
  /** Only where no transaction of the journal did it (found on the chain). */
  tx_hash: string | null
  error_code: string | null
  error_message: string | null
  started_at: number
  completed_at: number | null
  /** The hand-over that it belongs to; null: it was requested by itself. */
  hand_over_pk: Generated<number | null>
}
