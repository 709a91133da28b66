import { base58 } from '@scure/base'
import type { TransactionVersion } from '@solana/web3.js'
import { longBase58 } from './base58.ts'
import { isLegacy, readTransaction } from './transaction-bytes.ts'

/** A transaction as `getTransaction` answers it under `transaction` and `version`. */
export function transactionJson(
  raw: Uint8Array,
  encoding: string,
): { transaction: unknown; version: TransactionVersion } {
  const tx = readTransaction(raw)
  const { message } = tx
  const version = isLegacy(raw) ? 'legacy' : tx.version
  if (encoding === 'base64') return { version, transaction: [Buffer.from(raw).toString('base64'), 'base64'] }
  if (encoding === 'base58') return { version, transaction: [longBase58(raw), 'base58'] }
  const lookups = message.addressTableLookups.map(({ accountKey, writableIndexes, readonlyIndexes }) => ({
    accountKey: accountKey.toBase58(),
    writableIndexes,
    readonlyIndexes,
  }))
  return {
    version,
    transaction: {
      signatures: tx.signatures.map((signature) => base58.encode(signature)),
      message: {
        header: message.header,
        recentBlockhash: message.recentBlockhash,
        accountKeys: message.staticAccountKeys.map((key) => base58.encode(key.toBytes())),
        instructions: message.compiledInstructions.map(({ programIdIndex, accountKeyIndexes, data }) => ({
          programIdIndex,
          accounts: [...accountKeyIndexes],
          data: longBase58(data),
          stackHeight: 1,
        })),
        ...(version === 'legacy' ? {} : { addressTableLookups: lookups }),
      },
    },
  }
}
