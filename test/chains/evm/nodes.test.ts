import { privateKeyToAccount } from 'viem/accounts'
import { afterEach, describe, expect, it } from 'vitest'
import { evmClient } from '../../../src/core/chains/evm/client.ts'
import { finalHead } from '../../../src/core/chains/evm/finality.ts'
import { countSamples } from '../../../src/core/chains/evm/rpc/count-samples.ts'
import { type EvmRpcPool, openEvmRpcPool } from '../../../src/core/chains/evm/rpc/pool.ts'
import { type RpcClient, rpcClient } from '../../../src/core/chains/evm/rpc/rpc.ts'
import { sendRaws } from '../../../src/core/chains/evm/transactions/send.ts'
import { smallLimits } from '../../minting/simulated/client.ts'
import { type PlayedNode, playedNode, serveNode } from './played-node.ts'

const closing: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})

async function served(node: PlayedNode): Promise<string> {
  const { url, close } = await serveNode(node)
  closing.push(close)
  return url
}

async function clientOf(node: PlayedNode): Promise<RpcClient> {
  return rpcClient(await served(node))
}

async function pool(nodes: PlayedNode[], clock: () => number): Promise<EvmRpcPool> {
  return openEvmRpcPool({
    urls: await Promise.all(nodes.map(served)),
    expected: { label: 'Base', chainId: 8453, genesis: async () => null, practiceGenesis: async () => new Set() },
    blockMs: 2_000,
    shown: (url) => url,
    clock,
    random: () => 1,
  })
}

const account = `0x${'aa'.repeat(20)}` as const

describe('what is final', () => {
  it('is what the lower of two nodes calls final', async () => {
    const [own, other] = [playedNode({ finalized: 95 }), playedNode({ finalized: 88, head: 97 })]
    const second = await clientOf(other)
    expect(await finalHead(await clientOf(own), 3, async () => second)).toEqual({ number: 88, hash: '0xa88' })
    own.finalized = 80
    expect(await finalHead(await clientOf(own), 3, async () => second)).toEqual({ number: 80, hash: '0xa80' })
  })

  it('is so many confirmations below the head where a node does not know the tag', async () => {
    const own = await clientOf(playedNode({ finalized: null, head: 100 }))
    expect(await finalHead(own, 12)).toEqual({ number: 89, hash: '0xa89' })
  })

  it('is nothing while two nodes call different blocks final', async () => {
    const second = await clientOf(playedNode({ finalized: 88, fork: 'b' }))
    await expect(finalHead(await clientOf(playedNode()), 3, async () => second)).rejects.toMatchObject({
      code: 'network.inconsistent',
    })
  })

  it('is what two of three have, and the one that follows another chain is named and left out', async () => {
    const nodes = [playedNode({ fork: 'b' }), playedNode({ finalized: 88 }), playedNode({ finalized: 88 })]
    const list = await pool(nodes, () => 1_000)
    await list.pin()
    await until(() => list.statuses().every(({ state }) => state === 'up'))
    const urls = list.statuses().map(({ url }) => url)
    const client = evmClient({
      ...{
        chain: 'base',
        chainId: 8453,
        network: 'live:base',
        confirmations: 3,
        limits: smallLimits,
        dataFee: undefined,
      },
      ...{ fees: { baseFee: true, minimumTip: 0n }, account: () => privateKeyToAccount(`0x${'11'.repeat(32)}`) },
      ...{ busy: () => () => {}, rpc: async () => list.client, pin: list.pin },
    })
    await expect(client.observe((node) => node.finalized())).rejects.toThrow(
      `${urls.join(' and ')} call different blocks 88 final`,
    )
    expect(list.statuses().map(({ state }) => state)).toEqual(['outvoted', 'up', 'up'])
    expect(await client.observe((node) => node.finalized())).toEqual({ number: 88, hash: '0xa88' })
  })

  it('is the one node’s word when the other one has just gone', async () => {
    const second = await clientOf(playedNode({ down: true }))
    expect(await finalHead(await clientOf(playedNode()), 3, async () => second)).toMatchObject({ number: 90 })
  })
})

