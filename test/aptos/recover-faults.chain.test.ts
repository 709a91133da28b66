/** Recovery on Aptos that ends anywhere, and RPCs that do not tell all of it. */
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import type { ChainClient, Witnesses } from '../../src/core/chains/family/family.ts'
import type { HistoryClient } from '../../src/core/chains/family/history.ts'
import type { RecoveryState } from '../../src/shared/app-api.ts'
import type { OpenEngine } from '../minting/open-engine.ts'
import { temporaryFolder } from '../minting/simulated/world.ts'
import { mintUnderWay, type Played, recoverAtAnyStatement, recoverIn, smallPages } from '../solana/recovery.ts'
import { ended, onChain, openAptos } from './world.ts'

const ids = ['one-1', 'two-2', 'three-3', 'four-4', 'five-5']
let dir = ''
let before: string[] = []
let uris = new Map<string, string | null>()
let world: OpenEngine

/** A database without anything. */
async function lose(): Promise<void> {
  await world.close()
  for (const ending of ['', '-wal', '-shm']) await rm(join(dir, `mintdesk.db${ending}`), { force: true })
  world = await openAptos(dir, { start: false })
}

beforeAll(async () => {
  dir = await temporaryFolder()
  world = await openAptos(dir)
  // One after the other, so that there are some transactions.
  for (const id of ids) {
    await world.addMints([id])
    await ended(world)
  }
  const mints = await ended(world)
  before = mints.map(({ token_address }) => token_address ?? '').sort()
  uris = new Map(mints.map(({ id, token_uri }) => [id, token_uri]))
})
beforeEach(lose)
afterAll(() => world.close())

const recover = (played: Played): Promise<RecoveryState> => recoverIn(world, { chain: 'aptos', ...played })

async function listed(): Promise<string[]> {
  const rows = await world.db.selectFrom('mints').select('token_address').execute()
  return rows.map(({ token_address }) => token_address ?? '').sort()
}

async function halted(): Promise<string | null> {
  const rows = world.db.selectFrom('collections').select('halted').where('id', '=', 'default-aptos')
  return (await rows.executeTakeFirstOrThrow()).halted
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
  expect(await recover({ history: small })).toMatchObject({ found: [{ minted: 5, entered: 5 }], remarks: [] })
  expect([await listed(), await halted()]).toEqual([before, null])
  expect(new Set(read).size).toBe(read.length)
  const once = read.length
  expect(await recover({ history: small })).toMatchObject({ found: [{ minted: 5, entered: 0 }], remarks: [] })
  expect(read).toHaveLength(once)
})

it('that ends at any statement goes on where it was, and enters everything once', async () => {
  const all = await recoverAtAnyStatement({ db: () => world.db, recover, lose, step: 3 }, async ({ remarks }) => {
    expect(remarks).toEqual([expect.stringContaining('Run recover again: it goes on where it was.')])
    // Whoever begins to mint instead of that is told.
    const found = await listed()
    if (found.length > 0 && found.length < ids.length) expect(await halted()).toContain('It is being recovered')
  })
  expect(all).toBeGreaterThan(20)
  expect(await recover({})).toMatchObject({ found: [{ minted: 5 }], remarks: [] })
  expect([await listed(), await halted()]).toEqual([before, null])
})

/** An RPC that does not list the second newest transaction. */
async function leavingOut(): Promise<(real: HistoryClient) => Partial<HistoryClient>> {
  const client = await world.chains.client('practice', 'aptos')
  const [, hash] = (await client.history?.list(client.treasury(0), null))?.hashes ?? []
  return (real) => ({
    async list(account, after) {
      const { hashes, ...rest } = await real.list(account, after)
      return { ...rest, hashes: hashes.filter((one) => one !== hash) }
    },
  })
}

