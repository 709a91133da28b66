import type { WalletOwner } from './wallet-owner.ts'

/** A call ready to be signed: opaque to the engine but for its weight. Kept in the journal as JSON. */
export interface ChainCall {
  to: string | null
  /** 0x-hex */
  data: string
  /** Smallest unit of the coin, as a decimal string. */
  value: string
  /** Upper bound of what it may use of a block (EVM: gas limit), as a decimal string. */
  weight: string
  /** The most it costs beside its weight (OP stack: the data fee), smallest unit, as a decimal string; absent: nothing. */
  extra?: string
  /** The wallet of the project that signs it: in the treasury's place, or where a family has several signers, beside it. */
  owner?: WalletOwner
  /** Names of further keys that must sign, in the family's terms. */
  signers?: readonly string[]
}
