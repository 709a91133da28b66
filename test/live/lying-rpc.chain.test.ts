/** RPCs of a live network that forge their answers, before an anvil that plays it: nothing is written down that is not so. */

import { generateMnemonic } from '@scure/bip39'
import { wordlist } from '@scure/bip39/wordlists/english.js'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { network, recoveryState } from '../../src/shared/app-api.ts'
import { hostileServer } from '../chains/hostile-server.ts'
import { type Caller, removeDatabase, withCore, withFolder } from '../core/trial-core.ts'
import { nowhere } from '../faults/nowhere.ts'
import { type Fate, type FaultProxy, openProxy, type RpcCall } from '../faults/proxy.ts'
import { collectionOn, hostedSheet, liveProject, mint, rowsOf, runOf, until } from './live-job.ts'
import { type PlayedNetwork, playNetwork } from './played-network.ts'

const chain = 'base-sepolia'
/** A seed of its own for each: they share a chain. */
const options = () => ({
  env: { MINTDESK_LIVE_SEED: generateMnemonic(wordlist, 256), MINTDESK_RPC_ANSWER_MIB: '2' },
  trial: { chains: { confirmations: 2, pollMs: 100, limits: { mintsPerBatch: 5, transactionsInFlight: 3 } } },
})
const rows = 15

let live: PlayedNetwork
let proxies: FaultProxy[]

beforeAll(async () => {
  live = await playNetwork(84_532)
  proxies = await Promise.all([openProxy(), openProxy(), openProxy()])
  for (const proxy of proxies) proxy.target = live.url
})
afterEach(() => {
  for (const proxy of proxies) proxy.heal()
})
afterAll(async () => {
  for (const proxy of proxies) await proxy.close()
  await live.close()
})

/** What is asked for receipts is told `change` of each; the contracts are deployed by the truth. */
const receipts =
  (change: (receipt: object) => object) =>
  ({ method }: RpcCall): Fate =>
    method === 'eth_getTransactionReceipt'
      ? {
          answer: (result) => {
            const logs: unknown = Object(result).logs
            return result !== null && (!Array.isArray(logs) || logs.length > 0) ? change(Object(result)) : result
          },
        }
      : 'pass'
const failed = receipts((receipt) => ({ ...receipt, status: '0x0', logs: [] }))
const anotherBlock = receipts((receipt) => ({ ...receipt, blockHash: `0x${'ab'.repeat(32)}` }))

async function stateOf(call: Caller) {
  const all = network.array().parse((await call('GET', '/app/networks')).json)
  return all.find((one) => one.chain === chain)
}

/** A run on these RPCs, with coin in the treasury, once its contract is deployed. */
async function begin(call: Caller, rpcs: string[], name: string): Promise<string> {
  expect((await call('PUT', `/app/networks/${chain}/rpcs`, { rpcs })).status).toBe(200)
  await collectionOn(call, name, chain)
  const { price, run } = await mint(call, name, `${name}.csv`, hostedSheet(name, rows))
  await live.fund(price.treasury.address, 10n ** 18n)
  return run.id
}

async function allMinted(call: Caller, id: string): Promise<void> {
  const done = await until(
    () => runOf(call, id),
    ({ completedAt }) => completedAt !== null,
  )
  expect(done).toMatchObject({ state: 'finished', counts: { total: rows, succeeded: rows, failed: 0 }, notice: null })
  expect(new Set((await rowsOf(call, id)).map(({ tokenId }) => tokenId)).size).toBe(rows)
  const abi = [
    { type: 'function', name: 'minted', stateMutability: 'view', inputs: [], outputs: [{ type: 'uint256' }] },
  ] as const
  const address = done.contractAddress as `0x${string}`
  expect(await live.client.readContract({ abi, address, functionName: 'minted' })).toBe(BigInt(rows))
}

describe('of two RPCs, one forges receipts', () => {
  test.each([
    ['that say that the transaction failed', failed],
    ['of a block of another chain', anotherBlock],
  ])(
    '%s: nothing is written down, the run and the network name both, and it goes on when they agree',
    async (_, lie) => {
      const [liar, honest] = proxies
      if (!liar || !honest) throw new Error('no proxies')
      await withFolder((folder) =>
        withCore(
          folder,
          async (core) => {
            const { call } = await liveProject(core, 'Shop')
            liar.fate = lie
            const id = await begin(call, [liar.url, honest.url], 'two')
            const waiting = await until(
              () => runOf(call, id),
              ({ notice }) => notice?.includes('contradict') === true,
            )
            expect(waiting.notice).toMatch(/^Waiting for Base Sepolia: its RPCs contradict each other: /)
            for (const { url } of [liar, honest]) expect(waiting.notice).toContain(new URL(url).host)
            expect(waiting.counts).toMatchObject({ succeeded: 0, failed: 0 })
            const told = await stateOf(call)
            expect(told?.rpcs?.map(({ state }) => state)).toEqual(['disputed', 'disputed'])
            expect(told?.rpcs?.[1]?.reason).toBe(`It says otherwise than ${liar.url} about what is on the chain.`)
            expect(told?.notice).toContain(liar.url)
            liar.heal()
            await allMinted(call, id)
            expect((await stateOf(call))?.rpcs?.map(({ state }) => state)).toEqual(['up', 'up'])
          },
          options(),
        ),
      )
    },
  )
})

