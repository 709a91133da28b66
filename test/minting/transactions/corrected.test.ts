import { createHash } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { ReadyMint } from '../../../src/core/imports/ready/ready-mints.ts'
import { createRun } from '../../../src/core/minting/runs/create-run.ts'
import { openEntering } from '../../../src/core/minting/runs/entering.ts'
import { collectionByPk } from '../../../src/core/store/collections/collections.ts'
import { checkedImport } from '../runs/checked-import.ts'
import { importedRows } from '../runs/imported-rows.ts'
import { bodyOf } from '../simulated/chain.ts'
import { heldWorld } from '../simulated/held-world.ts'
import { expectTruth } from '../simulated/truth.ts'
import { recipient, type SimulatedWorld, temporaryFolder } from '../simulated/world.ts'

let world: SimulatedWorld
let folder: string
let close: () => Promise<void>

beforeEach(async () => {
  folder = await temporaryFolder()
  ;({ world, close } = await heldWorld())
  await world.addMints(['warm'])
  await world.settle()
  world.chain.mine(3)
})
afterEach(async () => {
  await close()
  await rm(folder, { recursive: true, force: true })
})

const owners = (): string[] => world.chain.tokens().map(({ owner }) => owner.toLowerCase())

/** A run of so many mints whose batch reverted. */
async function failed(size: number): Promise<void> {
  world.chain.world.reverting = 1
  await world.addRun('spring', size)
  await world.settle()
  expect(owners(), 'it failed').toHaveLength(1)
}

function rows() {
  return world.db
    .selectFrom('mints')
    .select(['address', 'state', 'action_id', 'id', 'error_code'])
    .where('run_id', 'is not', null)
    .orderBy('ordinal')
    .execute()
}

function jobs() {
  return world.db.selectFrom('batches').select(['job_id', 'state']).orderBy('pk').execute()
}

/** The replaced jobs that the last minting call names. */
async function lastNamed(): Promise<unknown> {
  const { call } = await world.db
    .selectFrom('transactions')
    .select('call')
    .where('purpose', '=', 'mint')
    .orderBy('pk', 'desc')
    .executeTakeFirstOrThrow()
  const body = bodyOf(JSON.parse(call))
  return 'work' in body && 'fence' in body.work ? body.work.fence?.replaced : undefined
}

/** Another file has a row of the failed mint's id, for somebody (else): a run takes it over. */
async function takenOver(to: string, metadata = '{"image":"ipfs://x","name":"Spring"}'): Promise<void> {
  const { db, collectionPk, during } = world
  const { id, project_id } = await collectionByPk(db, collectionPk)
  const [failedMint] = await rows()
  const mint: ReadyMint = {
    ...{ row: 2, copy: 1, quantity: 1, id: failedMint?.id ?? '', recipient: `polygon:${to}`, metadata },
    contentHash: createHash('sha256').update(to).digest(),
  }
  const imports = importedRows(folder)
  await imports.give({ ...checkedImport, options: { ...checkedImport.options, collectionId: id } }, [mint])
  const project = { id: project_id, index: 0 }
  const options = { project, importId: checkedImport.id, skipErrors: false, quote: null, feeCeiling: null }
  await during(async () => {
    const deps = {
      ...{ db, imports: imports.imports, minting: { wake: () => world.wake() } },
      ...{ clock: () => 1_000, point: () => undefined },
    }
    const entering = openEntering({ ...deps, runChanged: () => undefined, log: { warn: () => undefined } })
    await createRun({ ...deps, entering }, { ...options, compressed: false })
    await entering.idle()
    await entering.close()
  })
}

