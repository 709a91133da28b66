import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pino from 'pino'
import { createPublicClient, type Hash, http, parseGwei } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { knownNetworks } from '../../src/core/chains/networks.ts'
import { openPracticeNetwork } from '../../src/core/practice/network.ts'
import { openPractice, type Practice } from '../../src/core/practice/practice.ts'
import { isAlive, startOf } from '../../src/core/practice/process-identity.ts'
import type { PracticeEvent, PracticeNetwork, PracticeNetworkOptions } from '../../src/core/practice/types.ts'
import { evmChains } from '../../src/shared/chains.ts'
import { receiptOf } from './receipt.ts'

const log = pino({ level: 'silent' })
const account = privateKeyToAccount(generatePrivateKey())
const recipient = '0x2222222222222222222222222222222222222222'
const second = 1000

let dir: string
let events: PracticeEvent[]
let opened: { close(): Promise<void> }[]

beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'mintdesk-practice-'))
  events = []
  opened = []
})
afterEach(async () => {
  await Promise.all(opened.map((one) => one.close()))
  await rm(dir, { recursive: true, force: true })
})

function openPolygon(more: Partial<PracticeNetworkOptions> = {}): PracticeNetwork {
  const onChange = (event: PracticeEvent) => void events.push(event)
  const network = openPracticeNetwork({ chain: 'polygon', chainId: 137, stateDir: dir, log, onChange, ...more })
  opened.push(network)
  return network
}

function openAll(more: { blocks?: number | 'manual' } = {}): Practice {
  const practice = openPractice({ networks: knownNetworks(), dir, log, ...more })
  opened.push(practice)
  return practice
}

async function send(network: PracticeNetwork, value = 1n): Promise<{ hash: Hash; raw: Hash }> {
  const { client } = await network.start()
  await network.fund(account.address, 10n ** 18n)
  const raw = await account.signTransaction({
    type: 'eip1559',
    chainId: network.chainId,
    nonce: await client.getTransactionCount({ address: account.address, blockTag: 'pending' }),
    gas: 21_000n,
    maxFeePerGas: parseGwei('10'),
    maxPriorityFeePerGas: parseGwei('1'),
    to: recipient,
    value,
  })
  return { hash: await (await front(network)).sendRawTransaction({ serializedTransaction: raw }), raw }
}

/** The network as everybody else sees it. */
async function front(network: PracticeNetwork) {
  return createPublicClient({
    transport: http((await network.start()).rpcUrl, { retryCount: 0, timeout: 60_000 }),
    cacheTime: 0,
  })
}

const received = async (network: PracticeNetwork) => (await network.start()).client.getBalance({ address: recipient })
const blockNumber = async (network: PracticeNetwork) => (await network.start()).client.getBlockNumber()

function pidOf(network: PracticeNetwork): number {
  const { pid } = network.status()
  if (pid === null) throw new Error('no anvil')
  return pid
}

describe('the practice networks', () => {
  it('exist for all 15 EVM chains, each with its real chain id, and take its transactions', async () => {
    const practice = openAll({ blocks: 'manual' })
    expect(practice.list().map((status) => status.state)).toEqual(evmChains.map(() => 'idle'))
    for (const chain of evmChains) {
      const network = practice.network(chain)
      const { hash } = await send(network)
      await network.mine()
      const { client } = await network.start()
      expect(await client.getChainId()).toBe(knownNetworks().ofEvm(chain).chainId)
      expect((await client.getTransactionReceipt({ hash })).status).toBe('success')
      expect(network.status()).toMatchObject({ chain, state: 'up', chainId: knownNetworks().ofEvm(chain).chainId })
      await network.close()
      expect(network.status()).toMatchObject({ state: 'idle', rpcUrl: null, pid: null })
    }
  })

  it('include what anyone sends, within about a second', async () => {
    const network = openPolygon()
    const { client } = await network.start()
    const { hash } = await send(network)
    await receiptOf(client, hash)
  })

  it('make no blocks while idle', async () => {
    const network = openPolygon({ blocks: 20 })
    await send(network)
    await expect.poll(() => blockNumber(network)).toBe(1n)
    // Long enough for a dozen more at that pace.
    for (let look = 0; look < 300; look += 1) expect(await blockNumber(network)).toBe(1n)
  })

  it('make blocks while somebody waits for confirmations', async () => {
    const network = openPolygon({ blocks: 100 })
    const release = network.hold()
    await expect.poll(() => blockNumber(network)).toBeGreaterThan(4n)
    release()
    release()
    expect((await (await network.start()).client.getBlock()).baseFeePerGas).toBe(parseGwei('1'))
  })

  it('say that they changed before a block can be seen, and whatever became of it', async () => {
    const network = openPolygon({ blocks: 'manual' })
    expect(network.changes()).toBeNull()
    await network.start()
    const before = network.changes()
    expect(before).not.toBeNull()
    const made = network.mine()
    await expect.poll(() => network.changes()).not.toBe(before)
    await made
    const after = network.changes()
    expect(after).toBeGreaterThan(before ?? 0)
    await network.reset()
    expect(network.changes()).toBeGreaterThan(after ?? 0)
    await network.close()
    expect(network.changes()).toBeNull()
  })

  it('keep the true time', async () => {
    const network = openPolygon({ blocks: 'manual' })
    await network.mine()
    const { timestamp } = await (await network.start()).client.getBlock()
    expect(Math.abs(Number(timestamp) - Date.now() / second)).toBeLessThan(120)
  })

  it('give an account at least what is asked, and take nothing away', async () => {
    const network = openPolygon({ blocks: 'manual' })
    const { client } = await network.start()
    await network.fund(recipient, 5n)
    await network.fund(recipient, 3n)
    expect(await client.getBalance({ address: recipient })).toBe(5n)
  })

  it('have none of anvil’s well-known accounts', async () => {
    const { client } = await openPolygon({ blocks: 'manual' }).start()
    type Accounts = { Method: 'eth_accounts'; Parameters?: undefined; ReturnType: string[] }
    expect(await client.request<Accounts>({ method: 'eth_accounts' })).toEqual([])
    expect(await client.getBalance({ address: '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266' })).toBe(0n)
  })
})

