import type { Outcome } from '../../family/outcome.ts'
import type { Receipt } from '../../family/transactions.ts'
import type { Work } from '../../family/work.ts'
import { mintedBy } from '../mint-events.ts'
import type { UserTransaction } from '../rpc/answers.ts'
import { failureOf } from './failures.ts'

/** What a transaction on the ledger did. @param receipt one of `receiptsOf` */
export function outcomeOf(work: Work, receipt: Receipt): Outcome {
  const transaction = receipt.detail as UserTransaction
  if (!receipt.ok) {
    const { code, message } = failureOf(transaction.vm_status)
    // The burn script first checks the holder by a transfer.
    const isBurn = work.kind === 'burn' && code === 'transfer.notHeld'
    return { kind: 'failed', code: isBurn ? 'nft.notHeld' : code, message }
  }
  if (work.kind !== 'mint-tokens') return { kind: 'done' }
  const minted = mintedBy(transaction, work.contract)
  const [first] = minted
  const inOrder = minted.every(({ index }, place) => index === (first?.index ?? 0) + place)
  if (!first || minted.length !== work.tokens.length || !inOrder)
    throw new Error(`a transaction minted ${minted.length} tokens, and ${work.tokens.length} were asked for`)
  return { kind: 'minted', firstTokenId: first.index, addresses: minted.map(({ address }) => address) }
}
