import { VersionedTransaction } from '@solana/web3.js'

/** The first bit of a message with a version. */
const versioned = 0x80

/** Whether a transaction's message is of the form before versions. Signatures are counted in one byte: no transaction holds 128. */
export function isLegacy(raw: Uint8Array): boolean {
  return ((raw[messageAt(raw)] ?? 0) & versioned) === 0
}

/**
 * A transaction's parts. A legacy message is read as the same one of version 0, without lookup tables: web3.js takes the data of legacy
 * instructions to base58 and back, which takes longer than to execute them.
 */
export function readTransaction(raw: Uint8Array): VersionedTransaction {
  if (!isLegacy(raw)) return VersionedTransaction.deserialize(raw)
  const at = messageAt(raw)
  const noTables = 0
  return VersionedTransaction.deserialize(
    Buffer.concat([raw.subarray(0, at), Buffer.from([versioned]), raw.subarray(at), Buffer.from([noTables])]),
  )
}

function messageAt(raw: Uint8Array): number {
  return 1 + 64 * (raw[0] ?? 0)
}
