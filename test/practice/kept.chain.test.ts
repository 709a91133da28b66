import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { copyFile, cp, mkdtemp, readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import pino from 'pino'
import { type Hash, parseGwei } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { openPracticeNetwork } from '../../src/core/practice/network.ts'
import { lineOf, type RecordEntry, readRecord } from '../../src/core/practice/record-entries.ts'
import type { PracticeNetwork } from '../../src/core/practice/types.ts'
import { endStrays } from '../faults/end-strays.ts'
import { killTrial, sentBetweenKills } from './kill-trial.ts'
import { rpc } from './raw-rpc.ts'

/** What kills processes again and again takes minutes on a machine with five times as much to do, ms. */
const patience = 600_000

const log = pino({ level: 'silent' })
const account = privateKeyToAccount(generatePrivateKey())

let home: string
let dir: string
let opened: PracticeNetwork[]
let child: ChildProcess | undefined

beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'mintdesk-kept-'))
  dir = join(home, 'base')
  opened = []
})
afterEach(async () => {
  await Promise.all(opened.map((network) => network.close()))
  child?.kill('SIGKILL')
  await endStrays(home)
  await rm(home, { recursive: true, force: true })
})

function open(): PracticeNetwork {
  const network = openPracticeNetwork({ chain: 'base', chainId: 8453, stateDir: dir, log, blocks: 'manual' })
  opened.push(network)
  return network
}

/** @param fee wei for a unit of gas, at most */
async function send(url: string, nonce: number, from = account, fee = parseGwei('10')): Promise<Hash> {
  const raw = await from.signTransaction({
    ...{ type: 'eip1559', chainId: 8453, nonce, gas: 21_000n, to: account.address },
    ...{ maxFeePerGas: fee, maxPriorityFeePerGas: 1n },
  })
  return z.string().parse((await rpc(url, 'eth_sendRawTransaction', raw)).result) as Hash
}

/** A chain of some blocks, each with transactions and coin, whose state is saved now and then; its hashes. */
async function build(blocks: number, saveAfter: readonly number[]): Promise<Hash[]> {
  const network = open()
  const { rpcUrl, client } = await network.start()
  const hashes: Hash[] = []
  // They pay alike: a block has them in the order in which they came.
  const strangers = Array.from({ length: 3 }, () => privateKeyToAccount(generatePrivateKey()))
  for (let block = 1; block <= blocks; block += 1) {
    for (const stranger of strangers) {
      await network.give(stranger.address, 10n ** 18n)
      await send(rpcUrl, block - 1, stranger)
    }
    await network.mine()
    hashes.push((await client.getBlock()).hash)
    if (saveAfter.includes(block)) await network.dump()
  }
  // What is on disk now is what a kill would leave; nothing more is saved at the end.
  const left = join(home, 'left')
  await cp(dir, left, { recursive: true })
  await network.close()
  await rm(join(left, 'anvil.json'))
  dir = left
  return hashes
}

async function hashesOf(network: PracticeNetwork, count: number): Promise<Hash[]> {
  const { client } = await network.start()
  return Promise.all(
    Array.from({ length: count }, async (_, at) => (await client.getBlock({ blockNumber: BigInt(at + 1) })).hash),
  )
}

/** Writes a record anew, as it would be with other entries. */
async function rewrite(file: string, change: (entries: RecordEntry[]) => RecordEntry[]): Promise<void> {
  const lines: Buffer[] = []
  for await (const { entries } of readRecord(file)) lines.push(lineOf(change(entries)))
  await writeFile(file, Buffer.concat(lines))
}

async function folder(): Promise<Map<string, string>> {
  const names = (await readdir(dir)).filter((name) => /^(record|state)-/.test(name))
  return new Map(await Promise.all(names.map(async (name) => [name, await readFile(join(dir, name), 'hex')] as const)))
}

