/** A machine that mints on a live EVM network is lost, or sleeps; the last backup goes on elsewhere, and the chain is counted. */
import { cp, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { generateMnemonic } from '@scure/bip39'
import { wordlist } from '@scure/bip39/wordlists/english.js'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { findBackup } from '../../src/core/backup/find-backup.ts'
import { restoreBackup } from '../../src/core/backup/restore.ts'
import { backupKeyOf } from '../../src/core/backup/sealed.ts'
import { fingerprintOf, readWords, seedOf } from '../../src/core/wallets/words.ts'
import { backupsState, collectionSummary, project, type Run } from '../../src/shared/app-api.ts'
import type { Caller } from '../core/trial-core.ts'
import { collectionOn, hostedSheet, mint, recipientOf, runOf, until } from '../live/live-job.ts'
import { type PlayedNetwork, playNetwork } from '../live/played-network.ts'
import { openS3Double, type S3Double } from '../metadata/services/s3-double.ts'
import { buildCrashCore, removeCrashCore } from './build-crash-core.ts'
import { type KilledCore, ownersOnChain, startCore } from './killed-core.ts'

const chain = 'base-sepolia'
const options = { confirmations: 2, mintsPerBatch: 5, transactionsInFlight: 3, blocks: 200 }

let network: PlayedNetwork
/** A bucket that everybody reads, and that outlives the machine. */
let bucket: S3Double
let dir: string
let backups: string
let words: string
const cores: KilledCore[] = []

beforeAll(async () => {
  await buildCrashCore()
  network = await playNetwork(84_532)
  bucket = await openS3Double()
})
afterAll(async () => {
  await network.close()
  await bucket.close()
  await removeCrashCore()
})
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'mintdesk-lost-'))
  backups = join(dir, 'backups')
  await mkdir(backups)
  words = generateMnemonic(wordlist, 256)
})
afterEach(async () => {
  for (const core of cores.splice(0)) if (!core.ended) await core.kill()
  await rm(dir, { recursive: true, force: true })
})

/** A core on one of the machines, and calls to its live project, which is made at the first time. */
async function machine(name: string, pace: Partial<typeof options> = {}): Promise<{ core: KilledCore; call: Caller }> {
  const core = await startCore(join(dir, name), {
    ...{ ...options, ...pace },
    env: { MINTDESK_LIVE_SEED: words, MINTDESK_ALLOW_HOSTS: '127.0.0.1' },
  })
  cores.push(core)
  const there = project.array().parse((await core.call('GET', '/app/projects')).json)
  const live =
    there.find(({ kind }) => kind === 'live') ??
    project.parse((await core.call('POST', '/app/projects', { name: 'Shop', kind: 'live' })).json)
  return {
    core,
    call: (method, path, body, headers) => core.call(method, path, body, { 'x-mintdesk-project': live.id, ...headers }),
  }
}

/** A run of so many rows that is under way, paid for. */
async function begin(call: Caller, rows: number): Promise<Run> {
  await call('PUT', `/app/networks/${chain}/rpcs`, { rpcs: [network.url] })
  const { accessKeyId, secretAccessKey, publicUrl, url } = bucket
  const keys = { bucket: 'nfts', region: 'auto', accessKeyId, secretAccessKey }
  const set = await call('PUT', '/app/storage', { kind: 's3', url, ...keys, publicUrl, uris: 'https' })
  if (set.status !== 200) throw new Error(set.text)
  await collectionOn(call, 'tickets', chain)
  const { price, run } = await mint(call, 'tickets', 'a.csv', hostedSheet('row', rows))
  await network.fund(price.treasury.address, 10n ** 19n)
  return run
}

async function backUp(call: Caller): Promise<void> {
  expect((await call('POST', '/app/backups', { place: backups })).json).toMatchObject({ notice: null })
  const { last, notice } = await until(
    async () => backupsState.parse((await call('GET', '/app/backups')).json),
    ({ running }) => running === null,
  )
  expect({ notice, last }).toMatchObject({ notice: null, last: { place: backups } })
}

/** The last backup on another machine, by the words alone. */
async function restore(name: string): Promise<void> {
  const read = readWords(words)
  if (!('entropy' in read)) throw new Error('no words')
  const key = backupKeyOf(await seedOf(read.entropy), await fingerprintOf(read.entropy))
  await restoreBackup({ found: await findBackup({ place: backups, access: null }, key), key, dataDir: join(dir, name) })
}

const minted = (call: Caller, id: string, count: number) =>
  until(
    () => runOf(call, id),
    ({ counts }) => counts.succeeded >= count,
  )

/** Asks for NFTs over the API, of metadata that is published: that of runs here is hosted elsewhere. */
async function ask(call: Caller, ids: readonly string[]): Promise<void> {
  const answer = await call('POST', '/api/2022-06-09/collections/tickets/nfts', {
    nfts: ids.map((id) => ({
      id,
      recipient: `${chain}:${recipientOf(id)}`,
      metadata: { name: id, image: 'ipfs://bafkqaaa' },
    })),
  })
  if (answer.status >= 300) throw new Error(answer.text)
}

async function nftIs(call: Caller, id: string): Promise<string> {
  const { json } = await call('GET', `/api/2022-06-09/collections/tickets/nfts/${id}`)
  return (json as { onChain?: { status?: string } }).onChain?.status ?? ''
}

