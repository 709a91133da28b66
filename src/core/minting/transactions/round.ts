import type { Fees } from '../../chains/family/fees.ts'
import type { Head } from '../../chains/family/network.ts'
import type { TransactionRow } from '../../store/journal/signer-queue.ts'
import type { ExternalUse } from './external-nonce-use.ts'
import type { Send, Trouble } from './send.ts'

/** A transaction that is signed and not settled. */
export type OpenTransaction = Pick<TransactionRow, 'purpose' | 'state' | 'collection_pk' | 'call'>

/** What one planning round has to give out: sequences, room in flight, money. */
export interface Round {
  /** What was open when the round began, and what was signed in it since. */
  open: OpenTransaction[]
  head: Head
  fees: Fees
  nextSequence: number
  room: { weight: bigint; transactions: number }
  /** The signer's balance less what transactions under way may cost, smallest unit. */
  funds: bigint
  /** The chain lacks what the journal holds as settled. */
  behind: boolean
  /** There is external nonce use: another program has the key, or another copy of the database signed. */
  usedExternally: boolean
  /** Some external nonce use is not final yet: what the contract reports of mints may still change. */
  unsettled: boolean
  /** External nonce use in this round, with the step to take. */
  externalUse: ExternalUse
  /** What is on disk and waits to be sent, in order. */
  outbox: Send[]
  /** Sends under way, in order. */
  sending: Promise<Trouble | null>
  signed: number
}
