import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Hex } from 'viem'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { addCollection, collectionByPk } from '../../src/core/store/collections/collections.ts'
import { enqueueMints } from '../../src/core/store/journal/mints.ts'
import { mintsNow } from '../../src/core/store/journal/mints-now.ts'
import { type OpenEngine, openEngine, recipientOf, runFinished, until } from './open-engine.ts'
import { owners } from './truth.ts'

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

it('mints a run of several batches, every row once and in order', async () => {
  const engine = await open()
  const run = await engine.addRun(1_200)
  await runFinished(engine, run)
  expect(await owners(engine)).toEqual(Array.from({ length: 1_200 }, (_, ordinal) => recipientOf(ordinal)))
  const states = await mintsNow(engine.db).select('state').distinct().execute()
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

it('says that a collection’s contract is not on the network any more; others are minted into, and it goes on when it is there again', async () => {
  const engine = await open()
  await runFinished(engine, await engine.addRun(3))
  const anvil = (await engine.practice?.network('polygon').start())?.client
  if (!anvil) throw new Error('no practice network')
  const client = await engine.chains.client('practice', 'polygon')
  const { contract_address } = await collectionByPk(engine.db, engine.collectionPk)
  const address = (contract_address ?? '') as Hex
  const code = (await anvil.getCode({ address })) ?? '0x'

  // Nothing, a contract that refuses everything, and one that takes everything.
  for (const other of ['0x', '0x5f5ffd', '0x00'] as const) {
    await anvil.setCode({ address, bytecode: other })
    await expect(client.counters(address)).rejects.toMatchObject({
      code: 'network.contract',
      message: expect.stringContaining(address),
    })
  }
  await anvil.setCode({ address, bytecode: '0x' })
  const run = await engine.addRun(4)
  await mintIntoAnother(engine)
  await until('the other collection minted', async () => (await ended(engine)) === 3 + 2)
  const notice = () => engine.engine.notice(engine.project.id, 'polygon')?.text ?? ''
  await until('the reason', async () => /does not know the contract 0x\w+, which was deployed/.test(notice()))
  expect(notice()).toMatch(/^Waiting for Polygon.*Nothing is lost/)

  await anvil.setCode({ address, bytecode: code })
  engine.engine.wake(engine.collectionPk)
  await runFinished(engine, run)
  expect(await owners(engine)).toEqual([0, 1, 2, 0, 1, 2, 3].map(recipientOf))

  // In the middle of the signer queue's life, and by one that refuses whatever it is asked: no mint is to blame.
  await anvil.setCode({ address, bytecode: '0x5f5ffd' })
  const last = await engine.addRun(2)
  await until('the reason', async () => notice().includes(address))
  expect(notice()).toMatch(/^Waiting for Polygon.*Nothing is lost/)
  await anvil.setCode({ address, bytecode: code })
  engine.engine.wake(engine.collectionPk)
  await runFinished(engine, last)
  expect(await ended(engine)).toBe(3 + 2 + 4 + 2)
})

async function mintIntoAnother(engine: OpenEngine): Promise<void> {
  const input = {
    id: 'another',
    chain: 'polygon',
    contractKind: 'economy',
    fungibility: 'non-fungible' as const,
    metadata: { name: 'Another', description: '', imageUrl: '', symbol: 'OTHER' },
    initial: { supplyLimit: null, payments: null },
    contractUri: '',
    reupload: false,
  }
  const another = await engine.db.transaction().execute(async (tx) => {
    const collection = await addCollection(tx, engine.project.id, input, 'another', Date.now())
    const drafts = [1, 2].map((n) => ({
      id: `another-${n}`,
      recipient: `polygon:${recipientOf(n)}`,
      address: recipientOf(n),
      metadata: { uri: `https://example.com/${n}.json` },
      reupload: false,
      contentHash: Buffer.alloc(32, n),
    }))
    await enqueueMints(tx, collection, drafts, { now: Date.now() })
    return collection
  })
  engine.engine.wake(another.pk)
}

async function ended(engine: OpenEngine): Promise<number> {
  const { count } = await mintsNow(engine.db)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('state', '=', 'succeeded')
    .executeTakeFirstOrThrow()
  return count
}
