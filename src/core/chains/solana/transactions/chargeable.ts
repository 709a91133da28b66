import type { TransactionInstruction } from '@solana/web3.js'

/** Instructions that become one transaction. */
export interface Chargeable {
  instructions: readonly TransactionInstruction[]
  /** Names (`keyNames`) of the keys that sign beside the treasury. */
  signers: readonly string[]
  /** Transactions with the same name use about the same compute: one of them is simulated for all. */
  alike?: string | undefined
  /** Lamports that programs take from the treasury (rent, their own fees) beside what CreateAccount and Transfer instructions state. */
  takes?: bigint | undefined
}
