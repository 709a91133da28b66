import { mkdtemp, rm } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import SqliteDatabase from 'better-sqlite3'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { readApiFile } from '../../src/core/host/api-file.ts'
import { recipientOf } from '../minting/open-engine.ts'
import { buildCrashCore, removeCrashCore } from './build-crash-core.ts'
import { endStrays } from './end-strays.ts'
import { type KilledCore, ownersOnChain, polygonClient, startCore } from './killed-core.ts'

beforeAll(buildCrashCore)
afterAll(removeCrashCore)

let dir: string
let core: KilledCore | undefined
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'mintdesk-killed-api-'))
})
afterEach(async () => {
  await core?.kill(true).catch(() => {})
  await endStrays(dir)
  await rm(dir, { recursive: true, force: true })
})

const path = '/api/2022-06-09/collections/default/nfts'
const mint = { recipient: `polygon:${recipientOf(1)}`, metadata: { name: 'Once', image: 'ipfs://bafkqaaa' } }

/** The ids of all mints that are on disk. */
function minted(): string[] {
  const database = new SqliteDatabase(join(dir, 'mintdesk.db'), { readonly: true })
  try {
    return database
      .prepare<[], { id: string }>('select id from mints')
      .all()
      .map(({ id }) => id)
  } finally {
    database.close()
  }
}

it('a request whose core was killed once it was on disk, and never answered, is found by its repeat, and minted once', async () => {
  core = await startCore(dir)
  const { url = '', token = '' } = readApiFile(dir) ?? {}
  const { hostname, port } = new URL(url)
  const body = JSON.stringify(mint)
  const socket = connect(Number(port), hostname)
  socket.on('error', () => {})
  // What it answers is never read.
  socket.pause()
  socket.write(
    `POST ${path} HTTP/1.1\r\nHost: ${hostname}:${port}\r\nAuthorization: Bearer ${token}\r\nIdempotency-Key: order-17\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
  )
  while (minted().length === 0) await setImmediate()
  await core.kill()
  socket.destroy()
  const [id] = minted()

  core = await startCore(dir)
  const { call } = core
  const again = await call('POST', path, mint, { 'x-idempotency-key': 'order-17' })
  expect([again.status, again.headers.get('idempotent-replay'), again.json.id]).toEqual([200, 'true', id])
  await expect
    .poll(async () => JSON.stringify((await call('GET', `${path}/${id}`)).json), { timeout: 60_000 })
    .toContain('"status":"success"')
  expect(minted()).toEqual([id])
  const { onChain } = again.json as { onChain: { contractAddress: string } }
  expect(await ownersOnChain(await polygonClient(core), onChain.contractAddress)).toEqual([
    recipientOf(1).toLowerCase(),
  ])
})
