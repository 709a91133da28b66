import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { readAction } from '../../src/core/api/resources/actions/actions.ts'
import { type CollectionRow, findCollection } from '../../src/core/store/collections/collections.ts'
import { enterRecovered } from '../../src/core/store/collections/recovery.ts'
import { createProject, firstProject } from '../../src/core/store/installation/projects.ts'
import { addAction, freeActionId } from '../../src/core/store/journal/actions.ts'
import { enqueueMints } from '../../src/core/store/journal/mints.ts'
import { addTransfer } from '../../src/core/store/journal/transfers/transfers.ts'
import type { OpenStore } from '../../src/core/store/sqlite/open.ts'
import type { Project } from '../../src/shared/app-api.ts'
import { temporaryFolder } from '../minting/simulated/world.ts'
import { openFreshStore } from './fresh-store.ts'

let store: OpenStore
let project: Project
let collections: CollectionRow[]

beforeEach(async () => {
  store = await openFreshStore(join(await temporaryFolder(), 'mintdesk.db'))
  project = await firstProject(store.db, 1)
  collections = await Promise.all([of('default-polygon'), of('default-solana')])
})
afterEach(() => store.close())

async function of(id: string, projectId = project.id): Promise<CollectionRow> {
  const found = await findCollection(store.db, projectId, id)
  if (!found) throw new Error('no default collection')
  return found
}

async function mint(id: string, into: CollectionRow): Promise<string | undefined> {
  const draft = { id, recipient: 'polygon:a', address: 'a', compressed: false, reupload: false }
  const drafts = [{ ...draft, metadata: { json: '{}', hash: 'one' }, contentHash: Buffer.from(id) }]
  const [made] = await store.db.transaction().execute((tx) => enqueueMints(tx, into, drafts, { now: 1 }))
  return made?.actionId
}

function transfer(id: string): Promise<number> {
  const place = {
    chain: 'polygon',
    network: 'practice:polygon',
    signer: 's',
    contract: 'c',
    tokenId: '1',
    mintPk: null,
  }
  return addTransfer(store.db, { projectId: project.id, id, ...place, work: {}, request: '{}', since: 0 }, 1)
}

function burn(id: string, collection: CollectionRow): Promise<number> {
  const facts = { projectId: project.id, id, kind: 'nfts.delete', collectionPk: collection.pk, mintPk: null } as const
  return addAction(store.db, { ...facts, work: {} }, 1)
}

describe('an action id', () => {
  it('is borne once in a project, whatever bears it, and in whatever order it is asked for', async () => {
    const [one, other] = collections as [CollectionRow, CollectionRow]
    const update = randomUUID()
    await burn(update, one)
    const sent = randomUUID()
    await transfer(sent)
    const wanted = ['mine', update, sent, 'default-polygon', 'default-solana']
    // Each id is asked for twice, by mints of two collections.
    const borne: string[] = []
    for (const id of wanted)
      for (const into of [other, one]) {
        const actionId = await mint(id, into)
        borne.push(actionId ?? '')
        expect(readAction(store, project, actionId ?? '', 'http://h')?.action).toBe('nfts.create')
      }
    expect(new Set([...borne, ...wanted]).size).toBe(borne.length + wanted.length - 1)
    expect(borne[0]).toBe('mine')
    expect(readAction(store, project, update, 'http://h')?.action).toBe('nfts.delete')
    expect(await freeActionId(store.db, project.id, 'mine')).not.toBe('mine')
  })

  it('is refused by the database itself to whoever did not look', async () => {
    const [one] = collections as [CollectionRow]
    await mint('mine', one)
    for (const second of [() => transfer('mine'), () => burn('mine', one), () => burn('default-polygon', one)])
      await expect(second()).rejects.toThrow('UNIQUE constraint failed')
    await transfer('sent')
    await expect(burn('sent', one)).rejects.toThrow('action_ids')
    expect(await store.db.selectFrom('actions').selectAll().where('kind', '=', 'nfts.delete').execute()).toEqual([])
  })

  it('of one project is free in another', async () => {
    const other = await createProject(store.db, { name: 'Other', kind: 'practice' }, 1)
    await mint('mine', await of('default-polygon'))
    expect(await mint('mine', await of('default-polygon', other.id))).toBe('mine')
    expect(readAction(store, other, 'mine', 'http://h')?.actionId).toBe('mine')
  })

  it('is free again when what bore it is gone', async () => {
    const [one] = collections as [CollectionRow]
    await mint('mine', one)
    await store.db.deleteFrom('mints').execute()
    expect(await freeActionId(store.db, project.id, 'mine')).toBe('mine')
  })

  it('that an NFT read back from its chain would have is not taken from another action', async () => {
    const [one] = collections as [CollectionRow]
    await transfer('recovered-1')
    const facts = { txHash: '0x', recipient: 'polygon:a', address: 'a', metadata: null, uri: 'ipfs://x' }
    const found = ['recovered-1', 'recovered-2'].map((id, at) => ({
      ...facts,
      id,
      tokenId: at + 1,
      contentHash: Buffer.from(id),
    }))
    await enterRecovered(store.db, one.pk, found, 1)
    await enterRecovered(store.db, one.pk, found, 1)
    const rows = await store.db.selectFrom('mints').select(['id', 'action_id']).orderBy('id').execute()
    expect(rows.map(({ id }) => id)).toEqual(['recovered-1', 'recovered-2'])
    expect(rows[0]?.action_id).toMatch(/^[0-9a-f-]{36}$/)
    expect(rows[1]?.action_id).toBe('recovered-2')
  })
})