it('keeps receipts, blocks and logs of old blocks', async () => {
  const network = openPolygon({ blocks: 'manual' })
  const { hash } = await send(network)
  await network.mine()
  const { client } = await network.start()
  for (let block = 0; block < 300; block += 1) await network.mine()
  expect((await client.getTransactionReceipt({ hash })).blockNumber).toBe(1n)
  expect((await client.getBlock({ blockNumber: 1n, includeTransactions: true })).transactions[0]?.hash).toBe(hash)
  expect((await client.getTransaction({ hash })).value).toBe(1n)
})

describe('a practice network that is closed and opened again', () => {
  it('has everything it had: blocks, receipts, logs, nonces, balances and its first block', async () => {
    const first = openPolygon({ blocks: 'manual' })
    const genesis = await first.genesisHash()
    // Creates a contract whose creation emits one empty log: LOG0(0, 0), STOP.
    const { client } = await first.start()
    await first.fund(account.address, 10n ** 18n)
    const hash = await (await front(first)).sendRawTransaction({
      serializedTransaction: await account.signTransaction({
        type: 'eip1559',
        chainId: 137,
        nonce: 0,
        gas: 100_000n,
        maxFeePerGas: parseGwei('10'),
        data: '0x60006000a000',
      }),
    })
    await first.mine()
    for (let n = 0; n < 3; n += 1) {
      await send(first)
      await first.mine()
    }
    const receipt = await client.getTransactionReceipt({ hash })
    const logs = await client.getLogs({ fromBlock: 0n })
    expect(logs).toHaveLength(1)
    await first.close()

    const again = openPolygon({ blocks: 'manual' })
    const reopened = (await again.start()).client
    expect(await again.genesisHash()).toBe(genesis)
    expect(await reopened.getTransactionReceipt({ hash })).toEqual(receipt)
    expect(await reopened.getLogs({ fromBlock: 0n })).toEqual(logs)
    expect((await reopened.getBlock({ blockNumber: 2n })).transactions).toHaveLength(1)
    expect(await reopened.getTransactionCount({ address: account.address })).toBe(4)
    expect(await received(again)).toBe(3n)
    // What the engine asks before it gives a transaction up for dead.
    const finalized = await reopened.getBlock({ blockTag: 'finalized' })
    const count = { address: account.address, blockNumber: finalized.number ?? 0n }
    expect(await reopened.getTransactionCount(count)).toBe(4)
    await send(again)
    await again.mine()
    expect(await received(again)).toBe(4n)
  })

  it('has everything, too, when the newest saved state cannot be read: it goes on from the one before', async () => {
    const first = openPolygon({ blocks: 'manual' })
    for (let n = 0; n < 3; n += 1) {
      await send(first)
      await first.mine()
      await first.dump()
    }
    const head = await (await front(first)).getBlock()
    await first.close()
    const newest = join(dir, 'state-3.json.gz')
    await writeFile(newest, (await readFile(newest)).subarray(0, 500))

    const again = openPolygon({ blocks: 'manual' })
    expect(await received(again)).toBe(3n)
    expect((await (await front(again)).getBlock({ blockNumber: head.number })).hash).toBe(head.hash)
    expect(again.status()).toMatchObject({ state: 'up' })
  })

  it('begins with another first block when its folder was lost, so that it is not taken for the same chain', async () => {
    const first = openPolygon({ blocks: 'manual' })
    const genesis = await first.genesisHash()
    await first.close()
    await rm(dir, { recursive: true })
    expect(await openPolygon({ blocks: 'manual' }).genesisHash()).not.toBe(genesis)
  })

  it('gives the new chain to whoever wants it at the moment in which the old one is thrown away', async () => {
    const first = openPolygon({ blocks: 'manual' })
    const genesis = await first.genesisHash()
    await first.mine()
    await first.close()
    const network = openPolygon({ blocks: 'manual' })
    const wanted = network.start()
    await network.reset()
    await wanted
    expect(await network.genesisHash()).not.toBe(genesis)
    expect(await blockNumber(network)).toBe(0n)
  })
})

