import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { type OpenEngine, openEngine, recipientOf, runFinished, until } from './open-engine.ts'

let dir: string
let opened: OpenEngine[]

beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'mintdesk-engine-'))
  opened = []
})
afterEach(async () => {
  for (const engine of opened) await engine.close()
  await rm(dir, { recursive: true, force: true })
})

async function open(options: Partial<Parameters<typeof openEngine>[0]> = {}): Promise<OpenEngine> {
  const engine = await openEngine({ dir, ...options })
  opened.push(engine)
  return engine
}

/** Owner of every token by plain calls, in order of token id. */
async function owners(engine: OpenEngine): Promise<string[]> {
  const client = await engine.chains.client('practice', 'polygon')
  const { contract_address } = await engine.db
    .selectFrom('collections')
    .select('contract_address')
    .where('pk', '=', engine.collectionPk)
    .executeTakeFirstOrThrow()
  const { minted } = await client.counters(contract_address ?? '')
  return Promise.all(
    Array.from({ length: minted }, async (_, index) =>
      ((await client.ownerOf(contract_address ?? '', index + 1)) ?? '').toLowerCase(),
    ),
  )
}

it('mints a run of several batches, every row once and in order', async () => {
  const engine = await open()
  const run = await engine.addRun(1_200)
  await runFinished(engine, run)
  expect(await owners(engine)).toEqual(Array.from({ length: 1_200 }, (_, ordinal) => recipientOf(ordinal)))
  const states = await engine.db.selectFrom('mints').select('state').distinct().execute()
  expect(states).toEqual([{ state: 'succeeded' }])
})

it('groups mints of the API that come together, and mints a lone one alone', async () => {
  const engine = await open({ timing: { groupMs: 100, pollMs: 40 } })
  await engine.addMints(['a1', 'a2', 'a3'])
  await until('three minted', async () => (await ended(engine)) === 3)
  await engine.addMints(['b4'])
  await until('four minted', async () => (await ended(engine)) === 4)
  const batches = await engine.db.selectFrom('batches').select(['kind', 'size', 'state']).orderBy('pk').execute()
  expect(batches).toEqual([
    { kind: 'batch', size: 3, state: 'succeeded' },
    { kind: 'single', size: 1, state: 'succeeded' },
  ])
})

async function ended(engine: OpenEngine): Promise<number> {
  const { count } = await engine.db
    .selectFrom('mints')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('state', '=', 'succeeded')
    .executeTakeFirstOrThrow()
  return count
}
