import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { encodeAbiParameters, encodeErrorResult, pad, toFunctionSelector, toHex } from 'viem'
import { afterEach, expect, it } from 'vitest'
import { collection721 } from '../../../resources/contracts/artifacts/collection-721.ts'
import { encodeWork } from '../../../src/core/chains/evm/contracts/calls.ts'
import { rpcClient } from '../../../src/core/chains/evm/rpc/rpc.ts'
import { outcomeOf } from '../../../src/core/chains/evm/transactions/outcome.ts'
import { foldTrail, noTrail } from '../../../src/core/chains/family/fence.ts'
import type { Receipt } from '../../../src/core/chains/family/transactions.ts'
import type { Work } from '../../../src/core/chains/family/work.ts'

const contract = '0x00000000000000000000000000000000000c0de1'
const recipient = '0x70997970c51812dc3a010c7d01b50e0d17dc79c8'
const transfer = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'
const work: Work = { kind: 'mint-single', contract, jobId: pad('0x01'), recipient, uri: 'https://example.com/1.json' }

type Call = { method: string; params: [unknown, string] }
type Answer = { result: unknown } | { error: { code: number; message: string; data?: string } }

let servers: Server[] = []
afterEach(async () => {
  for (const server of servers) await new Promise((closed) => server.close(closed))
  servers = []
})

/** A node that answers every call so. */
async function node(answer: (call: Call) => Answer) {
  const server = createServer(async (request, response) => {
    const asked: (Call & { id: number }) | (Call & { id: number })[] = JSON.parse(
      Buffer.concat(await request.toArray()).toString(),
    )
    const one = (call: Call & { id: number }) => ({ jsonrpc: '2.0', id: call.id, ...answer(call) })
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify(Array.isArray(asked) ? asked.map(one) : one(asked)))
  })
  servers.push(server)
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
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

/** What the transaction was: the call, and the most gas it might use. */
const sent = (gas = 90_000): Answer => ({
  result: {
    ...{ hash: '0xabc', from: recipient, to: contract, nonce: '0x0', value: '0x0', type: '0x2', chainId: '0x1' },
    ...{ gas: toHex(gas), input: encodeWork(work).data, blockHash: pad('0xdef'), blockNumber: '0x9' },
    ...{ maxFeePerGas: '0x1', maxPriorityFeePerGas: '0x1', transactionIndex: '0x0', v: '0x0', r: '0x1', s: '0x1' },
  },
})

const marked = (writer: number, trail = 0n): Answer => ({
  result: encodeAbiParameters([{ type: 'uint32' }, { type: 'uint224' }], [writer, trail]),
})
const reverted = (errorName: 'AnotherWriter' | 'SupplyLimitReached', value: number): Answer => ({
  error: {
    code: 3,
    message: 'execution reverted',
    data: encodeErrorResult(
      errorName === 'AnotherWriter'
        ? { abi: collection721.abi, errorName, args: [value] }
        : { abi: collection721.abi, errorName, args: [BigInt(value)] },
    ),
  },
})

const selectors = { marks: toFunctionSelector('marks(address)'), jobs: toFunctionSelector('jobs(bytes32)') }

/** A node that says so of the call made again, of the minter's mark at a block, and of the job. */
const telling =
  ({ again, mark = () => marked(0), first = 0, gas }: Partial<Telling>) =>
  ({ method, params: [call, block] }: Call): Answer => {
    if (method === 'eth_getTransactionByHash') return sent(gas)
    if (method === 'eth_getCode') return { result: '0x60' }
    const data = (call as { data: string }).data
    if (data.startsWith(selectors.jobs)) return jobs(first)
    if (data.startsWith(selectors.marks)) return mark(Number(block))
    return again ?? { result: '0x' }
  }
type Telling = { again: Answer; mark: (block: number) => Answer; first: number; gas: number }
const forgotten: Answer = { error: { code: -32000, message: 'missing trie node' } }

it('fails a mint for what the contract says of it', async () => {
  const rpc = await node(telling({ again: reverted('SupplyLimitReached', 2) }))
  expect(await outcomeOf(rpc, work, receipt(false))).toMatchObject({ kind: 'failed', code: 'supply.reached' })
})

it('never fails a mint that another writer kept out, be it at its block or at the one before', async () => {
  const kept = { kind: 'another-writer', stored: 6 }
  const rpc = await node(telling({ again: reverted('AnotherWriter', 6), mark: () => marked(6) }))
  expect(await outcomeOf(rpc, work, receipt(false))).toEqual(kept)
})

for (const there of [8, 9])
  it(`takes another writer in block ${there} of 9 for the reason, whatever the call made again says`, async () => {
    const mark = (block: number) => marked(block === there ? 6 : 0)
    for (const again of [undefined, reverted('SupplyLimitReached', 2)]) {
      const rpc = await node(telling({ mark, ...(again ? { again } : {}) }))
      expect(await outcomeOf(rpc, work, receipt(false))).toEqual({ kind: 'another-writer', stored: 6 })
    }
  })

it('says of an entry whose trail was another that its history is', async () => {
  const entry: Work = {
    ...work,
    fence: { expected: 0, writer: 4, trail: foldTrail(noTrail, pad('0x1')), replaced: [] },
  }
  const rpc = await node((call) =>
    call.method === 'eth_getTransactionByHash'
      ? { result: { ...(sent() as { result: object }).result, input: encodeWork(entry).data } }
      : telling({})(call),
  )
  expect(await outcomeOf(rpc, entry, receipt(false))).toEqual({ kind: 'another-history' })
})

it('takes a call that succeeds for no reason, but all of its gas used for one', async () => {
  const unclear = await node(telling({}))
  expect(await outcomeOf(unclear, work, receipt(false))).toMatchObject({ kind: 'unclear' })
  const rpc = await node(telling({ gas: 21_000 }))
  expect(await outcomeOf(rpc, work, receipt(false))).toMatchObject({ kind: 'failed', code: 'chain.outOfGas' })
})

it('fails no mint where the node has forgotten why it was refused, but sees that the job was done before', async () => {
  const lost = { again: forgotten, mark: () => forgotten }
  expect(await outcomeOf(await node(telling(lost)), work, receipt(false))).toMatchObject({ kind: 'unclear' })
  const rpc = await node(telling({ ...lost, first: 3 }))
  expect(await outcomeOf(rpc, work, receipt(false))).toEqual({ kind: 'already-minted', firstTokenId: 3 })
})

it('settles what is no mint also where the node has forgotten why it was refused', async () => {
  const update: Work = { kind: 'update', contract, tokenId: 1, uri: 'https://example.com/2.json' }
  const rpc = await node(telling({ again: forgotten }))
  expect(await outcomeOf(rpc, update, receipt(false))).toMatchObject({ kind: 'failed', code: 'chain.reverted' })
})
