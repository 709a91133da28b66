import type { Generated } from 'kysely'
import type { ActionStatus } from '../../journal/states.ts'

export type ActionKind = 'collections.create' | 'collections.update' | 'nfts.update' | 'nfts.delete'

/** The ids of all actions of a project, each once; entered by triggers. */
export interface ActionIdsTable {
  /** `projects.idx` */
  project: number
  id: string
  /** Of `nfts.create`. */
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

/** NFTs on their way out of wallets of the project, each once. */
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
  /** The NFT of ours that it is, where it is known as one. */
  mint_pk: number | null
  status: ActionStatus
  /** JSON of the family's `Transfer`, without its job. */
  work: string
  /** What its job follows from: the request with its idempotency key, or its own id. */
  request: string
  /** What the chain had included of the signer when it was accepted. */
  since: number
  /** What the signer must have to go on, smallest unit: asked of the treasury. Null when nothing is asked. */
  wants: string | null
  transaction_pk: number | null
  /** Only where no transaction of the journal did it (found on the chain). */
  tx_hash: string | null
  error_code: string | null
  error_message: string | null
  started_at: number
  completed_at: number | null
  /** The hand-over that it is of; null: it was asked for by itself. */
  hand_over_pk: Generated<number | null>
}
