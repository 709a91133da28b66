/** Recovery on Solana that ends anywhere, and RPCs that do not tell all of it. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { KyselyPlugin } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import type { ChainClient, Witnesses } from '../../src/core/chains/family/family.ts'
import type { HistoryClient } from '../../src/core/chains/family/history.ts'
import type { RecoveryState } from '../../src/shared/app-api.ts'
import { programOf } from '../core/test-programs.ts'
import type { OpenEngine } from '../minting/open-engine.ts'
import { temporaryFolder } from '../minting/simulated/world.ts'
import { mintUnderWay, type Played, recoverAtAnyStatement, recoverIn, smallPages } from './recovery.ts'
import { ended, newTape, nodeFor, openSolana, words } from './world.ts'

const ids = ['one-1', 'two-2', 'three-3', 'four-4', 'five-5', 'own-6', 'own-7']
let dir = ''
let before: string[] = []
let uris = new Map<string, string | null>()
let world: OpenEngine

async function addMints(wanted: readonly string[]): Promise<void> {
  await world.addMints(wanted, { compressed: (id) => !id.startsWith('own') })
}

/** A database without anything. */
async function lose(): Promise<void> {
  await world.close()
  for (const ending of ['', '-wal', '-shm']) await rm(join(dir, `mintdesk.db${ending}`), { force: true })
  world = await openSolana(dir, nodeFor('recover-faults'), { start: false })
}

beforeAll(async () => {
  await newTape('recover-faults')
  dir = await temporaryFolder()
  world = await openSolana(dir, nodeFor('recover-faults'))
  // One after the other, so that there are some transactions.
  for (const id of ids) {
    await addMints([id])
    await ended(world)
  }
  const mints = await ended(world)
  before = mints.map(({ token_address }) => token_address ?? '').sort()
  uris = new Map(mints.map(({ id, token_uri }) => [id, token_uri]))
})
beforeEach(lose)
afterAll(() => world.close())

const recover = (played: Played): Promise<RecoveryState> => recoverIn(world, played)

/** The same in a process that kills itself at a statement; the signal that it ended by. */
async function recoverKilled(statement: number): Promise<string | null> {
  await world.close()
  const { program, programs } = nodeFor('recover-faults')
  const file = programOf('test/solana/recover-child.ts')
  const child = spawn(process.execPath, [file, dir, program, programs[0] ?? '', words, String(statement)])
  const [, signal] = (await once(child, 'close')) as [number | null, string | null]
  world = await openSolana(dir, nodeFor('recover-faults'), { start: false })
  return signal
}

async function listed(): Promise<string[]> {
  const rows = await world.db.selectFrom('mints').select('token_address').execute()
  return rows.map(({ token_address }) => token_address ?? '').sort()
}

async function collection(): Promise<{ pk: number; halted: string | null }> {
  return await world.db
    .selectFrom('collections')
    .select(['pk', 'halted'])
    .where('id', '=', 'default-solana')
    .executeTakeFirstOrThrow()
}

async function halted(): Promise<string | null> {
  return (await collection()).halted
}

it('reads a history of many pages, each transaction once', async () => {
  const read: string[] = []
  const small = (real: HistoryClient): Partial<HistoryClient> => ({
    ...smallPages(real),
    async read(hashes) {
      read.push(...hashes)
      return await real.read(hashes)
    },
  })
  expect(await recover({ history: small })).toMatchObject({ found: [{ minted: 7, entered: 7 }], remarks: [] })
  expect([await listed(), await halted()]).toEqual([before, null])
  expect(new Set(read).size).toBe(read.length)
  const once = read.length
  expect(await recover({ history: small })).toMatchObject({
    found: [{ minted: 7, entered: 0, remark: null }],
    remarks: [],
  })
  expect(read).toHaveLength(once)
})

it('that ends at any statement goes on where it was, and enters everything once', async () => {
  const all = await recoverAtAnyStatement({ db: () => world.db, recover, lose, step: 5 }, async ({ remarks }) => {
    expect(remarks).toEqual([expect.stringContaining('Run recover again: it goes on where it was.')])
    // Whoever begins to mint instead of that is told.
    const found = await listed()
    if (found.length === 0 || found.length === ids.length) return
    const sentence = 'It is being recovered'
    expect(await halted()).toContain(sentence)
    await expect(world.engine.resumeCollection((await collection()).pk)).rejects.toThrow(sentence)
    expect(await halted()).toContain(sentence)
  })
  expect(all).toBeGreaterThan(30)
  expect(await recover({})).toMatchObject({ found: [{ minted: 7 }], remarks: [] })
  expect([await listed(), await halted()]).toEqual([before, null])
})

it('a collection that is minted into meanwhile is left out, and found whole once that is through', async () => {
  const through = await mintUnderWay(world, 'solana')
  expect(await recover({})).toMatchObject({
    found: [{ entered: 0, remark: expect.stringContaining('Transactions of it are under way, so it was left out') }],
    remarks: [],
  })
  expect(await listed()).toEqual([])
  await through()
  expect(await recover({})).toMatchObject({ found: [{ minted: 7, entered: 7 }], remarks: [] })
  expect([await listed(), await halted()]).toEqual([before, null])
})

