import { type Hash, type TransactionReceipt, TransactionReceiptNotFoundError } from 'viem'
import { until } from '../minting/open-engine.ts'

/** A client that reads receipts. */
interface Reader {
  getTransactionReceipt(of: { hash: Hash }): Promise<TransactionReceipt>
}

/**
 * Waits for a transaction's receipt by asking for nothing else. viem's `waitForTransactionReceipt` asks once per new block and ignores a
 * block that comes while it reads the one before. A practice network rests after the block with the transaction, so that wait may never end.
 * @param ms when it fails, milliseconds
 */
export async function receiptOf(reader: Reader, hash: Hash, ms = 60_000): Promise<TransactionReceipt> {
  const look = async () => {
    try {
      return await reader.getTransactionReceipt({ hash })
    } catch (error) {
      if (error instanceof TransactionReceiptNotFoundError) return null
      throw error
    }
  }
  return await until(`the receipt of ${hash}`, look, ms)
}
