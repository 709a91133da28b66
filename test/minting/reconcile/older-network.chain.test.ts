import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { mintsNow } from '../../../src/core/store/journal/mints-now.ts'
import { type OpenEngine, openEngine, until } from '../open-engine.ts'
import { expectTruth } from '../truth.ts'

let dir: string

beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'mintdesk-older-network-'))
})
afterEach(() => rm(dir, { recursive: true, force: true }))

/** Opens the folder for this. */
async function during(work: (engine: OpenEngine) => Promise<void>): Promise<void> {
  const timing = { groupMs: 20, pollMs: 20 }
  const engine = await openEngine({ dir, blockMs: 50, override: { confirmations: 2 }, timing })
  try {
    await work(engine)
  } finally {
    await engine.close()
  }
}

/** Mints these one after the other, each in a transaction of its own. */
async function mint(engine: OpenEngine, ids: readonly string[]): Promise<void> {
  for (const id of ids) {
    await engine.addMints([id])
    await isMinted(engine, id)
  }
}

async function isMinted(engine: OpenEngine, id: string): Promise<void> {
  await until(`${id} is minted`, async () => {
    const row = await mintsNow(engine.db).select('state').where('id', '=', id).executeTakeFirst()
    return row?.state === 'succeeded'
  })
}

async function haltedFor({ db, collectionPk }: OpenEngine): Promise<string> {
  const found = await until('the collection is halted', async () => {
    const { halted } = await db
      .selectFrom('collections')
      .select('halted')
      .where('pk', '=', collectionPk)
      .executeTakeFirstOrThrow()
    return halted
  })
  return String(found)
}

it('a practice network that is put back to an older state gets again what it lost, makes the blocks that it lacks, and is told of', async () => {
  const [practice, older] = [join(dir, 'practice'), join(dir, 'older')]
  await during((engine) => mint(engine, ['a1']))
  await cp(practice, older, { recursive: true })
  await during((engine) => mint(engine, ['b2', 'c3', 'd4']))
  await rm(practice, { recursive: true })
  await cp(older, practice, { recursive: true })
  await during(async (engine) => {
    await engine.addMints(['e5'])
    expect(await haltedFor(engine)).toContain('took back blocks')
    await engine.engine.resumeCollection(engine.collectionPk)
    await isMinted(engine, 'e5')
    await expectTruth(engine, 5)
  })
})