describe('a mint on its own that failed, of which another file has the id with another recipient', () => {
  const eve = `0x${'e'.repeat(40)}`

  it('is minted for that one under a job of its own, and the first failure stays in its history', async () => {
    await failed(1)
    const [, before] = await jobs()
    await takenOver(eve)
    await world.settle()
    expect(owners().at(-1)).toBe(eve)
    expect((await jobs()).at(-1)?.job_id).not.toBe(before?.job_id.slice(0, 66))
    expect(await lastNamed()).toEqual([before?.job_id.slice(0, 66)])
    const [mint] = await rows()
    expect(await world.db.selectFrom('corrections').select(['action_id', 'address', 'error_code']).execute()).toEqual([
      { action_id: mint?.id, address: recipient('spring 0'), error_code: 'chain.reverted' },
    ])
  })

  it('is no correction where the row asks for what it asked for before, however often', async () => {
    await failed(1)
    const [before] = await rows()
    const { json } = await world.db
      .selectFrom('metadata')
      .innerJoin('mints', 'mints.metadata_hash', 'metadata.hash')
      .where('mints.run_id', 'is not', null)
      .select('metadata.json')
      .executeTakeFirstOrThrow()
    for (let again = 0; again < 7; again++) {
      world.chain.world.reverting = again < 6 ? 1 : 0
      await takenOver(recipient('spring 0'), json)
      await world.settle()
    }
    expect(owners()).toHaveLength(2)
    expect(await rows()).toMatchObject([{ action_id: before?.action_id }])
    expect(await world.db.selectFrom('corrections').select('pk').execute()).toEqual([])
  })

  it('halts nothing for good where its first transaction comes back first: it is then what it was', async () => {
    await failed(1)
    await takenOver(eve)
    await world.settle()
    world.chain.mine(3)
    const { chain, treasury } = world
    chain.reorganise(chain.blocksSince(treasury, chain.count(treasury) - 2), { drop: false, includes: true })
    expect(owners(), 'the second one is refused').toEqual([expect.any(String), recipient('spring 0').toLowerCase()])
    for (let block = 0; block < 8; block++) {
      await world.round()
      chain.mine()
    }
    await world.addMints(['later'])
    await world.resumeCollection()
    await world.settle()
    expect((await rows())[0]).toMatchObject({ state: 'succeeded', address: recipient('spring 0') })
    expect((await world.states()).halted).toEqual([])
  })

  it.each(Array.from({ length: 12 }, (_, at) => at + 1))(
    'goes on where a person says so in the middle of a round, at its question %i to the chain',
    async (at) => {
      await failed(1)
      await takenOver(eve)
      await world.settle()
      world.chain.mine(3)
      const { chain, treasury } = world
      chain.reorganise(chain.blocksSince(treasury, chain.count(treasury) - 2), { drop: false, includes: true })
      for (let block = 0; block < 8; block++) {
        await world.round()
        chain.mine()
      }
      let asked = 0
      const lag = () => {
        if (++asked === at) world.goOn()
        return 0
      }
      Object.defineProperty(chain.world, 'lag', { configurable: true, get: lag })
      await world.addMints(['later'])
      await world.settle()
      expect((await world.states()).halted).toEqual([])
    },
  )

  it('is refused with a sentence once it was changed six times', async () => {
    await failed(1)
    for (let again = 0; again < 6; again++) {
      world.chain.world.reverting = 1
      await takenOver(`0x${String(again + 1).repeat(40)}`)
      await world.settle()
    }
    await expect(takenOver(eve)).rejects.toMatchObject({
      code: 'run.changedTooOften',
      message: expect.stringContaining('give its row another id'),
    })
    expect(owners()).toHaveLength(1)
  })
})

describe.each([
  ['a mint on its own', 1],
  ['a mint of a batch', 3],
] as const)('%s that failed and was corrected', (which, size) => {
  it(`${which} is minted for the new recipient, under a job of its own that names what it replaces`, async () => {
    await failed(size)
    const [, before] = await jobs()
    await world.correct('spring', 0)
    await world.settle()
    const [mint] = await rows()
    expect(owners().at(-1)).toBe(mint?.address?.toLowerCase())
    expect(owners().at(-1)).not.toBe(recipient('spring 0').toLowerCase())
    expect(mint?.action_id, 'its action is a new one').not.toBe(mint?.id)
    const after = await jobs()
    expect(after.at(-1)?.job_id).not.toBe(before?.job_id.slice(0, 66))
    expect(await lastNamed()).toEqual([before?.job_id.slice(0, 66)])
    expect(await world.db.selectFrom('corrections').select(['action_id', 'address', 'error_code']).execute()).toEqual([
      { action_id: mint?.id, address: expect.any(String), error_code: 'chain.reverted' },
    ])
    await expectTruth(world, ['warm'])
  })

  it(`${which} is minted once where its first transaction comes back first after a deep reorganisation, and is then what it was`, async () => {
    await failed(size)
    await world.correct('spring', 0)
    await world.settle()
    world.chain.mine(3)
    const { chain, treasury } = world
    chain.reorganise(chain.blocksSince(treasury, chain.count(treasury) - 2), { drop: false, includes: true })
    expect(owners(), 'the corrected one is refused').toHaveLength(1 + size)
    for (let block = 0; block < 8; block++) {
      await world.round()
      chain.mine()
    }
    expect((await world.states()).halted[0]?.halted, 'a person is told').toMatch(/default-polygon/)
    await world.addMints(['later'])
    await world.resumeCollection()
    await world.settle()
    const [mint] = await rows()
    expect(mint).toMatchObject({ state: 'succeeded' })
    expect(mint?.address?.toLowerCase(), 'the journal says who has it').toBe(recipient('spring 0').toLowerCase())
    await expectTruth(world, ['warm', 'later'])
    expect((await world.states()).halted).toEqual([])
  })

  it(`${which} is minted once after the computer died at any moment in between`, async () => {
    await failed(size)
    await world.correct('spring', 0)
    for (let point = 1; point < 12; point++) {
      world.dieAt(point)
      for (let round = 0; round < 3; round++) await world.round()
      world.chain.mine()
    }
    world.dieAt(-1)
    await world.settle()
    const [mint] = await rows()
    expect(owners().filter((owner) => owner === mint?.address?.toLowerCase())).toHaveLength(1)
    await expectTruth(world, ['warm'])
  })
})

