import { expect, it } from 'vitest'
import { reportRpc } from '../../src/core/chains/evm/rpc/report.ts'
import { reportSolanaRpc } from '../../src/core/chains/solana/rpc/report.ts'

// Port 9 (discard) is one of those that `fetch` asks nothing of.
const address = 'http://127.0.0.1:9'
const practiceGenesis = async (): Promise<ReadonlySet<string>> => new Set()

it('an RPC at the port of another kind of service is told in a sentence with the cure', async () => {
  const cluster = { label: 'Solana', cluster: 'mainnet-beta', genesis: 'none', practiceGenesis }
  const { ok, verdict } = await reportSolanaRpc(address, address, cluster)
  expect(ok).toBe(false)
  expect(verdict).toMatch(
    /^It cannot be used: its port belongs to another kind of service .* give the port of the RPC\.$/,
  )
  const evm = await reportRpc(address, address, {
    ...{ label: 'Base', chainId: 8453, practiceGenesis },
    genesis: async () => null,
  })
  expect(evm.verdict).toMatch(/^It cannot be used: (nothing answers there|.* give the port of the RPC)\.$/)
})
