import { isDeepStrictEqual } from 'node:util'
import { generateMnemonic } from '@scure/bip39'
import { wordlist } from '@scure/bip39/wordlists/english.js'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { network, recoveryState, rpcList, rpcReport } from '../../src/shared/app-api.ts'
import { removeDatabase, windowOf, withCore, withFolder } from '../core/trial-core.ts'
import { nowhere } from '../faults/nowhere.ts'
import {
  collectionOn,
  hostedSheet,
  liveProject,
  mint,
  recipientOf,
  rowsOf,
  runOf,
  transactionsOf,
  until,
} from './live-job.ts'
import { type Door, openDoor, type PlayedNetwork, playNetwork } from './played-network.ts'

const options = {
  env: { MINTDESK_LIVE_SEED: generateMnemonic(wordlist, 256) },
  trial: { chains: { confirmations: 2, pollMs: 100, limits: { mintsPerBatch: 10, transactionsInFlight: 3 } } },
}
const chain = 'base-sepolia'
/** An address with a key, at which nothing answers. */
const dead = `${nowhere}/v2/0123456789abcdef`

let live: PlayedNetwork
let other: PlayedNetwork
let doors: Door[]

beforeAll(async () => {
  ;[live, other] = await Promise.all([playNetwork(84_532), playNetwork(10)])
  doors = [await openDoor(live.url), await openDoor(live.url), await openDoor(live.url)]
})
afterAll(async () => {
  for (const door of doors) await door.shut()
  await Promise.all([live.close(), other.close()])
})

