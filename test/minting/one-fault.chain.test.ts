/** What cannot be read of one collection, in any round, holds up none of the others. */
import { createHash, randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { ChainClient } from '../../src/core/chains/family/family.ts'
import type { CollectionRow } from '../../src/core/store/collections/collections.ts'
import { enqueueMints } from '../../src/core/store/journal/mints.ts'
import { mintsNow } from '../../src/core/store/journal/mints-now.ts'
import { addTransfer } from '../../src/core/store/journal/transfers/transfers.ts'
import { addPolygonCollection } from './add-collection.ts'
import { type OpenEngine, openEngine, recipientOf, until } from './open-engine.ts'

const chain = 'polygon'
let dir: string
let engine: OpenEngine
let badges: CollectionRow
let copies: CollectionRow
/** Of the collection of copies the node answers nothing of this kind. */
let broken: 'outcome' | 'counters' | 'prepare' | null = null
let failures = 0
let made = 0

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'mintdesk-one-fault-'))
  engine = await openEngine({ dir, blockMs: 50, override: { confirmations: 2 }, timing: { groupMs: 20, pollMs: 20 } })
  const client = await engine.chains.client('practice', chain)
  badges = await addPolygonCollection(engine, 'badges', 'non-fungible')
  const failing = async <Name extends 'outcome' | 'counters' | 'prepare'>(name: Name, contract: string) => {
    const { contract_address: address } = await engine.db
      .selectFrom('collections')
      .select('contract_address')
      .where('pk', '=', copies.pk)
      .executeTakeFirstOrThrow()
    if (broken !== name || contract !== address) return
    failures++
    throw new Error('the node does not answer that')
  }
  const { outcome, counters, prepare } = client
  const doors: Pick<ChainClient, 'outcome' | 'counters' | 'prepare'> = {
    async outcome(work, receipt) {
      await failing('outcome', 'contract' in work ? work.contract : '')
      return await outcome.call(client, work, receipt)
    },
    async counters(contract, block) {
      await failing('counters', contract)
      return await counters.call(client, contract, block)
    },
    async prepare(work, index) {
      await failing('prepare', 'contract' in work ? work.contract : '')
      return await prepare.call(client, work, index)
    },
  }
  Object.assign(client, doors)
})
afterAll(async () => {
  await engine.close()
  await rm(dir, { recursive: true, force: true })
})

async function mint(collection: CollectionRow): Promise<string> {
  const [id, address] = [`nft-${made}`, recipientOf(made++)]
  const draft = { id, recipient: `${chain}:${address}`, address, reupload: false }
  const metadata = { uri: `https://example.com/${id}.json` }
  const drafts = [{ ...draft, metadata, contentHash: createHash('sha256').update(id).digest() }]
  await engine.db.transaction().execute((tx) => enqueueMints(tx, collection, drafts, { now: Date.now() }))
  engine.engine.wake(collection.pk)
  return id
}

const isMinted = (id: string) =>
  until(`${id} is minted`, async () => {
    const row = await mintsNow(engine.db).select('state').where('mints.id', '=', id).executeTakeFirst()
    return row?.state === 'succeeded'
  })

it.each(['outcome', 'counters', 'prepare'] as const)(
  'a collection of which %s fails in every round stops no other one, and goes on when it is over',
  async (name) => {
    copies = await addPolygonCollection(engine, `copies ${name}`, 'semi-fungible')
    await isMinted(await mint(copies))
    await isMinted(await mint(badges))
    broken = name
    failures = 0
    const held = [await mint(copies)]
    // The journal compares a collection with its contract again.
    if (name === 'counters') await engine.engine.resumeCollection(copies.pk)
    await until('it fails', async () => failures > 0)
    for (let n = 0; n < 5; n++) {
      held.push(await mint(copies))
      await isMinted(await mint(badges))
    }
    expect(failures).toBeGreaterThan(1)
    const states = await mintsNow(engine.db).select('state').where('mints.id', 'in', held).execute()
    expect(states.filter(({ state }) => state === 'succeeded' || state === 'failed')).toEqual([])
    broken = null
    engine.engine.wake(copies.pk)
    for (const id of held) await isMinted(id)
  },
)

it('a transfer that cannot be looked at stops none, and no mint', async () => {
  copies = await addPolygonCollection(engine, 'copies', 'semi-fungible')
  await isMinted(await mint(copies))
  broken = 'prepare'
  failures = 0
  const client = await engine.chains.client('practice', chain)
  const { contract_address: contract } = await engine.db
    .selectFrom('collections')
    .select('contract_address')
    .where('pk', '=', copies.pk)
    .executeTakeFirstOrThrow()
  const owner = { kind: 'userId', user: 'ann' } as const
  const token = { contract: contract ?? '', tokenId: '1', standard: 'erc-1155', quantity: '1' }
  const work = { kind: 'transfer', by: 'treasury', ...token, holder: recipientOf(1), owner, to: recipientOf(2) }
  const signer = client.treasury(engine.project.index)
  const place = { chain, network: client.network, signer, contract: contract ?? '', tokenId: '1', mintPk: null }
  const facts = { projectId: engine.project.id, id: randomUUID(), ...place, work, request: '{}', since: 0 }
  engine.engine.wakeTransfer(await addTransfer(engine.db, facts, Date.now()))
  await until('it fails', async () => failures > 0)
  await isMinted(await mint(badges))
  broken = null
})
