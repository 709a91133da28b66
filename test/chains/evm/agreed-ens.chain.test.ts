/** Names of ENS by a list of RPCs of Ethereum: two must say the same. */
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { encodeAbiParameters, getAddress, type Hex, toFunctionSelector } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { liveEvm } from '../../../src/core/chains/evm/live-evm.ts'
import { knownNetworks } from '../../../src/core/chains/networks.ts'
import { offChainAsker } from '../../../src/core/metadata/ask-off-chain.ts'
import { importState, walletSearch } from '../../../src/shared/app-api.ts'
import { type Caller, withCore, withFolder } from '../../core/trial-core.ts'
import { type Fate, type FaultProxy, openProxy, type RpcCall } from '../../faults/proxy.ts'
import { collectionOn, liveProject, until } from '../../live/live-job.ts'
import { type PlayedNetwork, playNetwork } from '../../live/played-network.ts'
import { addressAnswer, type PlayedEns, playEns } from './universal-resolver.ts'

const to = (digit: string) => getAddress(`0x${digit.repeat(40)}`)
const [ada, mallory, old] = [to('a'), to('e'), to('1')]
let ens: PlayedEns
let base: PlayedNetwork
let proxies: FaultProxy[]
let server: Server
const off = { asked: 0 }

beforeAll(async () => {
  // Ethereum's own: what is behind is counted in such blocks.
  ens = await playEns(12)
  base = await playNetwork(84_532)
  proxies = await Promise.all([openProxy(), openProxy(), openProxy()])
  for (const proxy of proxies) proxy.target = ens.url
  server = createServer((_, response) => {
    off.asked++
    response.writeHead(200, { 'content-type': 'application/json' })
    response.end(JSON.stringify({ data: addressAnswer(ada) }))
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  await ens.record('ada.eth', ada)
  await ens.server('off.eth', `http://127.0.0.1:${(server.address() as AddressInfo).port}/{sender}/{data}.json`)
})
afterEach(() => {
  for (const proxy of proxies) proxy.heal()
})
afterAll(async () => {
  server.close()
  for (const proxy of proxies) await proxy.close()
  await ens.close()
  await base.close()
})

const urls = (count: number): string[] => proxies.slice(0, count).map(({ url }) => url)

/** What the universal resolver is called for is answered with this in place of a record; null: that there is none. */
const lying =
  (address: Hex | null) =>
  ({ method, params }: RpcCall): Fate => {
    // The record of another chain than Ethereum is of any length (ENSIP-9).
    const isOther = JSON.stringify(params).includes(toFunctionSelector('addr(bytes32,uint256)').slice(2))
    const whole = (said: Hex) => (isOther ? encodeAbiParameters([{ type: 'bytes' }], [said]) : addressAnswer(said))
    const record = address === null ? '0x' : whole(address)
    const said = encodeAbiParameters([{ type: 'bytes' }, { type: 'address' }], [record, ada])
    return method === 'eth_call' ? { answer: () => said } : 'pass'
  }

/** Names of Ethereum as the first so many RPCs have them. */
async function names(count: number) {
  const live = liveEvm({
    networks: knownNetworks(),
    account: () => privateKeyToAccount(`0x${'11'.repeat(32)}`),
    urlsOf: async () => urls(count),
    genesis: async () => null,
    practiceGenesis: async () => new Set(),
    askOffChain: offChainAsker({ allowedHosts: [{ host: '127.0.0.1', port: undefined }] }).ask,
    clock: Date.now,
    onChange: () => {},
    override: { namePausesMs: [0, 0, 0] },
  })
  const client = await live.client('ethereum')
  return { live, resolve: async (...of: string[]) => (await client.names?.resolve(of)) ?? [] }
}
const is = (address: string) => ({ kind: 'address', address, remarks: [] })
const nobody = { kind: 'none', why: expect.stringContaining('nobody.eth leads to no address') }

describe('a name of ENS', () => {
  it('is what two RPCs say, off chain as well, where each is asked for what its contract says', async () => {
    const { resolve } = await names(2)
    off.asked = 0
    expect(await resolve('ada.eth', 'off.eth', 'nobody.eth')).toEqual([is(ada), is(ada), nobody])
    expect(off.asked).toBe(2)
  })

  it.each([
    ['another address', mallory, `says ${mallory}`],
    ['that it leads nowhere', null, 'says that ada.eth leads to no address'],
  ])('is nobody’s while one of two RPCs lies, and says %s', async (_, lie, said) => {
    const { resolve, live } = await names(2)
    const [liar = '', honest = ''] = urls(2)
    const [proxy] = proxies
    if (proxy) proxy.fate = lying(lie)
    const [first] = await resolve('ada.eth')
    expect(first).toMatchObject({ kind: 'doubt', code: 'network.disputed', why: expect.stringContaining('Ethereum') })
    const says = first?.kind === 'doubt' ? first.says.split('; ').sort() : []
    expect(says).toEqual([`${liar} ${said}`, `${honest} says ${ada}`].sort())
    expect(live.statuses('ethereum').map(({ state }) => state)).toEqual(['disputed', 'disputed'])
  })

  it('is nobody’s where one of two RPCs lies about what is off chain', async () => {
    const { resolve } = await names(2)
    const [proxy] = proxies
    if (proxy) proxy.fate = lying(mallory)
    expect((await resolve('off.eth'))[0]).toMatchObject({ kind: 'doubt', code: 'network.disputed' })
  })

  it('is what two of three say', async () => {
    const { resolve } = await names(3)
    const [proxy] = proxies
    if (proxy) proxy.fate = lying(mallory)
    expect(await resolve('ada.eth')).toEqual([is(ada)])
  })

  it('is not confirmed by an RPC that is behind, which is no liar', async () => {
    await ens.client.mine({ blocks: 30 })
    const { resolve, live } = await names(2)
    const [, proxy] = proxies
    const before = lying(old)
    if (proxy) proxy.fate = (call) => (call.method === 'eth_call' ? before(call) : { lag: 25 })
    expect(await resolve('ada.eth')).toEqual([
      expect.objectContaining({ code: 'network.unconfirmed', why: expect.stringMatching(/\d blocks behind/) }),
    ])
    expect(live.statuses('ethereum').every(({ state }) => state !== 'disputed' && state !== 'outvoted')).toBe(true)
  })

  it('is not confirmed by an RPC that is down; where the list has one RPC, its word counts', async () => {
    const [liar, proxy] = proxies
    if (proxy) proxy.fate = ({ method }) => (method === 'eth_call' ? 'cut' : 'pass')
    expect((await (await names(2)).resolve('ada.eth'))[0]).toMatchObject({
      ...{ kind: 'doubt', code: 'network.unconfirmed', says: `${urls(1)[0]} says ${ada}` },
      why: expect.stringContaining(`${urls(2)[1]} (`),
    })
    if (liar) liar.fate = lying(mallory)
    expect(await (await names(1)).resolve('ada.eth')).toEqual([is(mallory)])
  })
})

describe('a live project', () => {
  const trial = { chains: { namePausesMs: [0, 0, 0] } }
  const env = { MINTDESK_LIVE_SEED: `${'abandon '.repeat(23)}art` }

  async function checked(call: Caller, id: string) {
    return until(
      async () => importState.parse((await call('GET', `/app/imports/${id}`)).json),
      ({ state }) => state !== 'checking',
    )
  }

  it('mints to no name while one of two RPCs says otherwise: in the check, before the price and the run, and on Wallets', async () => {
    await withFolder((folder) =>
      withCore(
        folder,
        async (core) => {
          const { call } = await liveProject(core, 'Shop')
          await call('PUT', '/app/networks/ethereum/rpcs', { rpcs: urls(2) })
          await call('PUT', '/app/networks/base-sepolia/rpcs', { rpcs: [base.url] })
          await collectionOn(call, 'tickets', 'base-sepolia')
          const [proxy] = proxies
          if (proxy) proxy.fate = lying(mallory)
          const path = '/app/imports?name=a.csv&collectionId=tickets'
          const sheet = Buffer.from('recipient,metadata_uri\nada.eth,https://example.com/1.json\n')
          const { id } = importState.parse((await call('POST', path, sheet)).json)
          expect((await checked(call, id)).counts).toMatchObject({ ready: 0, errors: 1 })
          const findings = (await call('GET', `/app/imports/${id}/findings.jsonl`)).text
          for (const part of ['ada.eth could not be looked up for certain', ...urls(2), mallory, ada, 'in Settings'])
            expect(findings).toContain(part)
          const search = await call('GET', '/app/wallets/search?q=ada.eth')
          expect(walletSearch.parse(search.json)).toMatchObject({
            meanings: [],
            message: expect.stringContaining('the RPCs of Ethereum contradict each other'),
          })
          // Of three, two decide.
          await call('PUT', '/app/networks/ethereum/rpcs', { rpcs: urls(3) })
          await call('PATCH', `/app/imports/${id}`, {})
          expect((await checked(call, id)).counts).toMatchObject({ ready: 1, errors: 0 })
          await call('PUT', '/app/networks/ethereum/rpcs', { rpcs: urls(2) })
          for (const refused of [
            await call('POST', '/app/quotes', { importId: id }),
            await call('POST', '/app/runs', { importId: id, skipErrors: false }),
          ]) {
            expect(refused.json).toMatchObject({
              code: 'network.disputed',
              message: expect.stringContaining(`Whether ada.eth still stands for ${ada} is not certain`),
            })
            expect(refused.status).toBeLessThan(500)
          }
        },
        { env, trial },
      ),
    )
  })
})
