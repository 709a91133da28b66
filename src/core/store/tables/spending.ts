import type { Generated } from 'kysely'
import type { ActionStatus } from '../../journal/states.ts'

/** What a project may spend on a chain; null: as much as there is. Amounts in the coin's smallest unit. */
export interface SpendingCapsTable {
  project_id: string
  chain: string
  per_run: string | null
  per_day: string | null
  in_all: string | null
}

/** What settled transactions of a signer paid, by day: `high` · 10^9 + `low`. Written by triggers. */
export interface SpentTable {
  network: string
  signer: string
  /** Days since 1970, UTC: the day on which a transaction's last attempt was signed. */
  day: number
  high: number
  low: number
}

/** The same by the run that paid. */
export interface SpentByRunsTable {
  run_id: string
  high: number
  low: number
}

/** Withdrawals from fee balances, each sent once. */
export interface WithdrawalsTable {
  pk: Generated<number>
  project_id: string
  id: string
  chain: string
  network: string
  signer: string
  recipient: string
  /** Smallest unit; null: all less the fee. */
  amount: string | null
  /** What its transaction sends; null: none is signed. */
  sent: string | null
  /** How many transactions of the signer the chain had included when the withdrawal was requested; 0 in families without sequences. */
  since: number
  status: ActionStatus
  transaction_pk: number | null
  error_code: string | null
  error_message: string | null
  started_at: number
  completed_at: number | null
}
