import { isDeepStrictEqual } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { solanaNetworkOf } from '../../src/core/chains/networks.ts'
import { network, rpcList, rpcReport } from '../../src/shared/app-api.ts'
import { windowOf, withCore, withFolder } from '../core/trial-core.ts'
import { nowhere } from '../faults/nowhere.ts'
import { type FaultProxy, openProxy, type RpcCall } from '../faults/proxy.ts'
import { newTape, nodeFor } from '../solana/world.ts'
import { collectionOn, hostedSheet, liveProject, mint, runOf, solanaRecipientOf, until } from './live-job.ts'
import { type PlayedCluster, playCluster } from './played-cluster.ts'
import { ownersOnChain } from './solana-owners.ts'

const chain = 'solana-devnet'
/** Always the same keys, so that the same transactions are made; and one transaction at a time, in the same order. */
const seed = `${'abandon '.repeat(23)}art`
const options = {
  env: { MINTDESK_LIVE_SEED: seed },
  trial: { chains: { pollMs: 100, timeoutMs: 5_000, limits: { transactionsInFlight: 1 } } },
}
/** An address with a key, at which nothing answers. */
const dead = `${nowhere}/v2/0123456789abcdef`
const isMain = { answer: () => solanaNetworkOf('solana').genesis }

let live: PlayedCluster
let doors: FaultProxy[]

beforeAll(async () => {
  await newTape('live')
  live = await playCluster(chain, nodeFor('live'))
  doors = await Promise.all([openProxy(), openProxy(), openProxy()])
  for (const door of doors) door.target = live.url
})
afterAll(async () => {
  await Promise.all(doors.map((door) => door.close()))
  await live.close()
})

describe('a live cluster of Solana, played by our own node with its genesis hash', () => {
  test('mints a run over RPCs that are dead, of another cluster, limited, and shut in the middle; pauses while the treasury is dry; each row once', async () => {
    const [first, second, stray] = doors
    if (!first || !second || !stray) throw new Error('no doors')
    const rows = 12
    await withFolder(async (folder) => {
      let id = ''
      await withCore(
        folder,
        async (core) => {
          const { call } = await liveProject(core, 'Shop')
          const set = (rpcs: string[]) => call('PUT', `/app/networks/${chain}/rpcs`, { rpcs })
          stray.fate = ({ method }) => (method === 'getGenesisHash' ? isMain : 'pass')
          const refused = await set([first.url, stray.url])
          expect(refused.json).toMatchObject({ code: 'rpc.network' })
          expect(refused.json.message).toBe(
            `${stray.url} cannot be used for solana-devnet. It answers for Solana’s mainnet-beta; Solana Devnet is devnet. Leave it out, or name another one.`,
          )
          // One that is down when it is named is found out when it is up.
          stray.fate = () => 'cut'
          const list = rpcList.parse((await set([dead, stray.url, first.url, second.url, live.url])).json)
          expect(list.rpcs[0]).toBe(`${new URL(dead).origin}/…cdef`)
          stray.fate = ({ method }) => (method === 'getGenesisHash' ? isMain : 'pass')

          await collectionOn(call, 'tickets', chain)
          const { price, run } = await mint(call, 'tickets', 'a.csv', hostedSheet('a', rows, solanaRecipientOf))
          expect(price).toMatchObject({ practice: false, shortfall: { currency: 'SOL' }, nfts: rows })
          expect(BigInt(price.shortfall.amount)).toBeGreaterThan(0n)
          id = run.id
          const waiting = await until(
            () => runOf(call, id),
            ({ waitsFor }) => waitsFor?.what === 'funds',
          )
          expect(waiting.notice).toMatch(
            new RegExp(
              `^The fee balance ${price.treasury.address} on Solana Devnet lacks the coin for the next transaction: send it 0\\.\\d+ SOL more`,
            ),
          )
          // The answer to the first bytes that are sent is lost; the next RPC gets the same ones. Then it wants to be left alone.
          let sends = 0
          let used = first
          second.fate = () => {
            used = second
            return 'pass'
          }
          first.fate = ({ method }) => {
            used = first
            if (method !== 'sendTransaction') return 'pass'
            sends++
            if (sends === 1) return 'lost'
            return sends === 2 ? { status: 429, headers: { 'retry-after': '1' } } : 'pass'
          }
          await live.fund(price.treasury.address, 2_000_000_000n)
          await until(
            () => runOf(call, id),
            ({ counts }) => counts.succeeded > 0,
          )
          // The one in use is gone, for good; the other one takes over.
          const shut = used
          shut.fate = () => 'cut'
          // Who stands how is found out by asking, which the run may be done with: so the balance is asked for, as the window does.
          const standing = async () => {
            await call('GET', '/app/state')
            return network
              .array()
              .parse((await call('GET', '/app/networks')).json)
              .find((one) => one.chain === chain)
          }
          // Two are left, which confirm each other's word. The one that was asked last may not be the one in use: then nobody asks it any more.
          const stands = (told: string | undefined): boolean => told === 'waiting' || told === 'up'
          const places = [dead, stray.url, first.url, second.url, live.url]
          const shutAt = places.indexOf(shut.url)
          const expected = ['waiting', 'wrong', 'up', 'up', 'up'].with(shutAt, 'shut')
          const state = await until(standing, (one) =>
            isDeepStrictEqual(
              // One that is asked seldom may count as behind.
              one?.rpcs
                ?.map(({ state }) => (state === 'lagging' ? 'up' : state))
                .map((state, at) => (at === shutAt && stands(state) ? 'shut' : state)),
              expected,
            ),
          )
          expect(state).toMatchObject({ kind: 'live', state: 'up', chainId: null })
          expect(state?.rpcs?.[1]?.reason).toBe('It answers for Solana’s mainnet-beta; Solana Devnet is devnet.')
          expect(JSON.stringify(state)).not.toContain('0123456789abcdef')
          // What the next core would sign is on no tape: on a busy machine the last batch could still be left to it.
          await until(
            () => runOf(call, id),
            ({ counts }) => counts.queued + counts.prepared === 0,
          )
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
          expect(done).toMatchObject({ state: 'finished', counts: { total: rows, succeeded: rows, failed: 0 } })
        },
        options,
      )
      const expected = Array.from({ length: rows }, (_, at) => solanaRecipientOf(`a ${at}`))
      expect((await ownersOnChain(folder, live.rpc)).sort()).toEqual(expected.sort())
    })
  })

  test('says of each RPC what it is worth', async () => {
    const [first] = doors
    if (!first) throw new Error('no door')
    first.heal()
    await withFolder((folder) =>
      withCore(
        folder,
        async (core) => {
          const { call } = await windowOf(core)
          const tested = async (name: string, rpcs: string[]) =>
            rpcReport.array().parse((await call('POST', `/app/networks/${name}/test`, { rpcs })).json)
          const [one, two] = await tested(chain, [dead, live.url])
          expect(one).toMatchObject({ ok: false, verdict: 'It cannot be used: nothing answers there.' })
          expect(two).toMatchObject({ ok: true, verdict: 'It can be used.', finalized: true, batch: true })
          const [other] = await tested('solana', [live.url])
          expect(other).toMatchObject({
            ok: false,
            verdict: 'It answers for Solana’s devnet; Solana is mainnet-beta.',
          })
          first.fate = ({ method }: RpcCall) =>
            method === 'getGenesisHash' ? { code: -32601, message: 'the method getGenesisHash does not exist' } : 'pass'
          const [evm] = await tested(chain, [first.url])
          expect(evm).toMatchObject({ ok: false, verdict: 'It is no RPC of Solana.' })
        },
        options,
      ),
    )
  })
})
