/** A network that a person adds: an anvil that Mintdesk does not know plays it, live and as any other. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { generateMnemonic } from '@scure/bip39'
import { wordlist } from '@scure/bip39/wordlists/english.js'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { appState, network, project } from '../../src/shared/app-api.ts'
import type { Caller } from '../core/trial-core.ts'
import { buildCrashCore, removeCrashCore } from '../faults/build-crash-core.ts'
import { endStrays } from '../faults/end-strays.ts'
import { type KilledCore, ownersOnChain, startCore } from '../faults/killed-core.ts'
import { type FaultProxy, openProxy } from '../faults/proxy.ts'
import { collectionOn, hostedSheet, mint, recipientOf, rowsOf, runOf, transactionsOf, until } from './live-job.ts'
import { type PlayedNetwork, playNetwork } from './played-network.ts'

const chain = 'custom-my-net'
const chainId = 7_012_346

let live: PlayedNetwork
let proxy: FaultProxy
let dir: string
/** A seed of its own for each: they share a chain. */
let env: Record<string, string>
let core: KilledCore | undefined

// Without EIP-1559: each of its transactions is of the legacy type.
beforeAll(async () => {
  ;[live, proxy] = await Promise.all([playNetwork(chainId, 1, ['--hardfork', 'berlin']), openProxy(), buildCrashCore()])
  proxy.target = live.url
})
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'mintdesk-custom-'))
  env = { MINTDESK_LIVE_SEED: generateMnemonic(wordlist, 256) }
})
afterEach(async () => {
  proxy.heal()
  await core?.kill().catch(() => {})
  await endStrays(dir)
  await rm(dir, { recursive: true, force: true })
})
afterAll(async () => {
  await Promise.all([live.close(), proxy.close()])
  await removeCrashCore()
})

async function start(): Promise<KilledCore> {
  core = await startCore(dir, { env, confirmations: 2, mintsPerBatch: 20, blocks: 100 })
  return core
}

/** The calls of a project of that kind. */
async function projectOf({ call }: KilledCore, kind: 'practice' | 'live'): Promise<Caller> {
  const all = project.array().parse((await call('GET', '/app/projects')).json)
  const there =
    all.find((one) => one.kind === kind) ??
    project.parse((await call('POST', '/app/projects', { name: 'Live', kind })).json)
  return (method, path, body, headers) => call(method, path, body, { ...headers, 'x-mintdesk-project': there.id })
}

const add = (call: Caller, name = 'My Net') =>
  call('POST', '/app/networks', { name, rpcs: [proxy.url], symbol: 'MYN', explorer: 'https://scan.example' })

test('is minted on like any other: killed in the middle, each row once, and it stays while something is on it', async () => {
  let call = await projectOf(await start(), 'live')
  expect((await add(call)).json).toMatchObject({ chain, chainId, baseFee: false, symbol: 'MYN' })
  expect((await add(call)).json).toMatchObject({ code: 'network.name' })
  expect((await add(call, 'other')).json).toMatchObject({ code: 'network.known' })

  await collectionOn(call, 'tickets', chain)
  const treasury = (await call('GET', '/app/treasury')).json.address as string
  await live.fund(treasury, 10n ** 19n)
  const { price, run } = await mint(call, 'tickets', 'a.csv', hostedSheet('a', 200))
  expect(price).toMatchObject({ practice: false, shortfall: { amount: '0', currency: 'MYN' } })
  expect(BigInt(price.fee.expected.amount)).toBeGreaterThan(0n)
  await until(
    () => runOf(call, run.id),
    ({ counts }) => counts.succeeded > 20,
  )
  await core?.kill()
  call = await projectOf(await start(), 'live')
  const done = await until(
    () => runOf(call, run.id),
    ({ completedAt }) => completedAt !== null,
  )
  expect(done).toMatchObject({
    chain,
    chainLabel: 'My Net (custom)',
    counts: { total: 200, succeeded: 200, failed: 0 },
  })
  const rows = await rowsOf(call, run.id)
  const owners = await ownersOnChain(live.client, done.contractAddress ?? '')
  expect(owners).toHaveLength(200)
  expect(rows.map(({ tokenId }) => owners[Number(tokenId) - 1])).toEqual(
    rows.map(({ row }) => recipientOf(`a ${row - 2}`)),
  )
  const [first] = await transactionsOf(call, run.id)
  expect((await live.client.getTransaction({ hash: first?.hash as `0x${string}` })).type).toBe('legacy')
  const results = await call('GET', `/app/runs/${run.id}/results.csv`)
  expect(results.text).toContain(`https://scan.example/tx/${first?.hash}`)

  const holder = await call('GET', `/api/2022-06-09/wallets/${chain}:${recipientOf('a 0')}/nfts`)
  expect(holder.json).toMatchObject([{ chain, contractAddress: done.contractAddress }])
  const stranger = await call('GET', `/api/2022-06-09/wallets/custom-none:${recipientOf('a 0')}/nfts`)
  expect([stranger.status, stranger.json.code]).toEqual([400, 'network.unknown'])
  expect(stranger.json.message).toContain('mintdesk networks add none --rpc <address>')
  const nowhere = await call('PUT', '/api/2022-06-09/collections/nowhere', {
    ...{ chain: 'custom-none', metadata: { name: 'A', description: 'A', imageUrl: 'https://example.com/a.png' } },
  })
  expect(nowhere.json).toMatchObject({ code: 'request.invalid', details: [{ path: 'chain' }] })

  // In use it stays, also while its RPC does not say what the fee balance is.
  proxy.fate = ({ method }) => (method === 'eth_getBalance' ? 'hang' : 'pass')
  const balances = async () => appState.parse((await call('GET', '/app/state')).json).treasuries
  expect(await balances()).toEqual([
    { chain, address: treasury, balance: { amount: null, currency: 'MYN', decimals: 18 } },
  ])
  proxy.heal()
  await until(balances, ([own]) => own !== undefined && BigInt(own.balance.amount ?? 0) > 0n)

  const stays = await call('DELETE', `/app/networks/${chain}`)
  expect([stays.status, stays.json.code]).toEqual([409, 'network.inUse'])
  expect(stays.json.message).toContain('"Live" has collections or transfers on it')
})

