import { base58 } from '@scure/base'
import type { TransactionVersion } from '@solana/web3.js'
import { longBase58 } from './base58.ts'
import { readTransaction } from './transaction-bytes.ts'

/** A transaction in the shape that `getTransaction` returns under `transaction` and `version`. */
export function transactionJson(
  raw: Uint8Array,
  encoding: string,
): { transaction: unknown; version: TransactionVersion } {
  const { signatures, message } = readTransaction(raw)
  const { legacy, header, keys, blockhash, instructions, lookups } = message
  const version = legacy ? 'legacy' : 0
  if (encoding === 'base64') return { version, transaction: [Buffer.from(raw).toString('base64'), 'base64'] }
  if (encoding === 'base58') return { version, transaction: [longBase58(raw), 'base58'] }
  const addressTableLookups = lookups.map(({ table, writable, readonly }) => ({
    accountKey: base58.encode(table),
    writableIndexes: writable,
    readonlyIndexes: readonly,
  }))
  return {
    version,
    transaction: {
      signatures: signatures.map((signature) => base58.encode(signature)),
      message: {
        header,
        recentBlockhash: base58.encode(blockhash),
        accountKeys: keys.map((key) => base58.encode(key)),
        instructions: instructions.map((one) => ({ ...one, data: longBase58(one.data), stackHeight: 1 })),
        ...(legacy ? {} : { addressTableLookups }),
      },
    },
  }
}