describe('a practice network whose anvil is killed', () => {
  it('comes back by itself with all that it had, at the same address, and tells so', async () => {
    const network = openPolygon({ blocks: 'manual' })
    const { rpcUrl } = await network.start()
    await send(network)
    await network.mine()
    await network.dump()
    await send(network, 5n)
    await network.mine()
    const waits = await send(network, 7n)
    const head = await (await front(network)).getBlock()
    process.kill(pidOf(network), 'SIGKILL')

    // Whoever asks meanwhile waits.
    expect((await (await front(network)).getBlock({ blockNumber: 2n })).hash).toBe(head.hash)
    await expect
      .poll(() => events.at(-1), { timeout: 60 * second })
      .toEqual({ type: 'restarted', chain: 'polygon', headBefore: 2, head: 3 })
    const states = events.flatMap((event) => (event.type === 'state' ? [event.status.state] : []))
    expect(states).toEqual(['starting', 'up', 'down', 'starting', 'up'])
    expect(network.status().rpcUrl).toBe(rpcUrl)
    expect(await received(network)).toBe(6n)
    await network.mine()
    expect((await (await front(network)).getTransactionReceipt({ hash: waits.hash })).status).toBe('success')
    expect(await received(network)).toBe(13n)
  })

  it('goes on making blocks for those who held it before', async () => {
    const network = openPolygon({ blocks: 100 })
    await network.start()
    network.hold()
    process.kill(pidOf(network), 'SIGKILL')
    await expect.poll(() => events.at(-1)?.type, { timeout: 60 * second }).toBe('restarted')
    const head = await blockNumber(network)
    await expect.poll(() => blockNumber(network)).toBeGreaterThan(head + 2n)
  })

  it('leaves no process behind when it is closed, also in the middle of a start', async () => {
    const network = openPolygon()
    const starting = network.start().catch(() => undefined)
    await expect.poll(() => network.status().pid).not.toBeNull()
    const pid = pidOf(network)
    const startedAt = (await startOf(pid)) ?? ''
    await network.close()
    await starting
    expect(await isAlive({ pid, startedAt })).toBe(false)
    await expect(network.start()).rejects.toThrow('closed')
  })
})

describe('a practice network whose anvil hangs', () => {
  const hang = (network: PracticeNetwork) => process.kill(pidOf(network), 'SIGSTOP')

  it('is started again with all that it had', async () => {
    const network = openPolygon({ blocks: 'manual', answersWithin: 5 * second })
    const { rpcUrl } = await network.start()
    await send(network, 5n)
    await network.mine()
    const waits = await send(network, 7n)
    hang(network)
    await expect(network.mine()).rejects.toThrow('anvil did not answer within 5 seconds')
    await expect.poll(() => events.at(-1)?.type, { timeout: 60 * second }).toBe('restarted')
    expect(network.status().rpcUrl).toBe(rpcUrl)
    await network.mine()
    expect((await (await front(network)).getTransactionReceipt({ hash: waits.hash })).status).toBe('success')
    expect(await received(network)).toBe(12n)
  })

  it('is noticed while it idles, and gives what is sent to it meanwhile to the next anvil', async () => {
    const network = openPolygon({ answersWithin: 5 * second })
    const { rpcUrl } = await network.start()
    const client = await front(network)
    await network.fund(account.address, 10n ** 18n)
    hang(network)
    const raw = await account.signTransaction({
      ...{ type: 'eip1559', chainId: 137, nonce: 0, gas: 21_000n, to: recipient, value: 3n },
      ...{ maxFeePerGas: parseGwei('10'), maxPriorityFeePerGas: parseGwei('1') },
    })
    const hash = await client.sendRawTransaction({ serializedTransaction: raw })
    expect((await client.waitForTransactionReceipt({ hash, pollingInterval: 100 })).status).toBe('success')
    expect(network.status()).toMatchObject({ state: 'up', rpcUrl })
    expect(await received(network)).toBe(3n)
  })

  it('begins anew without waiting for it', async () => {
    const network = openPolygon({ answersWithin: 600 * second })
    await network.start()
    const before = await network.genesisHash()
    hang(network)
    await network.reset()
    expect(await network.genesisHash()).not.toBe(before)
  })

  it('can be closed, and has all that it had when it is opened again', async () => {
    const network = openPolygon({ blocks: 'manual', answersWithin: 5 * second })
    await send(network, 5n)
    await network.mine()
    const pid = pidOf(network)
    const startedAt = (await startOf(pid)) ?? ''
    hang(network)
    await network.close()
    expect(await isAlive({ pid, startedAt })).toBe(false)
    expect(await received(openPolygon({ blocks: 'manual' }))).toBe(5n)
  })
})

describe('a practice network that cannot start', () => {
  it('says in one sentence that its program is missing', async () => {
    const network = openPolygon({ anvilPath: join(dir, 'no-anvil') })
    await expect(network.start()).rejects.toMatchObject({
      code: 'network.unavailable',
      message: expect.stringMatching(/anvil is missing .*install the app again/),
    })
    expect(network.status()).toMatchObject({ state: 'down', reason: expect.stringContaining('anvil is missing') })
  })
})