/**
 * The run, and a person who looks after it: where the chain holds NFTs that this database does not know, the collection or the run waits
 * for somebody who has looked and lets it go on.
 */
async function attended(call: Caller, id: string): Promise<Run> {
  const listed = collectionSummary.array().parse((await call('GET', '/app/collections')).json)
  if (listed.some(({ halted }) => halted)) await call('POST', '/app/collections/tickets/resume')
  const now = await runOf(call, id)
  if (now.state === 'paused') await call('POST', `/app/runs/${id}/resume`)
  return now
}

const goOn = (call: Caller, id: string): Promise<Run> =>
  until(
    () => attended(call, id),
    ({ completedAt }) => completedAt !== null,
    200,
  )

async function expectOnChain(run: Run, names: readonly string[]): Promise<void> {
  const owners = await ownersOnChain(network.client as never, run.contractAddress ?? '')
  expect(owners.toSorted()).toEqual(names.map((name) => recipientOf(name)).toSorted())
}

const rowNames = (rows: number) => Array.from({ length: rows }, (_, at) => `row ${at}`)

it('a machine that is lost in the middle of a run costs nothing twice and loses nothing; what the API took since is asked for again', async () => {
  const { core, call } = await machine('first')
  const { id } = await begin(call, 60)
  await ask(call, ['before'])
  await minted(call, id, 10)
  await backUp(call)
  await core.kill()
  // Another start, another writer: the contract's last one is unknown to the backup.
  const first = await machine('first')
  await minted(first.call, id, 25)
  const late = ['late-1', 'late-2']
  await ask(first.call, late)
  for (const one of late)
    await until(
      () => nftIs(first.call, one),
      (status) => status === 'success',
    )
  const last = ['last-1', 'last-2']
  await ask(first.call, last)
  await first.core.kill()
  await rm(join(dir, 'first'), { recursive: true })

  await restore('second')
  const second = await machine('second')
  // In another order: by their jobs alone they would not be known.
  await ask(second.call, [...late, ...last].reverse())
  const run = await goOn(second.call, id)
  expect(run.counts).toMatchObject({ total: 60, succeeded: 60, failed: 0 })
  for (const one of ['before', ...late, ...last])
    await until(
      () => nftIs(second.call, one),
      (status) => status === 'success',
    )
  await expectOnChain(run, [...rowNames(60), 'before', ...late, ...last])
}, 600_000)

it('a machine that wakes while the restored one mints is refused by the contract, says so, and mints nothing twice', async () => {
  // Slow enough to be stopped in the middle, however busy this computer is.
  const first = await machine('first', { mintsPerBatch: 2, transactionsInFlight: 2 })
  const { id } = await begin(first.call, 80)
  await minted(first.call, id, 10)
  await backUp(first.call)
  const { contractAddress } = await minted(first.call, id, 15)
  first.core.signal('SIGSTOP')
  const onChain = () => ownersOnChain(network.client as never, contractAddress ?? '')
  const before = await onChain()
  await restore('second')
  const second = await machine('second')
  // What the first one had sent is 4 NFTs at most: the rest is the second one's.
  await until(
    async () => {
      await attended(second.call, id)
      return onChain()
    },
    (owners) => owners.length >= Math.min(before.length + 20, 80),
    200,
  )
  first.core.signal('SIGCONT')
  await until(
    async () => collectionSummary.array().parse((await first.call('GET', '/app/collections')).json),
    (listed) => listed.some(({ otherWriter }) => otherWriter),
  )
  const refused = await first.call('POST', '/app/collections/tickets/resume')
  expect(refused.json).toMatchObject({ message: expect.stringMatching(/^Another copy of Mintdesk mints into/) })
  const run = await goOn(second.call, id)
  expect(run.counts).toMatchObject({ total: 80, succeeded: 80 })
  await expectOnChain(run, rowNames(80))
}, 600_000)

it('a volume that goes on elsewhere while its machine only stopped: the one that wakes is refused, says so, and nothing is minted twice', async () => {
  // Slow enough to be stopped in the middle, however busy this computer is.
  const first = await machine('first', { mintsPerBatch: 2, transactionsInFlight: 2 })
  const { id } = await begin(first.call, 80)
  const { contractAddress } = await minted(first.call, id, 15)
  first.core.signal('SIGSTOP')
  // On one machine its lock holds, though it does nothing any more.
  await expect(startCore(join(dir, 'first'), options)).rejects.toThrow('before it was open')
  const onChain = () => ownersOnChain(network.client as never, contractAddress ?? '')
  const before = await onChain()
  await cp(join(dir, 'first'), join(dir, 'second'), { recursive: true })
  const second = await machine('second')
  await until(
    async () => {
      await attended(second.call, id)
      return onChain()
    },
    (owners) => owners.length >= Math.min(before.length + 20, 80),
    200,
  )
  first.core.signal('SIGCONT')
  await until(
    async () => collectionSummary.array().parse((await first.call('GET', '/app/collections')).json),
    (listed) => listed.some(({ halted, otherWriter }) => halted && otherWriter),
  )
  const run = await goOn(second.call, id)
  expect(run.counts).toMatchObject({ total: 80, succeeded: 80, failed: 0 })
  await expectOnChain(run, rowNames(80))
}, 600_000)