it('an RPC that leaves out a transaction is found out by the collection’s counter: nothing is minted', async () => {
  expect(await recover({ history: await leavingOut() })).toMatchObject({
    found: [{ entered: 4, remark: expect.stringContaining('It counts 5 NFTs') }],
    remarks: [],
  })
  expect(await halted()).toContain('Nothing is minted into it, so that nobody gets an NFT twice')
  // Another RPC tells all of it.
  expect(await recover({})).toMatchObject({ found: [{ minted: 5, entered: 1 }], remarks: [] })
  expect([await listed(), await halted()]).toEqual([before, null])
})

it('a collection that is minted into meanwhile is left out, and found with all that became of it once that is through', async () => {
  const { treasury } = await world.chains.client('practice', 'aptos')
  const through = await mintUnderWay(world, 'aptos')
  const read: string[] = []
  // The newest of all moved a token, and tells of no collection.
  const moves = (real: HistoryClient): Partial<HistoryClient> => ({
    async list(account, after) {
      const { hashes, ...rest } = await real.list(account, after)
      return { ...rest, hashes: account === treasury(0) && after === null ? ['0xmove', ...hashes] : hashes }
    },
    async read(hashes) {
      read.push(...hashes)
      const [token = ''] = before
      const moved = [{ token, from: '0x1', to: '0x2' }]
      const nothing = { collections: [], tokens: [], leaves: [], changes: [], updates: [], rewritten: [] }
      const entries = await real.read(hashes.filter((hash) => hash !== '0xmove'))
      const move = { hash: '0xmove', payer: treasury(0), ...nothing, moved }
      return hashes.includes('0xmove') ? [move, ...entries] : entries
    },
  })
  expect(await recover({ history: moves })).toMatchObject({
    found: [{ entered: 0, remark: expect.stringContaining('Transactions of it are under way, so it was left out') }],
    remarks: [],
  })
  expect(await listed()).toEqual([])
  await through()
  expect(await recover({ history: moves })).toMatchObject({ found: [{ minted: 5, entered: 5, remark: null }] })
  expect([await listed(), await halted()]).toEqual([before, null])
  expect(await world.db.selectFrom('transfers').select('tx_hash').execute()).toEqual([{ tx_hash: '0xmove' }])
  read.length = 0
  expect(await recover({ history: moves })).toMatchObject({ found: [{ minted: 5, entered: 0 }] })
  expect(read).toEqual([])
})

it('gives a mint that waits in an older copy of the database what a newer one minted for it', async () => {
  await world.addMints(['four-4'])
  // As it is in a batch of which nobody knows whether it was included.
  await world.db
    .updateTable('mints')
    .set({ token_uri: uris.get('four-4') ?? null })
    .execute()
  expect(await recover({})).toMatchObject({ found: [{ minted: 5, entered: 4 }], remarks: [] })
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
  expect(agreed).toMatchObject({ found: [{ entered: 5 }], remarks: [] })
})

it('goes on minting: what is asked for again is known, and only what is new is minted', async () => {
  await recover({})
  await world.close()
  world = await openAptos(dir)
  await world.addMints([...ids, 'six-6'])
  const mints = await ended(world)
  const tokens = await onChain(world)
  expect(mints.map(({ state, recovered }) => [state, recovered])).toEqual(Array(6).fill(['succeeded', 0]))
  expect(mints.map(({ token_address }) => token_address).sort()).toEqual(tokens.map(({ address }) => address).sort())
  expect(new Set([...before, ...tokens.map(({ address }) => address)]).size).toBe(6)
})

it('what is asked for while not all was read back waits, and is minted by itself once it was', async () => {
  await world.close()
  let looked = 0
  world = await openAptos(dir, {
    start: false,
    point: (name) => {
      if (name === 'after round') looked++
    },
  })
  const already = await onChain(world)
  await recover({ history: await leavingOut() })
  const then = looked
  await world.addMints(['seven-7'])
  await vi.waitFor(() => expect(looked).toBeGreaterThan(then))
  expect(await halted()).toContain('Nothing is minted into it, so that nobody gets an NFT twice')
  await recover({})
  expect((await ended(world)).map(({ state }) => state)).toEqual(Array(already.length + 1).fill('succeeded'))
  expect(await onChain(world)).toHaveLength(already.length + 1)
})
