import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { encodeAbiParameters, pad, toHex } from 'viem'
import { afterEach, expect, it } from 'vitest'
import { outcomeOf } from '../../../src/core/chains/evm/outcome.ts'
import { rpcClient } from '../../../src/core/chains/evm/rpc.ts'
import type { Receipt } from '../../../src/core/chains/family/transactions.ts'
import type { Work } from '../../../src/core/chains/family/work.ts'

const contract = '0x00000000000000000000000000000000000c0de1'
const recipient = '0x70997970c51812dc3a010c7d01b50e0d17dc79c8'
const transfer = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'
const work: Work = { kind: 'mint-single', contract, jobId: pad('0x01'), recipient, uri: 'https://example.com/1.json' }

type Call = { method: string; params: [unknown, string] }
type Answer = { result: unknown } | { error: { code: number; message: string } }

let server: Server | undefined
afterEach(async () => {
  await new Promise((closed) => server?.close(closed))
})

/** A node that answers every call so. */
async function node(answer: (call: Call) => Answer) {
  server = createServer(async (request, response) => {
    const asked: (Call & { id: number }) | (Call & { id: number })[] = JSON.parse(
      Buffer.concat(await request.toArray()).toString(),
    )
    const one = (call: Call & { id: number }) => ({ jsonrpc: '2.0', id: call.id, ...answer(call) })
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify(Array.isArray(asked) ? asked.map(one) : one(asked)))
  })
  await new Promise<void>((listening) => server?.listen(0, '127.0.0.1', listening))
  return rpcClient(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
}

const jobs = (first: number): Answer => ({ result: encodeAbiParameters([{ type: 'uint256' }], [BigInt(first)]) })

function receipt(ok: boolean): Receipt {
  const topics = [transfer, pad('0x'), pad(recipient), pad(toHex(7))]
  const logs = ok ? [{ address: contract, topics, data: '0x' }] : []
  const detail = { from: recipient, gasUsed: '0x5208', logs }
  return { hash: '0xabc', blockNumber: 9, blockHash: '0xdef', ok, used: 21_000n, fee: 1n, detail }
}

it('counts a mint that the contract knows', async () => {
  const rpc = await node(() => jobs(7))
  expect(await outcomeOf(rpc, work, receipt(true))).toEqual({ kind: 'minted', firstTokenId: 7 })
})

it('calls nothing failed because a part of the node has not seen it yet', async () => {
  const rpc = await node(() => jobs(0))
  await expect(outcomeOf(rpc, work, receipt(true))).rejects.toMatchObject({ code: 'network.inconsistent' })
})

/** A node without the state of block 9. */
const forgetful =
  (first: number) =>
  ({ params: [, block] }: Call): Answer =>
    block === '0x9' ? { error: { code: -32000, message: 'missing trie node' } } : jobs(first)

it('settles a refused transaction also where the node has forgotten why', async () => {
  const rpc = await node(forgetful(0))
  expect(await outcomeOf(rpc, work, receipt(false))).toMatchObject({ kind: 'failed', code: 'chain.reverted' })
})

it('sees that the job was done before, where the node has forgotten why it refused', async () => {
  const rpc = await node(forgetful(3))
  expect(await outcomeOf(rpc, work, receipt(false))).toEqual({ kind: 'already-minted', firstTokenId: 3 })
})
