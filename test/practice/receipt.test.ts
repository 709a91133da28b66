import { createPublicClient, custom } from 'viem'
import { expect, it } from 'vitest'
import { receiptOf } from './receipt.ts'

const hash = `0x${'1'.repeat(64)}` as const
const sender = `0x${'2'.repeat(40)}` as const

it('finds the receipt although the only block comes while something else is read', async () => {
  let headTold = () => {}
  const afterHead = new Promise<void>((resolve) => {
    headTold = resolve
  })
  let giveUp = (_: Error) => {}
  const missed = new Promise<never>((_, reject) => {
    giveUp = reject
  })
  let number = 1
  let looks = 0
  let heads = 0
  const answers: Record<string, () => unknown> = {
    eth_getTransactionReceipt() {
      heads = 0
      if (number > 1) return { transactionHash: hash, blockNumber: '0x2', status: '0x1', type: '0x2', logs: [] }
      looks += 1
      // The block with the transaction comes after the second look, and no other block follows.
      if (looks === 2) number = 2
      return null
    },
    eth_blockNumber() {
      heads += 1
      // Whoever asks again was told of the block before.
      if (number > 1 && heads > 1) headTold()
      if (heads > 50) giveUp(new Error('nobody looks for the receipt any more'))
      return `0x${number}`
    },
    eth_getTransactionByHash: () => ({ hash, from: sender, nonce: '0x0', type: '0x2', blockNumber: null }),
    // Answered only after the new head.
    async eth_getBlockByNumber() {
      await afterHead
      return { number: '0x1', transactions: [] }
    },
  }
  const transport = custom({ request: async ({ method }: { method: string }) => await answers[method]?.() })
  const chain = createPublicClient({ transport, pollingInterval: 1, cacheTime: 0 })
  expect(await Promise.race([receiptOf(chain, hash), missed])).toMatchObject({ status: 'success' })
})

it('fails with what a node says, and after its time', async () => {
  let error: Error | null = null
  const request = async () => {
    if (error) throw error
    return null
  }
  const chain = createPublicClient({ transport: custom({ request }, { retryCount: 0 }) })
  await expect(receiptOf(chain, hash, 1)).rejects.toThrow(`waited too long: the receipt of ${hash}`)
  error = new Error('out of order')
  await expect(receiptOf(chain, hash)).rejects.toThrow('out of order')
})
