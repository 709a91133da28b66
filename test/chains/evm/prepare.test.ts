import { privateKeyToAccount } from 'viem/accounts'
import { afterEach, expect, it } from 'vitest'
import { gasEstimates } from '../../../src/core/chains/evm/gas-estimates.ts'
import { prepareWork } from '../../../src/core/chains/evm/prepare.ts'
import { rpcClient } from '../../../src/core/chains/evm/rpc.ts'
import type { Work } from '../../../src/core/chains/family/work.ts'
import { playedNode, serveNode } from './played-node.ts'

const closing: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})

const contract = `0x${'cc'.repeat(20)}`
const account = privateKeyToAccount(`0x${'11'.repeat(32)}`)
const mint: Work = {
  ...{ kind: 'mint-single', contract, jobId: `0x${'22'.repeat(32)}` },
  ...{ recipient: `0x${'aa'.repeat(20)}`, uri: 'ipfs://x' },
}

async function prepared(work: Work, codes: string[]) {
  const node = playedNode({ codes })
  const { url, close } = await serveNode(node)
  closing.push(close)
  const limits = {
    ...{ weightPerTransaction: 15_000_000n, weightInFlight: 60_000_000n, transactionsInFlight: 8, mintsPerBatch: 500 },
    unsortedPerCollection: 10_000,
  }
  const options = { rpc: async () => rpcClient(url), account: () => account, chainId: 137, dataFee: undefined, limits }
  return prepareWork(options, gasEstimates(), work, 0)
}

it('takes no gas that a contract needed while the network did not have it, before or after', async () => {
  const code = '0x6001'
  for (const codes of [
    ['0x', code],
    [code, '0x'],
  ])
    await expect(prepared(mint, codes)).rejects.toMatchObject({ code: 'network.behind' })
  expect(Number((await prepared(mint, [code, code])).weight)).toBeGreaterThanOrEqual(30_000)
  // Coin for a wallet goes where there is no code.
  const fund: Work = { kind: 'fund', account: `0x${'aa'.repeat(20)}`, amount: '5' }
  expect((await prepared(fund, [])).value).toBe('5')
})
