/** What recipients of copies are tried out with, which may be contracts that look at the fee. */
import { BaseError, type Hex, RpcRequestError } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { expect, it } from 'vitest'
import type { RpcClient } from '../../../src/core/chains/evm/rpc/rpc.ts'
import { gasEstimates } from '../../../src/core/chains/evm/transactions/gas-estimates.ts'
import { prepareWork } from '../../../src/core/chains/evm/transactions/prepare.ts'
import { Refusal } from '../../../src/core/chains/family/outcome.ts'
import type { Work } from '../../../src/core/chains/family/work.ts'

const account = privateKeyToAccount('0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80')
const digest = `0x${'ab'.repeat(32)}`
const work: Work = {
  ...{ kind: 'mint-copies', contract: account.address, jobId: digest, folder: digest, definitions: [] },
  copies: [{ recipient: account.address, tokenId: 1, amount: 1 }],
  fence: { expected: 0, writer: 0, trail: '0', replaced: [] },
}
const limits = {
  ...{ weightPerTransaction: 16_777_216n, weightInFlight: 60_000_000n },
  ...{ transactionsInFlight: 16, mintsPerBatch: 500, unsortedPerCollection: 100_000 },
}
const fee = { max: 100n, priority: 7n }

/** A node where a call needs 1,000 gas; what it says where a price goes along. */
async function preparedBy(balance: bigint, atPrice: (asked: object) => void, of: Work = work) {
  const node = {
    getCode: async (): Promise<Hex> => '0x6001',
    getBalance: async () => balance,
    async estimateGas(asked: object) {
      atPrice(asked)
      return 1_000n
    },
  }
  const options = { rpc: async () => node as unknown as RpcClient, account: () => account, chainId: 1 }
  return await prepareWork({ ...options, dataFee: undefined, limits }, gasEstimates(), of, 0, fee)
}

function refuses(asked: object): void {
  if (!('maxFeePerGas' in asked)) return
  const error = { code: 3, message: 'execution reverted' }
  throw new BaseError('refused', { cause: new RpcRequestError({ body: {}, error, url: 'http://node' }) })
}

it('estimates a batch of copies with the fee that is signed, from the treasury', async () => {
  const asked: object[] = []
  await preparedBy(10n ** 18n, (one) => asked.push(one))
  expect(asked).toEqual([
    expect.objectContaining({ account: account.address, maxFeePerGas: 100n, maxPriorityFeePerGas: 7n }),
  ])
})

it('is refused where it would be refused at that fee alone', async () => {
  await expect(preparedBy(10n ** 18n, refuses)).rejects.toThrow(Refusal)
})

it('is not refused where the treasury cannot pay for its gas: the node lends none', async () => {
  expect((await preparedBy(99_999n, refuses)).weight).toBe('1100')
})