test('has a practice twin, and goes when it is empty again', async () => {
  const practice = await projectOf(await start(), 'practice')
  await add(practice)
  await collectionOn(practice, 'trial', chain)
  const { run } = await mint(practice, 'trial', 'p.csv', hostedSheet('p', 30))
  const done = await until(
    () => runOf(practice, run.id),
    ({ completedAt }) => completedAt !== null,
  )
  expect(done).toMatchObject({ chain, counts: { succeeded: 30, failed: 0 } })
  const { networks } = appState.parse((await practice('GET', '/app/state')).json)
  expect(networks.find((one) => one.chain === chain)).toMatchObject({ kind: 'practice', state: 'up', chainId })
  expect(await live.client.getCode({ address: done.contractAddress as `0x${string}` })).toBeUndefined()

  expect((await practice('DELETE', `/app/networks/${chain}`)).status).toBe(409)
  await practice('POST', `/app/practice/${chain}/reset`)
  expect((await practice('DELETE', `/app/networks/${chain}`)).status).toBe(204)
  const left = network.array().parse((await practice('GET', '/app/networks')).json)
  expect(left.some((one) => one.chain === chain)).toBe(false)
  // Its name is free again, for another network.
  expect((await add(practice)).status).toBe(201)
})

test.each(['live', 'practice'] as const)(
  'that was removed and is another chain under its old name is minted on as that one (%s), though caps had been set for it',
  async (kind) => {
    const call = await projectOf(await start(), kind)
    await add(call)
    let rounds = 0
    proxy.fate = ({ method }) => {
      if (method === 'eth_getTransactionCount') rounds++
      return 'pass'
    }
    expect((await call('PUT', `/app/caps/${chain}`, { perDay: '9' })).status).toBe(200)
    // Caps open the signer queue of the network.
    await until(
      async () => network.array().parse((await call('GET', '/app/networks')).json),
      (all) => (kind === 'live' ? rounds > 0 : all.some((one) => one.chain === chain && one.state === 'up')),
    )
    expect((await call('DELETE', `/app/networks/${chain}`)).status).toBe(204)

    const other = await playNetwork(chainId + 1)
    try {
      proxy.target = other.url
      expect((await add(call)).json).toMatchObject({ chain, chainId: chainId + 1 })
      await collectionOn(call, 'again', chain)
      if (kind === 'live') await other.fund((await call('GET', '/app/treasury')).json.address as string, 10n ** 19n)
      const { run } = await mint(call, 'again', 'c.csv', hostedSheet('c', 5))
      const done = await until(
        () => runOf(call, run.id),
        ({ completedAt }) => completedAt !== null,
      )
      expect(done.counts).toMatchObject({ succeeded: 5, failed: 0 })
    } finally {
      proxy.target = live.url
      await other.close()
    }
  },
)

test('signs nothing while its RPC says another chain id than before, and goes on when it is itself again', async () => {
  const call = await projectOf(await start(), 'live')
  await add(call)
  await collectionOn(call, 'other', chain)
  const { run, price } = await mint(call, 'other', 'b.csv', hostedSheet('b', 20))
  await until(
    () => runOf(call, run.id),
    ({ waitsFor }) => waitsFor?.what === 'funds',
  )
  const { address } = price.treasury
  let sent = 0
  let asked = 0
  proxy.fate = ({ method }) => {
    if (method === 'eth_sendRawTransaction') sent += 1
    if (method === 'eth_chainId') asked += 1
    return method === 'eth_chainId' ? { answer: () => '0x1' } : 'pass'
  }
  // Coin comes once a round has asked: one that asked before may sign what it then finds coin for.
  const waiting = await until(
    () => runOf(call, run.id),
    ({ waitsFor }) => waitsFor?.what === 'network',
  )
  await live.fund(address, 10n ** 19n)
  const before = asked
  await until(
    async () => asked - before,
    (since) => since >= 3,
  )
  expect(waiting.notice).toMatch(/^Waiting for My Net \(custom\): .*another chain/)
  expect(sent).toBe(0)
  expect(await transactionsOf(call, run.id)).toEqual([])
  expect(await live.client.getBalance({ address: address as `0x${string}` })).toBe(10n ** 19n)
  proxy.heal()
  const done = await until(
    () => runOf(call, run.id),
    ({ completedAt }) => completedAt !== null,
  )
  expect(done.counts).toMatchObject({ succeeded: 20, failed: 0 })
})