describe('a live network, played by an anvil with a block 0 of its own', () => {
  test('mints a run over RPCs that are dead, of another chain, and shut in the middle; goes on after a restart; each row once', async () => {
    const [first, second, third] = doors
    if (!first || !second || !third) throw new Error('no doors')
    await withFolder(async (folder) => {
      let id = ''
      await withCore(
        folder,
        async (core) => {
          const { call } = await liveProject(core, 'Shop')
          const rpcs = [dead, other.url, first.url, second.url, third.url]
          const list = rpcList.parse((await call('PUT', `/app/networks/${chain}/rpcs`, { rpcs })).json)
          expect(list.custom).toBe(true)
          expect(list.rpcs[0]).toBe(`${new URL(dead).origin}/…cdef`)

          await collectionOn(call, 'tickets', chain)
          const { price, run } = await mint(call, 'tickets', 'a.csv', hostedSheet('a', 120))
          expect(price).toMatchObject({ practice: false, shortfall: { currency: 'ETH' } })
          id = run.id
          const waiting = await until(
            () => runOf(call, id),
            ({ waitsFor }) => waitsFor?.what === 'funds',
          )
          expect(waiting.notice).toContain(`The fee balance ${price.treasury.address} on Base Sepolia lacks the coin`)
          await live.fund(price.treasury.address, 10n ** 18n)
          await until(
            () => runOf(call, id),
            ({ counts }) => counts.succeeded > 0,
          )
          await first.shut()
          await until(
            () => runOf(call, id),
            ({ counts }) => counts.succeeded > 40,
          )
          // Who stands how is found out by asking, which the run may be done with: so the balance is asked for, as the window does.
          const states = await until(
            async () => {
              await call('GET', '/app/state')
              return network
                .array()
                .parse((await call('GET', '/app/networks')).json)
                .find((one) => one.chain === chain)
            },
            (one) =>
              isDeepStrictEqual(
                // One that is asked seldom may count as behind.
                one?.rpcs?.map(({ state }) => (state === 'lagging' ? 'up' : state)),
                ['waiting', 'wrong', 'waiting', 'up', 'up'],
              ),
          )
          expect(states).toMatchObject({ kind: 'live', state: 'up', chainId: 84_532 })
          expect(states?.rpcs?.[1]?.reason).toBe('It answers for the chain with id 10; Base Sepolia has 84532.')
          expect(JSON.stringify(states)).not.toContain('0123456789abcdef')
        },
        options,
      )
      await withCore(
        folder,
        async (core) => {
          const { call } = await liveProject(core, 'Shop')
          const done = await until(
            () => runOf(call, id),
            ({ completedAt }) => completedAt !== null,
          )
          expect(done).toMatchObject({ state: 'finished', counts: { total: 120, succeeded: 120, failed: 0 } })
          const rows = await rowsOf(call, id)
          expect(new Set(rows.map(({ tokenId }) => tokenId)).size).toBe(120)
          // What the chain itself says: 120 tokens, each with the owner of its row.
          const contract = done.contractAddress as `0x${string}`
          const abi = [
            { type: 'function', name: 'minted', stateMutability: 'view', inputs: [], outputs: [{ type: 'uint256' }] },
            {
              type: 'function',
              name: 'ownerOf',
              stateMutability: 'view',
              inputs: [{ type: 'uint256' }],
              outputs: [{ type: 'address' }],
            },
          ] as const
          expect(await live.client.readContract({ abi, address: contract, functionName: 'minted' })).toBe(120n)
          for (const row of [rows[0], rows[77], rows[119]]) {
            const owner = await live.client.readContract({
              abi,
              address: contract,
              functionName: 'ownerOf',
              args: [BigInt(row?.tokenId ?? 0)],
            })
            expect(owner.toLowerCase()).toBe(recipientOf(`a ${(row?.row ?? 0) - 2}`))
          }
          for (const { state } of await transactionsOf(call, id)) expect(state).toBe('succeeded')
        },
        options,
      )
    })
  })

  test('gives the copies of a live project back by the seed and the chain alone', async () => {
    const own = { ...options, env: { MINTDESK_LIVE_SEED: generateMnemonic(wordlist, 256) } }
    await withFolder(async (folder) => {
      await withCore(
        folder,
        async (core) => {
          const { call } = await liveProject(core, 'Shop')
          await call('PUT', `/app/networks/${chain}/rpcs`, { rpcs: [live.url] })
          await collectionOn(call, 'copies', chain, 'semi-fungible')
          const { price, run } = await mint(call, 'copies', 'c.csv', hostedSheet('c', 3))
          await live.fund(price.treasury.address, 10n ** 18n)
          await until(
            () => runOf(call, run.id),
            ({ counts }) => counts.succeeded === 3,
          )
        },
        own,
      )
      await removeDatabase(folder)
      await withCore(
        folder,
        async (core) => {
          const { call } = await windowOf(core)
          // No other network is asked anything.
          for (const one of network.array().parse((await call('GET', '/app/networks?kind=live')).json))
            await call('PUT', `/app/networks/${one.chain}/rpcs`, { rpcs: [one.chain === chain ? live.url : dead] })
          await call('POST', '/app/recovery', {})
          const { found } = await until(
            async () => recoveryState.parse((await call('GET', '/app/recovery')).json),
            (state) => state.found.length > 0 || state.state !== 'running',
          )
          expect(found).toMatchObject([
            {
              kind: 'live',
              chain,
              collectionId: 'copies',
              minted: 3,
              entered: 3,
              remark: expect.stringContaining('3'),
            },
          ])
        },
        own,
      )
    })
  })

  test('says of each RPC what it is worth, and refuses what is not an address', async () => {
    await withFolder((folder) =>
      withCore(
        folder,
        async (core) => {
          const { call } = await windowOf(core)
          const tested = await call('POST', `/app/networks/${chain}/test`, { rpcs: [dead, other.url, live.url] })
          const [one, two, three] = rpcReport.array().parse(tested.json)
          expect(one).toMatchObject({ ok: false, verdict: 'It cannot be used: nothing answers there.' })
          expect(two).toMatchObject({ ok: false, chainId: 10 })
          expect(three).toMatchObject({
            ok: true,
            verdict: 'It can be used.',
            finalized: true,
            batch: true,
            feeHistory: true,
          })
          expect(tested.text).not.toContain('0123456789')

          const set = (rpcs: string[] | null, name: string = chain) =>
            call('PUT', `/app/networks/${name}/rpcs`, { rpcs })
          expect((await set(['base.example'])).json).toMatchObject({ code: 'rpc.address' })
          expect((await set([])).json).toMatchObject({ code: 'rpc.none' })
          expect((await set([live.url, live.url])).json).toMatchObject({ code: 'rpc.twice' })
          expect((await set([live.url], 'zkyoto')).json.message).toMatch(/switched off/)
          await set([dead, live.url])
          // As it is shown, an address stands for the one that is there, so that a list is edited without its keys.
          const hidden = `${new URL(dead).origin}/…cdef`
          const turned = await set([live.url, hidden])
          expect(rpcList.parse(turned.json).rpcs).toEqual([live.url, hidden])
          expect(rpcList.parse((await set(null)).json)).toMatchObject({ custom: false })
        },
        options,
      ),
    )
  })

  test('is never a practice network: a live project refuses its RPC', async () => {
    await withFolder((folder) =>
      withCore(
        folder,
        async (core) => {
          const practice = await windowOf(core)
          await practice.call('POST', '/api/2022-06-09/collections/default-polygon/nfts', {
            recipient: `polygon:${recipientOf('p')}`,
            metadata: 'https://example.com/1.json',
          })
          const up = await until(
            async () =>
              network
                .array()
                .parse((await practice.call('GET', '/app/networks')).json)
                .find((one) => one.chain === 'polygon'),
            (one) => one?.state === 'up',
          )
          const reports = rpcReport
            .array()
            .parse((await practice.call('POST', '/app/networks/polygon/test', { rpcs: [up?.rpcUrl ?? ''] })).json)
          expect(reports[0]).toMatchObject({ ok: false })
          expect(reports[0]?.verdict).toMatch(/^It is a practice network of Mintdesk/)
        },
        options,
      ),
    )
  })
})
