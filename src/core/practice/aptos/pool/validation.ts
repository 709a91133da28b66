import { gasBounds, leastUnits } from '../execution/gas.ts'
import type { ChainState, StateDraft } from '../state/state.ts'
import { authenticationKey, isSignedBy, type ReadTransaction } from './signed.ts'

/** Why a transaction is refused: names and numbers in aptos-core's `StatusCode` (types/src/vm_status.rs); null: a newer status without one here. */
export const refusals = {
  INVALID_SIGNATURE: 1,
  INVALID_AUTH_KEY: 2,
  SEQUENCE_NUMBER_TOO_OLD: 3,
  SEQUENCE_NUMBER_TOO_NEW: 4,
  INSUFFICIENT_BALANCE_FOR_TRANSACTION_FEE: 5,
  TRANSACTION_EXPIRED: 6,
  EXCEEDED_MAX_TRANSACTION_SIZE: 10,
  MAX_GAS_UNITS_EXCEEDS_MAX_GAS_UNITS_BOUND: 13,
  MAX_GAS_UNITS_BELOW_MIN_TRANSACTION_GAS_UNITS: 14,
  GAS_UNIT_PRICE_BELOW_MIN_BOUND: 15,
  GAS_UNIT_PRICE_ABOVE_MAX_BOUND: 16,
  BAD_CHAIN_ID: 23,
  SEQUENCE_NUMBER_TOO_BIG: 24,
  SIGNERS_CONTAIN_DUPLICATES: null,
  NONCE_ALREADY_USED: null,
  TRANSACTION_EXPIRATION_TOO_FAR_IN_FUTURE: null,
} as const
export type Refusal = keyof typeof refusals

/** Sequence numbers must be below this. */
const tooBig = 1n << 63n
/** Seconds that the expiration of an orderless transaction may lie ahead (aptos-core, transaction_validation.move). */
const orderlessSeconds = 65n

export interface Ground {
  state: ChainState | StateDraft
  chainId: number
  /** Seconds since 1970. */
  now: bigint
}

/** Checks what depends on the transaction alone, such as its signatures: once valid, always valid. @returns null: nothing is wrong */
export function formRefusal(tx: ReadTransaction, chainId: number): Refusal | null {
  if (!tx.signers.every(isSignedBy)) return 'INVALID_SIGNATURE'
  return boundsRefusal(tx) ?? (tx.chainId === chainId ? null : 'BAD_CHAIN_ID')
}

/** Checks a transaction's signers, size and gas. @returns null: nothing is wrong */
export function boundsRefusal({ bytes, maxUnits, price, sender, secondary }: ReadTransaction): Refusal | null {
  if (new Set([sender, ...secondary]).size !== secondary.length + 1) return 'SIGNERS_CONTAIN_DUPLICATES'
  if (bytes > gasBounds.transactionBytes) return 'EXCEEDED_MAX_TRANSACTION_SIZE'
  if (maxUnits > gasBounds.mostUnits) return 'MAX_GAS_UNITS_EXCEEDS_MAX_GAS_UNITS_BOUND'
  if (maxUnits < leastUnits(bytes)) return 'MAX_GAS_UNITS_BELOW_MIN_TRANSACTION_GAS_UNITS'
  if (price < gasBounds.leastPrice) return 'GAS_UNIT_PRICE_BELOW_MIN_BOUND'
  if (price > gasBounds.mostPrice) return 'GAS_UNIT_PRICE_ABOVE_MAX_BOUND'
  return null
}

/** Whether a transaction may be executed: the checks of aptos-core's prologue, in its order. @returns null: nothing is wrong */
export function prologueRefusal(tx: ReadTransaction, { state, chainId, now }: Ground, keys = true): Refusal | null {
  if (tx.expiration <= now) return 'TRANSACTION_EXPIRED'
  if (tx.chainId !== chainId) return 'BAD_CHAIN_ID'
  // An account that does not exist yet has its address as its key, and the sequence number 0.
  const keyOf = (address: string) => state.accounts.get(address)?.key ?? address
  if (keys && tx.signers.some(({ address, authenticator }) => authenticationKey(authenticator) !== keyOf(address)))
    return 'INVALID_AUTH_KEY'
  if (tx.nonce === undefined) {
    if (tx.sequence >= tooBig) return 'SEQUENCE_NUMBER_TOO_BIG'
    const due = state.accounts.get(tx.sender)?.sequence ?? 0n
    if (tx.sequence < due) return 'SEQUENCE_NUMBER_TOO_OLD'
    if (tx.sequence > due) return 'SEQUENCE_NUMBER_TOO_NEW'
  } else {
    if (tx.expiration > now + orderlessSeconds) return 'TRANSACTION_EXPIRATION_TOO_FAR_IN_FUTURE'
    if (state.nonces.get(`${tx.sender}:${tx.nonce}`) !== undefined) return 'NONCE_ALREADY_USED'
  }
  if ((state.balances.get(tx.payer) ?? 0n) < tx.maxUnits * tx.price) return 'INSUFFICIENT_BALANCE_FOR_TRANSACTION_FEE'
  return null
}
