import { join } from 'node:path'
import { expect, test } from 'vitest'
import { findCollection } from '../../src/core/store/collections/collections.ts'
import { tokensInDoubt } from '../../src/core/store/collections/trees.ts'
import { firstProject } from '../../src/core/store/installation/projects.ts'
import { commitComposition } from '../../src/core/store/journal/compose-batches.ts'
import { enqueueMints } from '../../src/core/store/journal/mints.ts'
import { openStore } from '../../src/core/store/sqlite/open.ts'
import { temporaryFolder } from '../minting/simulated/world.ts'

test('a mint in doubt is known by the metadata that stands on chain: with its links replaced, or else as it was given', async () => {
  const { db, close } = openStore(join(await temporaryFolder(), 'mintdesk.db'))
  try {
    const { id: projectId } = await firstProject(db, 1)
    const collection = await findCollection(db, projectId, 'default-solana')
    if (!collection) throw new Error('no default collection')
    const drafts = ['given', 'linked', 'never composed'].map((id) => ({
      ...{ id, recipient: 'solana:a', address: 'a', compressed: true, reupload: false },
      ...{ metadata: { json: `{"name":"${id}"}`, hash: `${id} hash` }, contentHash: Buffer.from(id) },
    }))
    await db.transaction().execute((trx) => enqueueMints(trx, collection, drafts, { now: 1 }))
    const [given = 0, linked = 0] = (await db.selectFrom('mints').select('pk').orderBy('pk').execute()).map(
      ({ pk }) => pk,
    )
    const replaced = { hash: 'replaced hash', json: '{"name":"linked","image":"ipfs://b"}' }
    const mints = [
      { pk: given, learned: { address: 'a', resolved: null, tokenUri: 'ipfs://given' } },
      { pk: linked, learned: { address: 'a', resolved: replaced, tokenUri: 'ipfs://linked' } },
    ]
    await commitComposition(
      db,
      [{ collectionPk: collection.pk, runId: null, jobId: '0x1', kind: 'uris', treePk: null, mints }],
      1,
    )
    await db.deleteFrom('members').execute()
    expect(await tokensInDoubt(db, collection.pk, true)).toEqual([
      { pk: given, address: 'a', token_uri: 'ipfs://given', resolved_hash: 'given hash' },
      { pk: linked, address: 'a', token_uri: 'ipfs://linked', resolved_hash: 'replaced hash' },
    ])
  } finally {
    await close()
  }
})