it('goes on where it was after kill -9', async () => {
  const parts: number[] = []
  for (const statement of [25, 60, 20]) {
    expect(await recoverKilled(statement)).toBe('SIGKILL')
    parts.push((await world.db.selectFrom('recovery_reads').select('hash').execute()).length)
  }
  expect(parts).toEqual(parts.toSorted((one, two) => one - two))
  expect(await recover({})).toMatchObject({ found: [{ minted: 7 }], remarks: [] })
  expect([await listed(), await halted()]).toEqual([before, null])
})

it.each([
  ['compressed', 'five-5'],
  ['uncompressed', 'own-7'],
])(
  'an RPC that leaves out the transaction of a %s NFT is found out by the counters: nothing is minted',
  async (_kind, id) => {
    // Whose transaction it is: the place of the mint among the newest.
    const back = ids.length - 1 - ids.indexOf(id)
    const client = await world.chains.client('practice', 'solana')
    const page = await client.history?.list(client.treasury(0), null)
    const hash = page?.hashes[back] ?? ''
    const lying = (real: HistoryClient): Partial<HistoryClient> => ({
      async list(account, after) {
        const { hashes, ...rest } = await real.list(account, after)
        return { ...rest, hashes: hashes.filter((one) => one !== hash) }
      },
    })
    const state = await recover({ history: lying })
    expect(state).toMatchObject({
      found: [{ entered: 6, remark: expect.stringContaining('whole history') }],
      remarks: [],
    })
    expect(await halted()).toContain('Nothing is minted into it, so that nobody gets an NFT twice')
    // Another RPC tells all of it.
    expect(await recover({})).toMatchObject({ found: [{ minted: 7, entered: 1 }], remarks: [] })
    expect([await listed(), await halted()]).toEqual([before, null])
  },
)

/** Does something after a look at a collection outside of all database transactions, before whoever looked gets to see it. */
function afterLook(act: () => Promise<unknown>): KyselyPlugin {
  const built = new WeakSet<object>()
  return {
    transformQuery({ node, queryId }) {
      built.add(queryId)
      return node
    },
    async transformResult({ result, queryId }) {
      // `collectionByPk` is built beforehand; the others that read the column are not.
      if (!built.has(queryId) && result.rows.some((row) => 'halted' in row)) await act()
      return result
    },
  }
}

it('a collection that a person resumes while its recovery ends is not halted again', async () => {
  const lying = (real: HistoryClient): Partial<HistoryClient> => ({
    async list(account, after) {
      const { hashes, ...rest } = await real.list(account, after)
      return { ...rest, hashes: hashes.slice(1) }
    },
  })
  await recover({ history: lying })
  expect(await halted()).toContain('go on with “mintdesk collections resume default-solana”')
  const { pk } = await collection()
  let resumed = 0
  const db = world.db.withPlugin(
    afterLook(async () => {
      resumed++
      await world.engine.resumeCollection(pk)
    }),
  )
  const { found } = await recover({ history: lying, db })
  expect([resumed, await halted()]).toEqual([1, null])
  expect(found[0]?.remark).toMatch(/whole history.*run “mintdesk recover” again\.$/)
  expect(found[0]?.remark).not.toContain('Nothing is minted into it')
})

it('gives a mint that waits in an older copy of the database what a newer one minted for it', async () => {
  await addMints(['four-4'])
  // As it is in a batch of which nobody knows whether it was included.
  await world.db
    .updateTable('mints')
    .set({ token_uri: uris.get('four-4') ?? null })
    .execute()
  expect(await recover({})).toMatchObject({ found: [{ minted: 7, entered: 6 }], remarks: [] })
  expect(await listed()).toEqual(before)
  const own = await world.db.selectFrom('mints').select(['state', 'recovered']).where('id', '=', 'four-4').execute()
  expect(own).toEqual([{ state: 'succeeded', recovered: 0 }])
})

it('what one of two RPCs alone says is not entered, and both are named', async () => {
  const other = (real: ChainClient, history: Partial<HistoryClient>): Witnesses => ({
    asked: 'first.example',
    others: [
      {
        name: 'second.example',
        client: async () => (real.history ? { ...real, history: { ...real.history, ...history } } : null),
      },
    ],
    compared: () => undefined,
  })
  const behind: Partial<HistoryClient> = { list: async () => ({ hashes: [], newest: null, next: null }) }
  const state = await recover({ witnesses: (real) => other(real, behind) })
  expect(state.remarks).toEqual([expect.stringMatching(/first\.example and second\.example.*Run recover again/)])
  expect(await listed()).toEqual([])
  const agreed = await recover({ witnesses: (real) => other(real, {}) })
  expect(agreed).toMatchObject({ found: [{ entered: 7 }], remarks: [] })
})

it('that is only tried changes nothing', async () => {
  expect(await recover({ dryRun: true })).toMatchObject({
    found: [{ minted: 7, entered: 0, remark: expect.stringContaining('no supply limit') }],
    remarks: [],
  })
  expect(await world.db.selectFrom('recovery_reads').selectAll().execute()).toEqual([])
  expect(await listed()).toEqual([])
})