describe('what is kept of a practice network', () => {
  it.each([
    ['no state was saved', []],
    ['a state was saved', [3]],
    ['several were', [2, 4, 6]],
  ])('leads to the same blocks, hash by hash, where %s', async (_when, saveAfter) => {
    const hashes = await build(8, saveAfter)
    const first = open()
    expect(await hashesOf(first, 8)).toEqual(hashes)
    await first.close()
    // From the state that is saved at closing.
    expect(await hashesOf(open(), 8)).toEqual(hashes)
  })

  it('leads to the same blocks from the first on, however often it is started and saved', async () => {
    const genesis: Hash[] = []
    const rounds = 4
    for (let round = 0; round < rounds; round += 1) {
      const network = open()
      const { rpcUrl } = await network.start()
      const first = await rpc(rpcUrl, 'eth_getBlockByNumber', '0x0', false)
      genesis.push(z.object({ hash: z.string() }).parse(first.result).hash as Hash)
      await network.give(account.address, 1n)
      await network.mine()
      await network.close()
    }
    expect(new Set(genesis).size).toBe(1)
    // Anvil answers with any of the blocks that have a number.
    const last = (await readdir(dir)).filter((name) => /^state-\d+\.json\.gz$/.test(name)).sort()
    const state = JSON.parse(gunzipSync(await readFile(join(dir, last.at(-1) ?? ''))).toString())
    const numbers = z.array(z.object({ header: z.object({ number: z.string() }) })).parse(state.blocks)
    expect(numbers.map(({ header }) => Number(header.number)).sort((one, other) => one - other)).toEqual(
      Array.from({ length: numbers.length }, (_, number) => number),
    )
  })

  it('leads to the same blocks where what they asked went up and down', async () => {
    const network = open()
    const { rpcUrl, client } = await network.start()
    await network.give(account.address, 10n ** 18n)
    for (const [nonce, fee] of [parseGwei('5'), 1n, parseGwei('1')].entries()) {
      await client.request({ method: 'anvil_setNextBlockBaseFeePerGas', params: [`0x${fee.toString(16)}`] })
      await send(rpcUrl, nonce, account, fee + 1n)
      await network.mine()
    }
    const hashes = await hashesOf(network, 3)
    network.kill()
    await network.close()
    expect(await hashesOf(open(), 3)).toEqual(hashes)
  })

  const damages: [string, () => Promise<void>, RegExp][] = [
    [
      'a record that is damaged in its middle',
      async () => {
        const file = join(dir, 'record-2.log')
        const bytes = await readFile(file)
        // Another number, so that it still reads as a record.
        const place = bytes.indexOf('"balance":"') + '"balance":"'.length
        bytes[place] = (bytes[place] ?? 0) ^ 1
        await writeFile(file, bytes)
      },
      /record-2\.log is damaged at byte \d+/,
    ],
    ['a record that is missing', () => rm(join(dir, 'record-2.log')), /record-2\.log is missing/],
    [
      'both saved states, which are cut off',
      async () => {
        for (const number of [1, 2]) await truncate(join(dir, `state-${number}.json.gz`), 300)
      },
      /state-2\.json\.gz is damaged/,
    ],
    [
      'a saved state of another time under that name',
      async () => {
        await copyFile(join(dir, 'state-1.json.gz'), join(dir, 'state-2.json.gz'))
        await rm(join(dir, 'state-1.json.gz'))
      },
      /of another chain than its record/,
    ],
    [
      'another version of anvil',
      async () => {
        for (const number of [1, 2])
          await rewrite(join(dir, `record-${number}.log`), (entries) =>
            entries.map((entry) => (entry.kind === 'beginning' ? { ...entry, program: 'anvil/v1.5.0' } : entry)),
          )
      },
      /made with anvil\/v1\.5\.0, and this is anvil\/v1\.7\.1/,
    ],
    [
      'a transaction that the record does not have',
      () => rewrite(join(dir, 'record-2.log'), (entries) => entries.filter(({ kind }) => kind !== 'transaction')),
      /which the record does not have/,
    ],
    [
      'coin that was not given',
      () =>
        rewrite(join(dir, 'record-2.log'), (entries) =>
          entries.map((entry) => (entry.kind === 'funding' ? { ...entry, balance: '1000000000000000000' } : entry)),
        ),
      /block \d became 0x\w+ and was 0x/,
    ],
    [
      'a state without any record',
      async () => {
        for (const number of [1, 2]) await rm(join(dir, `record-${number}.log`))
      },
      /has no record/,
    ],
  ]
  it.each(damages)(
    'is refused with a sentence and left as it is: %s; a reset begins anew',
    async (_what, damage, says) => {
      await build(6, [2, 4])
      await damage()
      const before = await folder()
      const network = open()
      const refusal = await network.start().catch(({ message }: Error) => message)
      expect(refusal).toMatch(says)
      expect(refusal).toMatch(
        /^The practice network for Base does not start, .*Nothing of it was changed.* mintdesk networks reset base\.$/,
      )
      expect(network.status()).toMatchObject({ state: 'down', reason: refusal, pid: null })
      expect(await folder()).toEqual(before)

      await network.reset()
      expect(network.status().state).toBe('up')
      expect((await rpc((await network.start()).rpcUrl, 'eth_blockNumber')).result).toBe('0x0')
    },
  )
})

