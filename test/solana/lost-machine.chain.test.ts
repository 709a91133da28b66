/**
 * A machine that mints on a live cluster of Solana is killed in the middle of a run and lost; its last backup goes on elsewhere by the words
 * alone, and the chain is counted. The programs themselves are needed: no tape holds what a killed process signs.
 */
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { generateMnemonic } from '@scure/bip39'
import { wordlist } from '@scure/bip39/wordlists/english.js'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { findBackup } from '../../src/core/backup/find-backup.ts'
import { restoreBackup } from '../../src/core/backup/restore.ts'
import { backupKeyOf } from '../../src/core/backup/sealed.ts'
import { fingerprintOf, readWords, seedOf } from '../../src/core/wallets/words.ts'
import { backupsState, collectionSummary, project, type Run } from '../../src/shared/app-api.ts'
import type { Caller } from '../core/trial-core.ts'
import { buildCrashCore, removeCrashCore } from '../faults/build-crash-core.ts'
import { type KilledCore, startCore } from '../faults/killed-core.ts'
import { collectionOn, hostedSheet, mint, runOf, solanaRecipientOf, until } from '../live/live-job.ts'
import { type PlayedCluster, playCluster } from '../live/played-cluster.ts'
import { ownersOnChain } from '../live/solana-owners.ts'
import { type KuboNode, openKuboNode } from '../metadata/kubo-node.ts'
import { nodeFor, untaped } from './world.ts'

const chain = 'solana-devnet'
const rows = 30
const words = generateMnemonic(wordlist, 256)
const cores: KilledCore[] = []
let cluster: PlayedCluster
let ipfs: KuboNode
let dir: string

beforeAll(async () => {
  if (!untaped) return
  await buildCrashCore()
  cluster = await playCluster(chain, nodeFor('lost-machine'))
  ipfs = await openKuboNode()
  dir = await mkdtemp(join(tmpdir(), 'mintdesk-lost-solana-'))
  await mkdir(join(dir, 'backups'))
})
afterAll(async () => {
  if (!untaped) return
  for (const core of cores) if (!core.ended) await core.kill()
  await cluster.close()
  await ipfs.close()
  await removeCrashCore()
  await rm(dir, { recursive: true, force: true })
})

/** A core on one of the machines, and calls to its live project, which is made at the first time. */
async function machine(name: string): Promise<{ core: KilledCore; call: Caller }> {
  const env = { MINTDESK_LIVE_SEED: words, MINTDESK_ALLOW_HOSTS: '127.0.0.1' }
  const core = await startCore(join(dir, name), { transactionsInFlight: 2, confirmations: 1, env })
  cores.push(core)
  const there = project.array().parse((await core.call('GET', '/app/projects')).json)
  const live =
    there.find(({ kind }) => kind === 'live') ??
    project.parse((await core.call('POST', '/app/projects', { name: 'Shop', kind: 'live' })).json)
  return { core, call: (method, path, body) => core.call(method, path, body, { 'x-mintdesk-project': live.id }) }
}

const minted = (call: Caller, id: string, count: number): Promise<Run> =>
  until(
    () => runOf(call, id),
    ({ counts }) => counts.succeeded >= count,
  )

async function ask(call: Caller, id: string): Promise<void> {
  const recipient = `${chain}:${solanaRecipientOf(id)}`
  const nfts = [{ id, recipient, metadata: { name: id, image: 'ipfs://bafkqaaa' } }]
  const answer = await call('POST', '/api/2022-06-09/collections/tickets/nfts', { nfts })
  if (answer.status >= 300) throw new Error(answer.text)
}

const settled = (call: Caller, id: string) =>
  until(
    async () => {
      const { json } = await call('GET', `/api/2022-06-09/collections/tickets/nfts/${id}`)
      return (json as { onChain?: { status?: string } }).onChain?.status
    },
    (status) => status === 'success',
  )

async function backUp(call: Caller): Promise<void> {
  await call('POST', '/app/backups', { place: join(dir, 'backups') })
  const state = await until(
    async () => backupsState.parse((await call('GET', '/app/backups')).json),
    ({ running }) => running === null,
  )
  expect(state).toMatchObject({ notice: null, last: { place: join(dir, 'backups') } })
}

async function restore(name: string): Promise<void> {
  const read = readWords(words)
  if (!('entropy' in read)) throw new Error('no words')
  const key = backupKeyOf(await seedOf(read.entropy), await fingerprintOf(read.entropy))
  const found = await findBackup({ place: join(dir, 'backups'), access: null }, key)
  await restoreBackup({ found, key, dataDir: join(dir, name) })
}

/** The run, and a person who looks after it. */
async function attended(call: Caller, id: string): Promise<Run> {
  const listed = collectionSummary.array().parse((await call('GET', '/app/collections')).json)
  if (listed.some(({ halted }) => halted)) await call('POST', '/app/collections/tickets/resume')
  const now = await runOf(call, id)
  if (now.state === 'paused') await call('POST', `/app/runs/${id}/resume`)
  return now
}

it.skipIf(!untaped)(
  'a machine that is lost in the middle of a run on Solana costs nothing twice and loses nothing',
  async () => {
    const first = await machine('first')
    await first.call('PUT', `/app/networks/${chain}/rpcs`, { rpcs: [cluster.url] })
    await first.call('PUT', '/app/storage', { kind: 'kubo', url: ipfs.url })
    await collectionOn(first.call, 'tickets', chain)
    const { price, run } = await mint(first.call, 'tickets', 'a.csv', hostedSheet('row', rows, solanaRecipientOf))
    await cluster.fund(price.treasury.address, 5_000_000_000n)
    await minted(first.call, run.id, 3)
    await backUp(first.call)
    await ask(first.call, 'late')
    await minted(first.call, run.id, 12)
    await first.core.kill()
    await rm(join(dir, 'first'), { recursive: true })

    await restore('second')
    const second = await machine('second')
    const done = await until(
      () => attended(second.call, run.id),
      ({ completedAt }) => completedAt !== null,
      200,
    )
    expect(done.counts).toMatchObject({ total: rows, succeeded: rows, failed: 0 })
    await ask(second.call, 'late')
    await settled(second.call, 'late')
    const names = [...Array.from({ length: rows }, (_, at) => `row ${at}`), 'late']
    expect((await ownersOnChain(join(dir, 'second'), cluster.rpc)).toSorted()).toEqual(
      names.map(solanaRecipientOf).toSorted(),
    )
  },
  300_000,
)
