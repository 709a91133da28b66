import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { allowanceOf } from '../../../src/core/api/app/runs/allowance.ts'
import { createApiKey } from '../../../src/core/api/http/api-keys.ts'
import type { ReadyMint } from '../../../src/core/imports/ready/ready-mints.ts'
import { createRun, type RunDeps } from '../../../src/core/minting/runs/create-run.ts'
import { type Entering, openEntering } from '../../../src/core/minting/runs/entering.ts'
import { createRunMaker } from '../../../src/core/minting/runs/maker.ts'
import { revokeKey, type StoredKey, updateKey } from '../../../src/core/store/installation/keys.ts'
import { createProject } from '../../../src/core/store/installation/projects.ts'
import type { OpenStore } from '../../../src/core/store/sqlite/open.ts'
import type { Project } from '../../../src/shared/app-api.ts'
import { checkedImport } from '../../minting/runs/checked-import.ts'
import { type ImportedRows, importedRows } from '../../minting/runs/imported-rows.ts'
import { openFreshStore } from '../../store/fresh-store.ts'

const day = 24 * 3_600_000
let folder = ''
let store: OpenStore
let project: Project
let key: StoredKey
let woken = 0
let now = 100 * day
let rows: ImportedRows
let entering: Entering

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'mintdesk-key-runs-'))
  store = await openFreshStore(join(folder, 'a.db'))
  project = await createProject(store.db, { name: 'Practice', kind: 'practice' }, 1)
  key = (await createApiKey(store.db, project, { name: 'model', mintsPerDay: 5 }, now)).stored
  woken = 0
  now = 100 * day
  rows = importedRows(folder)
  entering = openEntering({
    ...{ db: store.db, imports: rows.imports, minting: { wake: () => undefined }, clock: () => now, point },
    ...{ runChanged: () => undefined, log: { warn: () => undefined } },
  })
})
afterEach(async () => {
  await entering.close()
  await store.close()
  rmSync(folder, { recursive: true, force: true })
})

function readyMint(file: string, row: number): ReadyMint {
  const recipient = `polygon:0x${createHash('sha256').update(`${file} ${row}`).digest('hex').slice(0, 40)}`
  const metadata = `{"image":"ipfs://x","name":"${file} ${row}"}`
  const contentHash = createHash('sha256').update(recipient).digest()
  return { row: row + 2, copy: 1, recipient, metadata, quantity: 1, contentHash }
}

/** Makes runs as the route does: one at a time, and all rows are entered. @param meanwhile what happens while a run is made */
async function makerOf(files: Readonly<Record<string, number>>, meanwhile = async (): Promise<unknown> => undefined) {
  for (const [id, count] of Object.entries(files))
    await rows.give(
      { ...checkedImport, id, name: id },
      Array.from({ length: count }, (_, row) => readyMint(id, row)),
    )
  const imports: RunDeps['imports'] = {
    ...rows.imports,
    async whileUnchanged(id, use) {
      await meanwhile()
      return await rows.imports.whileUnchanged(id, use)
    },
  }
  const deps = { db: store.db, clock: () => now, minting: { wake: () => void woken++ }, entering, imports, point }
  const maker = createRunMaker((options) => createRun(deps, options), 60_000)
  return async (importId: string, nftsAtMost?: number) => {
    const came = await maker.make(
      {
        project,
        importId,
        skipErrors: false,
        quote: null,
        feeCeiling: null,
        compressed: true,
        nftsAtMost,
        allowance: allowanceOf({ key }, () => now),
      },
      0,
    )
    await entering.idle()
    return came
  }
}

const point = () => undefined

const countOf = async (table: 'mints' | 'runs'): Promise<number> =>
  (
    await store.db
      .selectFrom(table)
      .select(({ fn }) => fn.countAll<number>().as('n'))
      .executeTakeFirstOrThrow()
  ).n
const counted = () => store.db.selectFrom('key_mints').select(['day', 'mints']).execute()

describe('a run that a key starts', () => {
  it('counts against the daily limit of the key, whole or not at all, on disk', async () => {
    const make = await makerOf({ a: 3, b: 3, c: 2 })
    await make('a')
    expect(await counted()).toEqual([{ day: 100, mints: 3 }])
    await expect(make('b')).rejects.toMatchObject({
      status: 429,
      code: 'key.limit.mints',
      message: expect.stringContaining('may mint 5 NFTs a day, of which 2 are left and 3 were asked for'),
      retryAfter: 86_400,
    })
    expect([await countOf('runs'), await countOf('mints'), woken]).toEqual([1, 3, 1])
    await make('c')
    // Asked again, the run there is answers, and nothing is counted twice.
    await make('c')
    expect([await countOf('runs'), await counted()]).toEqual([2, [{ day: 100, mints: 5 }]])
    now += day
    await make('b')
    expect(await counted()).toEqual([{ day: 101, mints: 3 }])
  })

  it('never exceeds it together with another at the same moment', async () => {
    const make = await makerOf({ a: 3, b: 3 })
    const came = await Promise.allSettled([make('a'), make('b')])
    expect(came.map(({ status }) => status)).toEqual(['fulfilled', 'rejected'])
    expect([await countOf('mints'), await counted()]).toEqual([3, [{ day: 100, mints: 3 }]])
  })

  it('is refused whole when the limit is lowered, or the key revoked, while it is being made', async () => {
    const lower = () => updateKey(store.db, project.id, key.id, { mintsPerDay: 2 })
    await expect((await makerOf({ a: 3 }, lower))('a')).rejects.toMatchObject({ code: 'key.limit.mints' })
    await updateKey(store.db, project.id, key.id, { mintsPerDay: 5 })
    const revoke = () => revokeKey(store.db, project.id, key.id, now)
    await expect((await makerOf({ a: 3 }, revoke))('a')).rejects.toMatchObject({ status: 403, code: 'key.revoked' })
    // Nothing was signed for: not even the contract, which for a person's run is begun while rows are entered.
    expect([await countOf('runs'), await countOf('mints'), await counted(), woken]).toEqual([0, 0, [], 0])
  })

  it('needs a daily limit', async () => {
    await updateKey(store.db, project.id, key.id, { mintsPerDay: null })
    await expect((await makerOf({ a: 1 }))('a')).rejects.toMatchObject({
      status: 403,
      code: 'key.limit.none',
      message: expect.stringContaining(`"mintdesk keys limit ${key.id} --mints-per-day <n> --project ${project.id}"`),
    })
  })

  it('holds no more NFTs than were quoted', async () => {
    await expect((await makerOf({ a: 3 }))('a', 2)).rejects.toMatchObject({
      code: 'run.changed',
      message: 'a makes 3 NFTs now, more than the 2 that were quoted: ask for the price again.',
    })
    expect(await countOf('runs')).toBe(0)
    await (await makerOf({ a: 3 }))('a', 3)
    expect(await countOf('runs')).toBe(1)
  })

  it('of a person is not bounded', () => {
    expect(allowanceOf({}, () => now)).toBeUndefined()
  })
})
