import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeQuote, type QuoteFigures } from '../../src/core/minting/runs/quote.ts'
import { collectionByPk } from '../../src/core/store/collections/collections.ts'
import type { OpenEngine } from '../minting/open-engine.ts'
import { solanaRecipientOf } from '../minting/open-engine.ts'
import { temporaryFolder } from '../minting/simulated/world.ts'
import { ended, newTape, nodeFor, onChain, openSolana } from './world.ts'

const count = 8
let world: OpenEngine
let quoted: QuoteFigures

beforeAll(async () => {
  await newTape('mint')
  world = await openSolana(await temporaryFolder(), nodeFor('mint'))
  quoted = await quoteFor(count)
  await world.addRun(count)
  await ended(world, 100_000)
})
afterAll(() => world.close())

/** What so many NFTs of ours would cost now, in lamports. */
async function quoteFor(nfts: number, hosted = { mints: 0, of: nfts, uri: '', distinct: nfts }): Promise<QuoteFigures> {
  return makeQuote({
    ...{ db: world.db, importId: 'none', nfts, hosted, project: world.project, reserved: 0n, ceiling: null },
    collection: await collectionByPk(world.db, world.collectionPk),
    client: await world.chains.client('practice', 'solana'),
  })
}

describe('a run of compressed NFTs', () => {
  it('costs what was quoted, within a tenth: fees, and the rent of collection and tree', async () => {
    const sent = await world.db.selectFrom('transactions').select(['purpose', 'fee']).execute()
    const paid = (...purposes: string[]) =>
      sent.reduce((sum, { purpose, fee }) => sum + (purposes.includes(purpose) ? Number(fee) : 0), 0)
    expect(quoted.transactions).toBe(sent.length)
    const before = Number(quoted.contractFee) + Number(quoted.treesFee)
    expect(before / paid('deploy')).toBeCloseTo(1, 1)
    expect((Number(quoted.fee.expected) - before) / paid('mint')).toBeCloseTo(1, 1)
    expect(Number(quoted.fee.expected) / paid('deploy', 'mint')).toBeCloseTo(1, 1)
  })

  it('gives each recipient one, under the address that the chain told', async () => {
    const mints = await ended(world)
    const held = await onChain(world)
    expect(mints.map(({ error_message }) => error_message)).toEqual(Array(count).fill(null))
    expect(held.map(({ owner }) => owner)).toEqual(Array.from({ length: count }, (_, n) => solanaRecipientOf(n)))
    expect(mints.map(({ token_address }) => token_address)).toEqual(held.map(({ address }) => address))
  })

  it('puts three into a transaction, for 5,000 lamports', async () => {
    const sent = await world.db.selectFrom('transactions').selectAll().where('purpose', '=', 'mint').execute()
    expect(sent.map(({ fee, state }) => [fee, state])).toEqual(Array(Math.ceil(count / 3)).fill(['5000', 'succeeded']))
  })

  it('makes the smallest tree that holds them, once, and knows what its root is made of', async () => {
    const trees = await world.db.selectFrom('trees').selectAll().execute()
    expect(trees).toMatchObject([{ depth: 5, capacity: 32, state: 'made' }])
    const leaves = await world.db.selectFrom('leaves').selectAll().orderBy('place').execute()
    expect(leaves.map(({ place }) => place)).toEqual(Array.from({ length: count }, (_, place) => place))
  })

  it('is quoted with fees alone while the tree has room, and with all trees that a larger one needs', async () => {
    expect(await quoteFor(12)).toMatchObject({
      transactions: 4,
      fee: { expected: '20000' },
      contractFee: '0',
      treesFee: '0',
    })
    const [large, larger] = [await quoteFor(1_000_000), await quoteFor(1_500_000)]
    // A tree holds 1,048,576: rent of one is 3.96 SOL.
    expect(Number(large.treesFee) / 3.96e9).toBeCloseTo(1, 1)
    expect(Number(larger.treesFee)).toBe(2 * Number(large.treesFee))
  })

  it('is quoted by the bytes of the URIs that are hosted elsewhere', async () => {
    const mints = async (uri: number) =>
      (await quoteFor(600, { mints: 600, of: 600, uri: 'x'.repeat(uri), distinct: 600 })).transactions
    expect([await mints(20), await mints(66), await mints(200)]).toEqual([151, 201, 301])
  })
})
