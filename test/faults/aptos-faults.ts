import { bcs } from '@mysten/bcs'
import { type SignedTransaction, signedTransactionLayout } from '../../src/core/chains/aptos/bcs/transaction.ts'
import { leastPrice } from '../../src/core/chains/aptos/limits.ts'
import type { RestCall, RestFate, RestProxy } from './rest-proxy.ts'

/**
 * What becomes of transactions on their way to a node of Aptos, while others' go on. `drop`: the node says that it took them, and forgets
 * them. `fees`: so it does with those that pay the least price. `others`: nothing else becomes of them. `all`: now and then a request or its answer is lost, arrives twice, or one
 * of its transactions is forgotten.
 */
export type AptosFaults = 'drop' | 'fees' | 'others' | 'all'

/** For `all`: one request in so many meets each of the faults. */
const oneIn = 10
/** Others' transactions in the beginning, and after one was forgotten: more than what waits needs for a fee bump; and ms between two of them. */
const othersAfter = 16
const othersEveryMs = 30

/** Lets a proxy before a node of Aptos do that. */
export function aptosFaults(proxy: RestProxy, kind: AptosFaults): void {
  let others = othersAfter
  const goOn = setInterval(() => {
    if (others === 0 || proxy.target === '') return
    others--
    void otherTransaction(proxy.target)
  }, othersEveryMs)
  // It ends with its process.
  goOn.unref()
  const forget = (call: RestCall, isForgotten: (one: SignedTransaction, place: number) => boolean): RestFate => {
    const kept = transactionsOf(call).filter((one, place) => !isForgotten(one, place))
    if (kept.length === transactionsOf(call).length) return 'pass'
    others = othersAfter
    return kept.length === 0 ? taken(call) : { body: bodyOf(kept) }
  }
  proxy.fate = (call) => {
    if (!isSubmission(call) || kind === 'others') return 'pass'
    if (kind === 'drop') return forget(call, () => true)
    if (kind === 'fees') return forget(call, ({ rawTransaction }) => BigInt(rawTransaction.gasUnitPrice) <= leastPrice)
    const drawn = Math.floor(Math.random() * oneIn)
    if (drawn === 0) return 'lost'
    if (drawn === 1) return 'cut'
    if (drawn === 2) return 'twice'
    if (drawn === 3) return forget(call, () => true)
    const lost = Math.floor(Math.random() * transactionsOf(call).length)
    return drawn === 4 ? forget(call, (_, place) => place === lost) : 'pass'
  }
}

export function isSubmission({ method, path }: Pick<RestCall, 'method' | 'path'>): boolean {
  return method === 'POST' && (path === '/transactions' || path === '/transactions/batch')
}

/** What a node says to what it takes. */
export function taken({ path }: Pick<RestCall, 'path'>): RestFate {
  return path.endsWith('/batch')
    ? { status: 202, json: { transaction_failures: [] } }
    : { status: 202, json: { hash: `0x${'0'.repeat(64)}` } }
}

/** A transaction of somebody else, so that the ledger goes on: the faucet's. */
export async function otherTransaction(target: string): Promise<void> {
  await fetch(`${target}/mint?address=0x${'5'.repeat(64)}&amount=1`, { method: 'POST' }).catch(() => undefined)
}

/** The signed transactions of a submission, in their order. */
function transactionsOf({ path, body }: RestCall): SignedTransaction[] {
  const bytes = Uint8Array.from(body)
  if (!path.endsWith('/batch')) return [signedTransactionLayout.parse(bytes)]
  return bcs.vector(signedTransactionLayout).parse(bytes)
}

/** The body of a batch with these; of several there is no other. */
function bodyOf(transactions: readonly SignedTransaction[]): Buffer {
  return Buffer.from(bcs.vector(signedTransactionLayout).serialize(transactions).toBytes())
}
