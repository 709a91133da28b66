import type { z } from 'zod'
import type { Receipt } from '../../family/transactions.ts'
import { statusesAnswer } from '../rpc/answers.ts'
import type { SolanaRpc } from '../rpc/rpc.ts'
import { type TransactionAnswer, transactionAnswer } from '../trees/leaves.ts'
import { coinSent } from './send-coin.ts'

/** Solana's own: most signatures in one request. */
const statusesAtOnce = 256

/** Receipts of those of these transactions that are confirmed; with their details once they are final. */
export async function receiptsOf(node: SolanaRpc, hashes: readonly string[]): Promise<Map<string, Receipt>> {
  const seen: { hash: string; slot: number; ok: boolean; final: boolean }[] = []
  for (let from = 0; from < hashes.length; from += statusesAtOnce) {
    const part = hashes.slice(from, from + statusesAtOnce)
    const { value } = await node.call(
      'getSignatureStatuses',
      [part, { searchTransactionHistory: true }],
      statusesAnswer,
    )
    for (const [place, status] of value.entries()) {
      // A merely processed transaction may be on a fork without votes.
      if (status === null || status.confirmationStatus === 'processed') continue
      const ok = status.err === null || status.err === undefined
      seen.push({ hash: part[place] ?? '', slot: status.slot, ok, final: status.confirmationStatus === 'finalized' })
    }
  }
  const details = await readTransactions(
    node,
    seen.flatMap(({ hash, final }) => (final ? [hash] : [])),
  )
  return new Map(
    seen.flatMap(({ hash, slot, ok, final }): [string, Receipt][] => {
      const detail = details.get(hash)
      return [
        [
          hash,
          {
            ...{ hash, ok, blockNumber: slot, blockHash: `slot ${slot}` },
            // Without its details nothing can be settled: the engine asks again.
            final: final && detail !== undefined,
            used: BigInt(detail?.meta.computeUnitsConsumed ?? 0),
            fee: detail === undefined ? 0n : spent(detail),
            detail,
          },
        ],
      ]
    }),
  )
}

/** Whether a node knows none of these transactions, neither in its status cache nor in its ledger, which may differ. */
export async function knowsNone(node: SolanaRpc, hashes: readonly string[]): Promise<boolean> {
  return (await receiptsOf(node, hashes)).size === 0 && (await readTransactions(node, hashes)).size === 0
}

async function readTransactions(node: SolanaRpc, hashes: readonly string[]) {
  const found = new Map<string, z.infer<typeof transactionAnswer>>()
  const options = { encoding: 'json', commitment: 'finalized', maxSupportedTransactionVersion: 0 }
  const answers = await node.many(
    'getTransaction',
    hashes.map((hash) => [hash, options]),
    transactionAnswer.nullable(),
  )
  for (const [place, answer] of answers.entries()) {
    if (answer instanceof Error) throw answer
    if (answer !== null) found.set(hashes[place] ?? '', answer)
  }
  return found
}

/** What the payer paid in lamports, without the coin that it sent: fee and rent; the fee alone if rent was refunded. */
function spent(detail: TransactionAnswer): bigint {
  const { fee, err, preBalances, postBalances } = detail.meta
  const less = BigInt(preBalances[0] ?? 0) - BigInt(postBalances[0] ?? 0)
  const paid = err === null || err === undefined ? less - coinSent(detail) : less
  return paid > BigInt(fee) ? paid : BigInt(fee)
}
