import type { WalletOwner } from './wallet-owner.ts'

/** A call ready to be signed: opaque to the engine but for its weight. Kept in the journal as JSON. */
export interface ChainCall {
  to: string | null
  /** 0x-hex */
  data: string
  /** Smallest unit of the coin, as a decimal string. */
  value: string
  /** Upper bound of the weight that it may use (EVM: gas limit), as a decimal string. */
  weight: string
  /** The most that it costs on top of its weight (OP stack: the data fee), smallest unit, as a decimal string; absent: nothing. */
  extra?: string
  /** The project's wallet that signs it: instead of the treasury, or together with it where a family has several signers. */
  owner?: WalletOwner
  /** Names of the further keys that must sign; the family defines them. */
  signers?: readonly string[]
}
