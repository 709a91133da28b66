/** Two live copies of the app on anvil, with one seed and a copied database: nobody gets an NFT twice, whatever is asked of which. */

import { copyFile, mkdir, mkdtemp, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Hex } from 'viem'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { AnvilClient } from '../../src/core/practice/rpc.ts'
import { addCollection, collectionByPk } from '../../src/core/store/collections/collections.ts'
import { mintsNow } from '../../src/core/store/journal/mints-now.ts'
import { type OpenEngine, openEngine, recipientOf, until } from '../minting/open-engine.ts'
import { owners } from '../minting/truth.ts'

const rounds = Number(process.env.MINTDESK_ROUNDS ?? 2)
const timing = { groupMs: 20, pollMs: 30 }

let dir: string
/** Whose database was copied; it asks for nothing more, and has the chain. */
let original: OpenEngine
let one: OpenEngine
let other: OpenEngine
let anvil: AnvilClient
let ticking = true
let blocks: Promise<void>
let random: (below: number) => number
/** Ids of the API so far. */
let asked = 0
/** Owners of tokens that were looked at before. */
const held: string[] = []

beforeAll(async () => {
  random = randomOf(Number(process.env.MINTDESK_SEED ?? 11))
  dir = await mkdtemp(join(tmpdir(), 'mintdesk-copies-'))
  original = await openEngine({
    dir,
    blockMs: 'manual',
    timing,
    override: { faucet: false, confirmations: 3, limits: { mintsPerBatch: 4 } },
  })
  const network = original.practice?.network('polygon')
  if (!network) throw new Error('no practice network')
  anvil = (await network.start()).client
  const client = await original.chains.client('practice', 'polygon')
  await anvil.setBalance({ address: client.treasury(0) as Hex, value: 10n ** 21n })
  blocks = makeBlocks()
  await original.addMints(freshIds(2))
  await done(original)
  one = await openCopy('one')
  other = await openCopy('other')
})
afterAll(async () => {
  ticking = false
  await blocks
  for (const engine of [other, one, original]) await engine.close()
  await rm(dir, { recursive: true, force: true })
})

async function makeBlocks(): Promise<void> {
  while (ticking) {
    await anvil.mine({ blocks: 1 })
    await delay(30)
  }
}

/** An engine over a copy of the original's database, with the same seed, stored content and chain. */
async function openCopy(name: string): Promise<OpenEngine> {
  const folder = join(dir, name)
  await mkdir(folder)
  await sql`vacuum into ${join(folder, 'mintdesk.db')}`.execute(original.db)
  await copyFile(join(dir, 'practice-seed.json'), join(folder, 'practice-seed.json'))
  for (const shared of ['content', 'lists']) await symlink(join(dir, shared), join(folder, shared))
  return await openAgain(name)
}

const openAgain = (name: string): Promise<OpenEngine> =>
  openEngine({ dir: join(dir, name), timing, chains: { ...original.chains, close: async () => {} } })

const aside: Parameters<typeof addCollection>[2] = {
  ...{ id: 'aside', chain: 'polygon', contractKind: 'economy', fungibility: 'non-fungible' },
  metadata: { name: 'Aside', description: '', imageUrl: '', symbol: 'X' },
  initial: { supplyLimit: null, payments: null },
  ...{ contractUri: '', reupload: false },
}

const freshIds = (count: number): string[] => Array.from({ length: count }, () => `copy${++asked}`)

async function isDone({ db }: OpenEngine): Promise<boolean> {
  const waiting = await mintsNow(db).select('pk').where('state', 'in', ['queued', 'composed']).execute()
  return waiting.length === 0
}

const done = (engine: OpenEngine) => until('its mints', () => isDone(engine))
const collectionOf = ({ db, collectionPk }: OpenEngine) => collectionByPk(db, collectionPk)

/** What the one writer is told of the other. */
function halted(engine: OpenEngine): Promise<string> {
  return until('it says that there is another writer', async () => {
    const { halted, other_writer } = await collectionOf(engine)
    return other_writer === null ? null : halted
  })
}

/** Each recipient that was ever asked for has one token, and nobody else has any. */
async function expectOneEach(): Promise<void> {
  held.push(...(await owners(original, held.length)))
  const wanted = Array.from({ length: asked }, (_, n) => recipientOf(1_000_001 + n).toLowerCase())
  expect(held.toSorted()).toEqual(wanted.toSorted())
}

it('the second says that there is another writer, and taking over works both ways', async () => {
  const [a, b, c, d] = freshIds(4) as [string, string, string, string]
  await one.addMints([a, b])
  await done(one)
  await other.addMints([b, c])
  expect(await halted(other)).toMatch(
    /^Another copy of Mintdesk mints into this collection on Polygon since 20\d\d-.*Close it, then take over with “mintdesk collections take-over default-polygon”/,
  )
  await other.engine.takeOver(other.collectionPk)
  await done(other)
  await one.addMints([c, d])
  expect(await halted(one)).toContain('Another copy of Mintdesk')
  await one.engine.takeOver(one.collectionPk)
  await done(one)
  await expectOneEach()
})

it('a person who does not take over loses nothing: the collection stays stopped, at the next start too, and others go on', async () => {
  const [a, b, c] = freshIds(3) as [string, string, string]
  await one.addMints([a])
  await done(one)
  await other.addMints([b, c])
  const why = await halted(other)
  const beside = await other.db.transaction().execute((tx) => addCollection(tx, other.project.id, aside, 'aside', 1))
  await other.addRun(3, { collectionPk: beside.pk })
  await until('the other collection goes on', async () => {
    const rows = await mintsNow(other.db).select('state').where('collection_pk', '=', beside.pk).execute()
    return rows.length === 3 && rows.every(({ state }) => state === 'succeeded')
  })
  await other.close()
  other = await openAgain('other')
  expect(await collectionOf(other)).toMatchObject({ halted: why, other_writer: expect.any(Number) })
  await one.addMints([b])
  await done(one)
  expect(await isDone(other)).toBe(false)
  await until('what waited is minted', async () => {
    // The first one entered anew since, so that it may be asked about once more.
    if ((await collectionOf(other)).other_writer !== null) await other.engine.takeOver(other.collectionPk)
    return await isDone(other)
  })
  await expectOneEach()
})

it(`mint nothing twice in ${rounds} rounds in which both are asked for the same, in other groups`, async () => {
  for (let round = 0; round < rounds; round++) {
    const ids = freshIds(6)
    await Promise.all([one, other].map((engine) => ask(engine, shuffled(ids))))
    await until('both copies are done', async () => {
      const waiting: OpenEngine[] = []
      for (const engine of [one, other]) if (!(await isDone(engine))) waiting.push(engine)
      const next = waiting[random(waiting.length || 1)]
      // A person, some time.
      if (next && (await collectionOf(next)).other_writer !== null && random(6) === 0)
        await next.engine.takeOver(next.collectionPk)
      return waiting.length === 0
    })
    await expectOneEach()
  }
}, 3_600_000)

/** All of these ids, some at a time. */
async function ask(engine: OpenEngine, ids: readonly string[]): Promise<void> {
  for (let from = 0; from < ids.length; ) {
    const some = 1 + random(4)
    await delay(random(400))
    await engine.addMints(ids.slice(from, from + some))
    from += some
  }
}

function shuffled(ids: readonly string[]): string[] {
  return ids
    .map((id) => ({ id, place: random(1_000) }))
    .sort((a, b) => a.place - b.place)
    .map(({ id }) => id)
}

/** Numbers below n, the same ones for the same seed. */
function randomOf(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}
