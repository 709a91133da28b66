import { bcs, type InferBcsInput, type InferBcsType } from '@mysten/bcs'
import { sha3_256 } from '@noble/hashes/sha3.js'
import { authenticatorLayout } from './authenticator.ts'
import { payloadLayout } from './payload.ts'
import { addressLayout, u64Layout } from './values.ts'

/** A transaction without its signatures. */
export const rawTransactionLayout = bcs.struct('RawTransaction', {
  sender: addressLayout,
  sequenceNumber: u64Layout,
  payload: payloadLayout,
  maxGasAmount: u64Layout,
  /** Octas per unit of gas. */
  gasUnitPrice: u64Layout,
  /** Seconds since 1970. */
  expirationTimestampSecs: u64Layout,
  chainId: bcs.u8(),
})
export type RawTransaction = InferBcsInput<typeof rawTransactionLayout>

/** The message to sign when more than one account signs. */
export const rawTransactionWithDataLayout = bcs.enum('RawTransactionWithData', {
  multiAgent: bcs.struct('MultiAgent', {
    rawTransaction: rawTransactionLayout,
    secondarySigners: bcs.vector(addressLayout),
  }),
  feePayer: bcs.struct('MultiAgentWithFeePayer', {
    rawTransaction: rawTransactionLayout,
    secondarySigners: bcs.vector(addressLayout),
    feePayer: addressLayout,
  }),
})

/** A transaction as it is sent. */
export const signedTransactionLayout = bcs.struct('SignedTransaction', {
  rawTransaction: rawTransactionLayout,
  authenticator: authenticatorLayout,
})
export type SignedTransaction = InferBcsType<typeof signedTransactionLayout>

const prefixes = {
  raw: saltOf('APTOS::RawTransaction'),
  withData: saltOf('APTOS::RawTransactionWithData'),
  signed: saltOf('APTOS::Transaction'),
} as const

/** The bytes that the sender signs when it is the only signer. */
export function signingMessage(transaction: RawTransaction): Uint8Array {
  return Buffer.concat([prefixes.raw, rawTransactionLayout.serialize(transaction).toBytes()])
}

/** The bytes that every account signs, the fee payer included, when several sign. */
export function sharedSigningMessage(
  rawTransaction: RawTransaction,
  secondarySigners: readonly string[],
  feePayer?: string,
): Uint8Array {
  const shared = { rawTransaction, secondarySigners: [...secondarySigners] }
  const message = feePayer === undefined ? { multiAgent: shared } : { feePayer: { ...shared, feePayer } }
  return Buffer.concat([prefixes.withData, rawTransactionWithDataLayout.serialize(message).toBytes()])
}

/** A transaction's hash on chain: 0x and 64 hex digits. @param signed its bytes, signatures included */
export function transactionHash(signed: Uint8Array): string {
  // aptos-core, `Transaction::UserTransaction` is variant 0.
  const hash = sha3_256(Buffer.concat([prefixes.signed, Buffer.of(0), signed]))
  return `0x${Buffer.from(hash).toString('hex')}`
}

function saltOf(name: string): Uint8Array {
  return sha3_256(Buffer.from(name, 'utf8'))
}
