import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { openScans, type Scans } from '../../src/core/holdings/scans.ts'
import { type OpenStore, openStore } from '../../src/core/store/sqlite/open.ts'
import type { WalletScan } from '../../src/shared/app-api.ts'
import { type PlayedNode, playedNode, serveNode } from '../chains/evm/played-node.ts'
import { liveBase } from './live-base.ts'
import { openRangeDoor, type RangeDoor } from './range-door.ts'

const wallet = { kind: 'live', chain: 'base', address: `0x${'a7'.repeat(20)}` } as const

let folder: string
let store: OpenStore
let played: PlayedNode
let node: Awaited<ReturnType<typeof serveNode>>
let door: RangeDoor
let scans: Scans
let told: WalletScan[]

/** Empty blocks 50,000 of them, of which as many are looked through at once as are asked for. */
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'mintdesk-scans-'))
  store = openStore(join(folder, 'mintdesk.db'))
  played = playedNode({ head: 50_000 })
  node = await serveNode(played)
  door = await openRangeDoor(node.url)
  door.most = Number.POSITIVE_INFINITY
  told = []
  const client = liveBase(door.url, 8453)
  scans = openScans({
    db: store.db,
    chains: { client: async () => client, reader: async () => client },
    log: pino({ level: 'silent' }),
    onChange: (_kind, scan) => told.push(scan),
  })
})
afterEach(async () => {
  door.hold = Number.POSITIVE_INFINITY
  await scans.close()
  await door.close()
  await node.close()
  await store.close()
  await rm(folder, { recursive: true, force: true })
})

const last = () => told.at(-1)

it('tells where a scan stands that stands still: the last word is never left out', async () => {
  door.hold = 3_500
  const begun = await scans.start(wallet)
  // It was answered before anything was read, so nothing that is told is older than the answer.
  expect(begun).toMatchObject({ state: 'running', through: 0, head: null })
  // Two ranges at once, one after the other; the third is held up.
  await expect.poll(last, { timeout: 60_000 }).toMatchObject({ state: 'running', through: 2_999, head: 50_000 })

  const pausing = scans.pause(wallet)
  door.hold = 7_000
  const paused = await pausing
  expect(paused).toMatchObject({ state: 'paused', through: 6_999 })
  await expect.poll(last, { timeout: 60_000 }).toEqual(paused)

  door.hold = Number.POSITIVE_INFINITY
  await scans.start(wallet)
  await expect.poll(last, { timeout: 60_000 }).toMatchObject({ state: 'done', head: 50_000 })
  // In the order of what happened: it never goes back.
  const through = told.map((scan) => scan.through)
  expect(through).toEqual([...through].sort((one, other) => one - other))
})

it('tells at its end what was not told yet, and nothing after it', async () => {
  door.hold = 3_500
  await scans.start(wallet)
  await expect.poll(async () => (await scans.state(wallet)).through, { timeout: 60_000 }).toBe(2_999)
  const closing = scans.close()
  door.hold = 7_000
  await closing
  expect(last()).toMatchObject({ state: 'running', through: 6_999 })
  const { length } = told
  expect(await scans.pause(wallet)).toMatchObject({ state: 'paused' })
  expect(told).toHaveLength(length)
})

it('says no longer that the RPC fails once it answers again', async () => {
  played.down = true
  await scans.start(wallet)
  await expect.poll(last, { timeout: 60_000 }).toMatchObject({
    ...{ state: 'running', message: expect.stringMatching(/It is tried again\.$/) },
  })
  door.hold = 3_500
  played.down = false
  await expect.poll(last, { timeout: 60_000 }).toMatchObject({ state: 'running', through: 2_999, message: null })
})
