import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { TokenMove } from '../../src/core/chains/family/holdings.ts'
import { listTokens } from '../../src/core/holdings/list.ts'
import { checkedScan, readOn, sightingUpdates } from '../../src/core/holdings/scan.ts'
import { noteScans, openScan, setScanState } from '../../src/core/store/holdings/scans.ts'
import { listSightings, tellSightings } from '../../src/core/store/holdings/sightings.ts'
import { type OpenStore, openStore } from '../../src/core/store/sqlite/open.ts'
import { liveBase } from './live-base.ts'

const network = 'live:base'
const wallet = `0x${'a7'.repeat(20)}`
const contract = `0x${'c0'.repeat(20)}`
const nobody = `0x${'0'.repeat(40)}`

let folder: string
let store: OpenStore

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'mintdesk-taken-back-'))
  store = openStore(join(folder, 'mintdesk.db'))
})
afterEach(async () => {
  await store.close()
  await rm(folder, { recursive: true, force: true })
})

const move = (from: string, to: string, block: number): TokenMove => ({
  ...{ contract, tokenId: '1', standard: 'erc-721', from, to, block },
})
const listed = async () =>
  (await listSightings(store.db, network, wallet, {}, 10)).map(({ tokenId, state }) => [tokenId, state])

it('what was given away is gone in a settled block alone; of a newer one the chain is asked', () => {
  const states = (block: number) =>
    sightingUpdates([move(wallet, contract, block)], wallet, 100).map(({ state }) => state)
  expect([states(100), states(101)]).toEqual([['gone'], ['seen']])
})

it.each([`wallet:${wallet}`, `contract:${contract}`])(
  'what was given away in blocks that the network lost is asked about again, however long ago it came: %s',
  async (scope) => {
    const { db } = store
    const row = { ...(await openScan(db, network, scope, 0)), through: 20_000, through_hash: '0x01' }
    const told = sightingUpdates([move(nobody, wallet, 3), move(wallet, contract, 19_000)], wallet, 20_000)
    await db.transaction().execute(async (trx) => {
      await tellSightings(trx, network, told)
      await noteScans(trx, network, [scope], { through: row.through, hash: row.through_hash, span: 100 })
    })
    expect(await listed()).toEqual([])
    const { tokens } = liveBase('http://127.0.0.1:9', 8453)
    if (!tokens) throw new Error('it lists no tokens')
    const after = await checkedScan(db, { ...tokens, blockHash: async () => '0x02' }, row, 'live')
    expect(after.through).toBe(15_000)
    expect(await listed()).toEqual([['1', 'seen']])
  },
)

/** Looks at the wallet as a chain of so many blocks says: whether it holds the token, and how often it was asked. */
async function look(head: number, holds: boolean) {
  const base = liveBase('http://127.0.0.1:9', 8453)
  if (!base.tokens) throw new Error('it lists no tokens')
  let asked = 0
  const node: typeof base = {
    ...base,
    head: async () => ({ number: head, hash: '0x01', timestamp: 0 }),
    tokens: {
      ...base.tokens,
      async held(_holder, tokens) {
        asked += tokens.length
        return tokens.map(() => ({ standard: 'erc-721', quantity: holds ? 1n : 0n }))
      },
    },
  }
  const reader = async () => ({ ...node, observe: <Result>(work: (one: typeof base) => Promise<Result>) => work(node) })
  const deps = { db: store.db, chains: { reader }, names: new Map<string, string>(), clock: Date.now }
  const wanted = { kind: 'live', chain: 'base', address: wallet } as const
  const { tokens } = await listTokens(deps, wanted, { offset: 0, limit: 10 })
  return { listed: tokens.map(({ tokenId }) => tokenId), asked }
}

const received = async (block: number): Promise<void> =>
  await store.db
    .transaction()
    .execute(
      async (trx) => await tellSightings(trx, network, sightingUpdates([move(nobody, wallet, block)], wallet, block)),
    )

it('what was gone in a block that was taken back between two looks is listed again, however far apart they are', async () => {
  await received(3)
  expect(await look(100, false)).toEqual({ listed: [], asked: 1 })
  // The block that it went in is no more, and hundreds came since.
  expect(await look(400, true)).toEqual({ listed: ['1'], asked: 1 })
})

it('what stays gone is asked about once more when its block cannot be taken back, and no more after that', async () => {
  await received(3)
  for (const head of [100, 103, 105]) expect(await look(head, false)).toEqual({ listed: [], asked: 1 })
  expect(await look(106, false)).toEqual({ listed: [], asked: 0 })
})

it('nothing is gone for good by the word of an RPC that has not got as far as was read before', async () => {
  await openScan(store.db, network, `contract:${contract}`, 0)
  await noteScans(store.db, network, [`contract:${contract}`], { through: 1_000, hash: null, span: 100 })
  await received(900)
  for (const head of [500, 600, 700]) expect(await look(head, false)).toEqual({ listed: [], asked: 1 })
  expect(await look(1_010, true)).toEqual({ listed: ['1'], asked: 1 })
})

describe('what went and came back is listed while its transfers are read once more from an earlier block', () => {
  const moves = [move(nobody, wallet, 100), move(wallet, contract, 500), move(contract, wallet, 900)]

  /** Reads the transfers of a scope from the beginning, `calls` times 600 blocks of 2,000. */
  async function read(of: 'wallet' | 'contract', calls: number): Promise<void> {
    const { tokens } = liveBase('http://127.0.0.1:9', 8453)
    if (!tokens) throw new Error('it lists no tokens')
    const row = { ...(await openScan(store.db, network, `${of}:${of === 'wallet' ? wallet : contract}`, 0)), span: 600 }
    const transfers = async (_filter: unknown, from: number, to: number) =>
      moves.filter(({ block }) => block >= from && block <= to)
    const node = { ...tokens, transfers, blockHash: async () => '0x01' }
    let left = calls
    await readOn(
      { db: store.db, tokens: node, network, head: 2_000, unsettled: 5 },
      [{ row, filter: of === 'wallet' ? { holder: wallet } : { contracts: [contract] } }],
      { take: () => left-- > 0 },
    )
  }

  it.each([
    ['contract', 'wallet'],
    ['wallet', 'contract'],
  ] as const)('the %s was read before, and the %s is now', async (before, now) => {
    await read(before, 99)
    expect(await listed()).toEqual([['1', 'seen']])
    await read(now, 1)
    expect(await listed()).toEqual([['1', 'seen']])
  })

  it('the chain said that it is held, and the scan was forgotten', async () => {
    await received(100)
    expect(await look(2_000, true)).toMatchObject({ listed: ['1'] })
    await read('wallet', 1)
    await setScanState(store.db, { network, scope: `wallet:${wallet}` }, 'paused')
    expect(await look(2_000, true)).toMatchObject({ listed: ['1'] })
  })
})