describe('how many transactions were included at an old block', () => {
  it('is what the node says while it keeps the state', async () => {
    expect(await countSamples().at(await clientOf(playedNode()), account, 90)).toBe(90)
  })

  it.each([
    'missing trie node, state is not available',
    // PublicNode's, of what it sells apart (github.com/AntSeed/antseed/pull/810, 2026-08-10).
    'Archive requests require a personal token',
    // anvil's, of a block older than the states that it keeps.
    'BlockOutOfRangeError: block height is 1225 but requested was 60',
  ])(
    'is, beyond that (“%s”), the newest count seen below it that is still on the chain; never one too high',
    async (gone) => {
      const node = playedNode({ head: 100, keeps: 10, gone })
      const [rpc, samples] = [await clientOf(node), countSamples()]
      expect(await samples.at(rpc, account, 60), 'nothing was seen so far down').toBe(0)
      node.head = 130
      expect(await samples.at(rpc, account, 115), 'seen at 100').toBe(100)
      node.head = 160
      expect(await samples.at(rpc, account, 145), 'seen at 130').toBe(130)
      expect(await samples.at(rpc, account, 129)).toBe(100)
      node.fork = 'b'
      expect(await samples.at(rpc, account, 145), 'what was seen is on another chain').toBe(0)
    },
  )

  it('is not made up when the node does not answer', async () => {
    const node = playedNode({ down: true })
    await expect(countSamples().at(await clientOf(node), account, 90)).rejects.toThrow()
  })
})

describe('signed bytes', () => {
  const raws = ['0x01', '0x02', '0x03'] as const
  const kinds = async (nodes: PlayedNode[], inOrder: boolean) =>
    (await sendRaws(await Promise.all(nodes.map(clientOf)), raws, inOrder)).map(({ kind }) => kind)
  const sends = ({ asked }: PlayedNode) => asked.filter((method) => method === 'eth_sendRawTransaction').length

  it('go out together where order is the pool’s affair, and the rest is taken though one is not', async () => {
    const node = playedNode({ sends: [null, 'intrinsic gas too low', null] })
    expect(await kinds([node], false)).toEqual(['accepted', 'rejected', 'accepted'])
    expect(sends(node)).toBe(3)
  })

  it('are held back behind one that was not taken where they must go in order', async () => {
    const node = playedNode({ sends: [null, 'replacement transaction underpriced', null] })
    expect(await kinds([node], true)).toEqual(['accepted', 'underpriced', 'unclear'])
    expect(sends(node)).toBe(2)
  })

  it('go to the next node where the first gives no clear answer, and in order there as well', async () => {
    const [first, second] = [playedNode({ down: true }), playedNode()]
    expect(await kinds([first, second], true)).toEqual(['accepted', 'accepted', 'accepted'])
    expect(sends(second)).toBe(3)
  })
})

describe('two RPCs of a network', () => {
  const headNow = async (opened: EvmRpcPool) => Number(await (await opened.pin()).rpc.getBlockNumber())

  it('the first is left for the second while it lags, and taken again when it is up to date', async () => {
    let now = 1_000
    const [first, second] = [playedNode({ head: 100, fork: 'a' }), playedNode({ head: 101 })]
    const opened = await pool([first, second], () => now)
    expect(await headNow(opened)).toBe(100)
    // Both are looked at: one stands still.
    second.head = 140
    now += 16_000
    await opened.pin()
    await until(() => opened.statuses()[1]?.head === 140)
    expect(await headNow(opened), 'it stands still').toBe(140)
    expect(opened.statuses().map(({ state }) => state)).toEqual(['lagging', 'up'])
    expect(
      (await opened.pin()).other && (await (await opened.pin()).other?.()),
      'no second word from a laggard',
    ).toBeNull()
    first.head = 160
    second.head = 141
    now += 16_000
    await opened.pin()
    await until(() => opened.statuses()[0]?.head === 160)
    expect(await headNow(opened)).toBe(160)
  })

  it('one of another chain is never asked for anything but what it is', async () => {
    const [first, second] = [playedNode({ chainId: 1 }), playedNode({ head: 101 })]
    const opened = await pool([first, second], () => 1_000)
    expect(await headNow(opened)).toBe(101)
    expect(opened.statuses()[0]).toMatchObject({ state: 'wrong', reason: expect.stringContaining('chain with id 1') })
    expect(first.asked).not.toContain('eth_blockNumber')
  })
})

async function until(condition: () => boolean): Promise<void> {
  for (let looks = 0; !condition(); looks++) {
    if (looks > 1_500) throw new Error('waited too long')
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
}