describe('an answer', () => {
  /** A core whose files wait from now on, however much is to be written. */
  async function busyCore() {
    const env = { ...process.env, UV_THREADPOOL_SIZE: '1' }
    child = fork(join(import.meta.dirname, 'network-owner.ts'), [dir], { env })
    const [message] = await once(child, 'message')
    const { rpcUrl } = z.object({ rpcUrl: z.string() }).parse(message)
    child.send({ fund: account.address })
    await once(child, 'message')
    await send(rpcUrl, 0)
    child.send('busy')
    // It is busy when it has read this, which it was sent after.
    await rpc(rpcUrl, 'eth_chainId')
    return { core: child, rpcUrl }
  }
  async function killed(core: ChildProcess): Promise<void> {
    core.kill('SIGKILL')
    await once(core, 'exit')
  }
  const soon = () => new Promise<undefined>((resolve) => setTimeout(resolve, 1_500))

  it('to a transaction is given when it is on disk, and not before', async () => {
    const { core, rpcUrl } = await busyCore()
    const hash = await Promise.race([send(rpcUrl, 1).catch(() => undefined), soon()])
    await killed(core)
    const { client } = await open().start()
    const kept = await client.getTransaction({ hash: hash ?? '0x' }).catch(() => undefined)
    expect(kept?.hash).toBe(hash)
  })

  it('that tells of a block is given when that is on disk, and not before', async () => {
    const { core, rpcUrl } = await busyCore()
    core.send('mine')
    const told = await Promise.race([
      (async () => {
        for (;;) {
          const { result } = await rpc(rpcUrl, 'eth_blockNumber')
          if (result !== '0x1') return result
        }
      })().catch(() => undefined),
      soon(),
    ])
    await killed(core)
    const head = await (await open().start()).client.getBlockNumber()
    expect(told === undefined ? 0n : BigInt(String(told))).toBeLessThanOrEqual(head)
  })
})

it(
  'a core outlives its anvil, whatever is asked of it just then',
  async () => {
    // Always the anvil, at once: while its answers are being read.
    const figures = await killTrial(dir, 3, () => 0)
    expect(figures).toMatchObject({ anvils: 3, wrong: [] })
  },
  patience,
)

it(
  'everything that was answered is there, in its order, however often anvil, core or both are killed',
  async () => {
    const kills = 4
    const figures = await killTrial(dir, kills, Math.random)
    expect(figures.wrong).toEqual([])
    expect(figures.transactions).toBeGreaterThanOrEqual(kills * sentBetweenKills)
    expect(figures.blocks).toBeGreaterThanOrEqual(kills * 2)
  },
  patience,
)