it('may be corrected again when it fails again, each time under another job', async () => {
  await failed(1)
  for (let again = 0; again < 3; again++) {
    world.chain.world.reverting = 1
    await world.correct('spring', 0)
    await world.settle()
  }
  await world.correct('spring', 0)
  await world.settle()
  const all = (await jobs()).map(({ job_id }) => job_id.slice(0, 66))
  expect(new Set(all).size, 'no job is used for two contents').toBe(all.length)
  expect(await lastNamed(), 'it names all that it replaces').toHaveLength(4)
  await expectTruth(world, ['warm'])
})

it('stands in its run: a paused one keeps it waiting, and one that had ended goes on', async () => {
  await failed(3)
  world.chain.world.reverting = 1
  const run = async () => {
    const found = await world.run('spring')
    if (!found) throw new Error('no run')
    return found
  }
  expect((await run()).state).toBe('finished')
  await world.correct('spring', 1)
  expect((await run()).state).toBe('running')
  await world.settle()
  await world.correct('spring', 1)
  await world.during(async () => {
    await world.control.pause(await run())
    world.wake()
  })
  await world.settle(5).catch(() => undefined)
  world.chain.world.reverting = 0
  await world.during(async () => {
    await world.control.resume(await run())
    world.wake()
  })
  await world.settle()
  expect((await rows()).map(({ state }) => state)).toEqual(['failed', 'open', 'failed'])
  expect(owners()).toHaveLength(2)
  await expectTruth(world, ['warm'])
})

it('is not corrected while what was signed for it is not settled, nor when it did not fail', async () => {
  await world.addRun('spring', 1)
  await world.round()
  const before = await rows()
  await world.correct('spring', 0)
  expect(await rows()).toEqual(before)
  await world.settle()
  await world.correct('spring', 0)
  await expectTruth(world, ['warm'])
  expect(await world.db.selectFrom('corrections').selectAll().execute()).toEqual([])
})

it('is found by its id by an older copy of the database, which knows of no correction: it is minted once', async () => {
  await failed(1)
  await world.keepCopy()
  await world.correct('spring', 0)
  await world.settle()
  world.chain.mine(3)
  await world.restoreCopy()
  const run = await world.run('spring')
  if (!run) throw new Error('no run')
  await world.during(() => world.control.retry(run))
  await world.settle()
  expect(owners()).toHaveLength(2)
  expect((await world.states()).mints.map(({ state }) => state)).toEqual(['succeeded', 'succeeded'])
  await expectTruth(world, ['warm'])
})

describe.each([
  ['a mint on its own', 1],
  ['a mint of a batch', 3],
] as const)('%s that two copies of the database correct in two ways', (_, size) => {
  /** The newer copy's correction is minted; then the older one is put back. Whose it is on the chain. */
  async function correctedElsewhere(): Promise<string> {
    await failed(size)
    await world.keepCopy()
    await world.correct('spring', 0)
    await world.settle()
    world.chain.mine(3)
    const owner = owners().at(-1) ?? ''
    expect(owner, 'the newer copy gave it to another').not.toBe(recipient('spring 0').toLowerCase())
    await world.restoreCopy()
    return owner
  }

  it('is said to be whose the chain says, and what this copy asked for stays in its history with why', async () => {
    const owner = await correctedElsewhere()
    await world.correct('spring', 0)
    await world.settle(150, () => world.goOn())
    const [mint] = await rows()
    expect(mint).toMatchObject({ state: 'succeeded', address: owner, error_code: null })
    const { recipient: named } = await world.db
      .selectFrom('mints')
      .select('recipient')
      .where('id', '=', mint?.id ?? '')
      .executeTakeFirstOrThrow()
    expect(named).toBe(`polygon:${owner}`)
    const history = await world.db
      .selectFrom('corrections')
      .select(['address', 'error_code', 'error_message'])
      .orderBy('pk')
      .execute()
    const given = 'The chain gave this NFT to somebody else'
    expect(history).toEqual([
      expect.objectContaining({ address: recipient('spring 0'), error_code: 'chain.reverted' }),
      expect.objectContaining({ error_code: 'mint.elsewhere', error_message: expect.stringContaining(given) }),
    ])
    expect(owners(), 'this copy asked for a third person').not.toContain(history[1]?.address?.toLowerCase())
    await expectTruth(world, ['warm'])
  })

  it('is said to be whose the chain says where this copy only tried it again', async () => {
    const owner = await correctedElsewhere()
    const run = await world.run('spring')
    if (!run) throw new Error('no run')
    await world.during(() => world.control.retry(run))
    await world.settle(150, () => world.goOn())
    expect((await rows())[0]).toMatchObject({ state: 'succeeded', address: owner })
    await expectTruth(world, ['warm'])
  })
})
