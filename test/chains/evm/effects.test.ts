/** Which transaction did what a permission was made for, by what the contract told of its token. */
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { encodeAbiParameters, encodeFunctionData, type Hex, pad, toEventSelector, toHex } from 'viem'
import { afterEach, expect, it } from 'vitest'
import { collection721 } from '../../../resources/contracts/artifacts/collection-721.ts'
import { effectOf } from '../../../src/core/chains/evm/contracts/effects.ts'
import { logReader } from '../../../src/core/chains/evm/rpc/paged-logs.ts'
import { rpcClient } from '../../../src/core/chains/evm/rpc/rpc.ts'
import type { Transfer } from '../../../src/core/chains/family/work.ts'

const contract = '0x00000000000000000000000000000000000c0de1'
const holder = '0x70997970c51812dc3a010c7d01b50e0d17dc79c8'
const to = '0x3c44cdddb6a900fa2b585dd299e03d12fa4293bc'
const elsewhere = '0x90f79bf6eb2c4f870365e785982e1f101e93b906'
const permit = pad('0x51')
const work: Transfer = {
  ...{ kind: 'transfer', by: 'treasury', jobId: permit, contract, tokenId: '7', standard: 'erc-721', quantity: '1' },
  ...{ holder, owner: null, to },
}

interface Move {
  hash: Hex
  block: number
  from: string
  to: string
}

let servers: Server[] = []
afterEach(async () => {
  for (const server of servers) await new Promise((closed) => server.close(closed))
  servers = []
})

/** A node of a chain on which token 7 moved so, by transactions with these calls; the permission was used in the block `usedIn`. */
async function node(moves: readonly Move[], calls: ReadonlyMap<Hex, Hex>, usedIn: number) {
  const logs = moves.map((move, place) => ({
    ...{ address: contract, blockNumber: toHex(move.block), blockHash: pad(toHex(move.block)), data: '0x' },
    ...{ transactionHash: move.hash, transactionIndex: toHex(place), logIndex: toHex(place), removed: false },
    topics: [
      toEventSelector('Transfer(address,address,uint256)'),
      ...[move.from, move.to].map((address) => pad(address as Hex)),
      pad('0x07'),
    ],
  }))
  const answer = (method: string, params: unknown[]): unknown => {
    if (method === 'eth_blockNumber') return toHex(20)
    if (method === 'eth_getLogs') return logs
    if (method === 'eth_call') return encodeAbiParameters([{ type: 'bool' }], [Number(params[1]) >= usedIn])
    const [hash] = params as [Hex]
    return {
      ...{ hash, from: holder, to: contract, nonce: '0x0', value: '0x0', type: '0x2', chainId: '0x1', gas: '0x5208' },
      ...{ input: calls.get(hash), blockHash: pad('0x05'), blockNumber: '0x5', transactionIndex: '0x0' },
      ...{ maxFeePerGas: '0x1', maxPriorityFeePerGas: '0x1', v: '0x0', r: '0x1', s: '0x1' },
    }
  }
  const server = createServer(async (request, response) => {
    type Call = { id: number; method: string; params: unknown[] }
    const asked: Call | Call[] = JSON.parse(Buffer.concat(await request.toArray()).toString())
    const one = ({ id, method, params }: Call) => ({ jsonrpc: '2.0', id, result: answer(method, params) })
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify(Array.isArray(asked) ? asked.map(one) : one(asked)))
  })
  servers.push(server)
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  return rpcClient(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
}

it('of two moves of one NFT to the same recipient in a block, the one that another permission made is not named', async () => {
  const [byOther, kept, back, on] = (['0xa1', '0xb2', '0xc3', '0xd4'] as const).map((hash) => pad(hash)) as [
    Hex,
    Hex,
    Hex,
    Hex,
  ]
  const moves = [
    { hash: byOther, block: 5, from: holder, to },
    { hash: back, block: 5, from: to, to: holder },
    { hash: kept, block: 5, from: holder, to },
    { hash: on, block: 6, from: to, to: elsewhere },
  ]
  const other = encodeFunctionData({
    abi: collection721.abi,
    functionName: 'transferBySignature',
    args: [pad('0x99'), holder, to, 7n, '0x01'],
  })
  // A contract that had kept the permission, told to use it by a transaction that does not name it.
  const calls = new Map<Hex, Hex>([
    [byOther, other],
    [kept, '0x12345678'],
  ])
  const rpc = await node(moves, calls, 5)
  const effect = await effectOf(rpc, logReader(), work, { since: 1, through: 20 })
  expect(effect).toEqual({ kind: 'there', doneBy: kept })
})
