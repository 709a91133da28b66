import { getAddress, type Hash } from 'viem'
import type { TransactionsClient } from '../../family/transactions.ts'
import type { CountSamples } from '../rpc/count-samples.ts'
import type { RpcClient } from '../rpc/rpc.ts'
import { outcomeOf } from './outcome.ts'
import { toReceipt } from './receipt.ts'
import { usedBy } from './used-sequence.ts'

/** Reads what became of sent transactions: see `TransactionsClient`. */
export function inclusionReads(
  rpc: () => Promise<RpcClient>,
  counts: CountSamples,
): Pick<
  TransactionsClient,
  'sequence' | 'pendingSequence' | 'sequenceAt' | 'usedBy' | 'receipts' | 'blocks' | 'outcome'
> {
  return {
    async sequence(address) {
      return (await rpc()).getTransactionCount({ address: getAddress(address), blockTag: 'latest' })
    },
    async pendingSequence(address) {
      return (await rpc()).getTransactionCount({ address: getAddress(address), blockTag: 'pending' })
    },
    async sequenceAt(address, block) {
      return counts.at(await rpc(), getAddress(address), block)
    },
    async usedBy(address, sequence, block) {
      return (await usedBy(await rpc(), getAddress(address), sequence, block))?.hash ?? null
    },
    async receipts(hashes) {
      const node = await rpc()
      const found = await Promise.all(
        hashes.map((hash) => node.request({ method: 'eth_getTransactionReceipt', params: [hash as Hash] })),
      )
      return new Map(
        found.flatMap((receipt) => (receipt ? [[receipt.transactionHash, toReceipt(receipt)] as const] : [])),
      )
    },
    async blocks(numbers) {
      const node = await rpc()
      const found = await Promise.all(
        numbers.map((number) =>
          node.request({ method: 'eth_getBlockByNumber', params: [`0x${number.toString(16)}`, false] }),
        ),
      )
      return new Map(
        found.flatMap((block, place) => {
          const [number] = numbers.slice(place, place + 1)
          if (!block?.hash || number === undefined) return []
          const transactions = block.transactions.map((one) => (typeof one === 'string' ? one : one.hash))
          return [[number, { hash: block.hash, transactions }] as const]
        }),
      )
    },
    async outcome(work, receipt) {
      return outcomeOf(await rpc(), work, receipt)
    },
  }
}