describe('of three RPCs', () => {
  test('the one that forges receipts is outvoted, named and left out, and the run goes on', async () => {
    const [liar, second, third] = proxies
    if (!liar || !second || !third) throw new Error('no proxies')
    await withFolder((folder) =>
      withCore(
        folder,
        async (core) => {
          const { call } = await liveProject(core, 'Shop')
          liar.fate = failed
          const id = await begin(call, [liar.url, second.url, third.url], 'three')
          await allMinted(call, id)
          const told = await stateOf(call)
          expect(told?.rpcs?.map(({ state }) => state)).toEqual(['outvoted', 'up', 'up'])
          expect(told?.notice).toBe(
            `${liar.url}: Two other RPCs say otherwise about what is on the chain: it is left out for a while.`,
          )
        },
        options(),
      ),
    )
  })

  test.each([
    ['answers 900 MiB', { kind: 'huge', length: false }, /larger than 2 MiB/],
    ['redirects', { kind: 'redirect', status: 307, to: 'http://10.0.0.1/' }, /redirects to 10\.0\.0\.1/],
  ] as const)('one that %s is left alone with its reason, and the run goes on', async (what, harm, reason) => {
    const [, second, third] = proxies
    if (!second || !third) throw new Error('no proxies')
    const hostile = await hostileServer(harm)
    await withFolder((folder) =>
      withCore(
        folder,
        async (core) => {
          const { call } = await liveProject(core, 'Shop')
          const id = await begin(call, [`${hostile.url}/v2/0123456789abcdef`, second.url, third.url], what.slice(0, 3))
          await allMinted(call, id)
          const [first] = (await stateOf(call))?.rpcs ?? []
          expect(first).toMatchObject({ url: `${hostile.url}/…cdef`, state: 'waiting' })
          expect(first?.reason).toMatch(reason)
        },
        options(),
      ),
    )
    await hostile.close()
  })
})

describe('the database is lost, and of two RPCs the one that is asked says that', () => {
  const nothing = (result: unknown): unknown =>
    typeof result === 'string' ? `0x${'0'.repeat(result.length - 2)}` : result
  test.each<[string, (call: RpcCall) => Fate, RegExp]>([
    [
      'contracts hold nothing',
      ({ method }) => (method === 'eth_call' ? { answer: nothing } : 'pass'),
      /contradict each other: .*Run recover again/,
    ],
    // It is not even looked for then: its contract keeps a database out that does not know who wrote last.
    ['nothing ever happened', ({ method }) => (method === 'eth_getLogs' ? { answer: () => [] } : 'pass'), /^$/],
  ])('%s: recover enters nothing that is not so, the same file mints nothing twice', async (what, lie, says) => {
    const [liar, honest] = proxies
    if (!liar || !honest) throw new Error('no proxies')
    const name = `lost ${what.slice(0, 9)}`
    const rpcs = [liar.url, honest.url]
    const same = options()
    await withFolder(async (folder) => {
      await withCore(
        folder,
        async (core) => {
          const { call } = await liveProject(core, 'Shop')
          await allMinted(call, await begin(call, rpcs, name))
        },
        same,
      )
      await removeDatabase(folder)
      await withCore(
        folder,
        async (core) => {
          const { call } = await liveProject(core, 'Shop')
          // Recovery looks at every network: none of them may lead out of this machine.
          for (const other of network.array().parse((await call('GET', '/app/networks')).json)) {
            const list = other.chain === chain ? rpcs : [nowhere]
            const set = await call('PUT', `/app/networks/${other.chain}/rpcs`, { rpcs: list })
            // One that was switched off takes none, and is asked nothing.
            if (set.status !== 200) expect(set.json).toMatchObject({ code: 'network.unsupported' })
          }
          liar.fate = lie
          const recovered = async () => {
            await call('POST', '/app/recovery', {})
            const { found, remarks } = await until(
              async () => recoveryState.parse((await call('GET', '/app/recovery')).json),
              ({ state }) => state !== 'running',
            )
            return { found, remarks: remarks.filter((remark) => remark.startsWith('Base Sepolia')) }
          }
          const first = await recovered()
          expect(first.found.filter(({ entered }) => entered > 0)).toEqual([])
          expect(first.remarks.join(' ')).toMatch(says)
          // Whoever goes on all the same is refused in a sentence, or waits.
          await collectionOn(call, name, chain)
          const again = () => mint(call, name, `${name}.csv`, hostedSheet(name, rows))
          const early = await again().catch((error: Error) => {
            expect(error.message).toMatch(/"code":"(network\.unreachable|collection\.halted)"/)
            return null
          })
          liar.heal()
          expect((await recovered()).remarks).toEqual([])
          await allMinted(call, (early ?? (await again())).run.id)
        },
        same,
      )
    })
  })
})

test('one RPC alone: Settings says that its word is believed', async () => {
  const [only] = proxies
  if (!only) throw new Error('no proxy')
  await withFolder((folder) =>
    withCore(
      folder,
      async (core) => {
        const { call } = await liveProject(core, 'Shop')
        const id = await begin(call, [only.url], 'one')
        await allMinted(call, id)
        expect((await stateOf(call))?.notice).toMatch(/^One RPC: its word is believed\./)
      },
      options(),
    ),
  )
})
