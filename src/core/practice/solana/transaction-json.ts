import { base58 } from '@scure/base'
import { VersionedTransaction } from '@solana/web3.js'

/** A transaction as `getTransaction` answers it under `transaction` and `version`. */
export function transactionJson(
  raw: Uint8Array,
  encoding: string,
): { transaction: unknown; version: VersionedTransaction['version'] } {
  const tx = VersionedTransaction.deserialize(raw)
  const { version, message } = tx
  if (encoding === 'base64') return { version, transaction: [Buffer.from(raw).toString('base64'), 'base64'] }
  if (encoding === 'base58') return { version, transaction: [base58.encode(raw), 'base58'] }
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
        accountKeys: message.staticAccountKeys.map(String),
        instructions: message.compiledInstructions.map(({ programIdIndex, accountKeyIndexes, data }) => ({
          programIdIndex,
          accounts: [...accountKeyIndexes],
          data: base58.encode(data),
          stackHeight: 1,
        })),
        ...(version === 'legacy' ? {} : { addressTableLookups: lookups }),
      },
    },
  }
}
