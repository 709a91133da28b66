import type { TransactionInstruction } from '@solana/web3.js'

/** Instructions that become one transaction. */
export interface Chargeable {
  instructions: readonly TransactionInstruction[]
  /** Names of the keys that sign beside the treasury. */
  signers: readonly string[]
  /** Transactions of the same name use about the same: simulated once, and then taken to. */
  alike?: string | undefined
  /** Lamports that programs take from the treasury (rent, fees of their own) beside what the instructions themselves say. */
  takes?: bigint | undefined
}
