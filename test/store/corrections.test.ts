import { join } from 'node:path'
import { expect, it } from 'vitest'
import { composeEnded } from '../../src/core/api/resources/actions/ended-actions.ts'
import { collectionByPk, findCollection } from '../../src/core/store/collections/collections.ts'
import { findMint, keptNft } from '../../src/core/store/collections/nfts.ts'
import { wipeNetwork } from '../../src/core/store/installation/practice-reset.ts'
import { firstProject } from '../../src/core/store/installation/projects.ts'
import { failMints } from '../../src/core/store/journal/batches.ts'
import { correctionsOf, correctMint } from '../../src/core/store/journal/corrections.ts'
import type { MintDraft } from '../../src/core/store/journal/mint-draft.ts'
import { addRun } from '../../src/core/store/journal/runs/runs.ts'
import { endedActions } from '../../src/core/store/outbox/webhook-deliveries.ts'
import { withFolder } from '../core/trial-core.ts'
import { addMintsOfRun } from './add-mints-of-run.ts'
import { openFreshStore } from './fresh-store.ts'

const draft = (recipient: string, name: string): MintDraft & { id: string } => ({
  ...{ id: 'badge', recipient: `polygon:${recipient}`, address: recipient, reupload: false, row: 2, ordinal: 0 },
  metadata: { json: JSON.stringify({ name }), hash: name },
  contentHash: Buffer.from(name),
})

it('a corrected mint has a new action; the failed one stays failed, for who asks and for webhooks, and both go with a reset', async () => {
  await withFolder(async (folder) => {
    const { db, reads, cache, close } = await openFreshStore(join(folder, 'mintdesk.db'))
    try {
      const project = await firstProject(db, 1)
      const { pk: collectionPk = 0 } = (await findCollection(db, project.id, 'default-polygon')) ?? {}
      await db
        .insertInto('webhooks')
        .values({
          ...{ id: 'hook', project_id: project.id, url: 'https://example.com', events: '[]', secret: 'x' },
          ...{ allow_private: 0, created_at: 1, failing_since: null, disabled_at: null },
        })
        .execute()
      await addRun(db, {
        ...{ id: 'run', project_id: project.id, collection_pk: collectionPk, import_id: null, name: 'run' },
        ...{ content: 'x', repeat: 0, state: 'running', notice: null, total: 1, quoted_fee: null, fee_ceiling: null },
        ...{ quote: null, created_at: 1, completed_at: null },
      })
      const collection = await collectionByPk(db, collectionPk)
      await addMintsOfRun(db, collection, [draft('0xada', 'First')], { now: 1, runId: 'run' })
      const { pk } = await db.selectFrom('mints').select('pk').executeTakeFirstOrThrow()
      await failMints(db, [{ pk, code: 'metadata.media', message: 'There is no picture.' }], 5)
      await db
        .transaction()
        .execute((trx) =>
          correctMint(trx, { runId: 'run', pk, actionId: 'second' }, collection, draft('0xeve', 'Second'), 7),
        )

      const failed = findMint(reads, project.id, 'badge')
      expect(failed).toMatchObject({ action_id: 'badge', state: 'failed', address: '0xada', completed_at: 5 })
      expect(failed?.error_message).toBe('There is no picture.')
      expect(findMint(reads, project.id, 'second')).toMatchObject({ state: 'queued', address: '0xeve', created_at: 7 })
      expect(keptNft({ reads, cache }, collectionPk, 'badge')).toMatchObject({ action_id: 'second', state: 'queued' })
      const told = await composeEnded(db, await endedActions(db, 10), 'http://here')
      expect(told.map(({ type, body }) => [type, JSON.parse(body).actionId])).toEqual([['nfts.create.failed', 'badge']])

      await failMints(db, [{ pk, code: 'x', message: 'Again.' }], 9)
      await db
        .transaction()
        .execute((trx) =>
          correctMint(trx, { runId: 'run', pk, actionId: 'third' }, collection, draft('0xzoe', 'Third'), 11),
        )
      expect((await correctionsOf(db, [pk])).map(({ action_id, recipient }) => [action_id, recipient])).toEqual([
        ['badge', 'polygon:0xada'],
        ['second', 'polygon:0xeve'],
      ])
      expect(findMint(reads, project.id, 'second')).toMatchObject({ state: 'failed', error_message: 'Again.' })
      expect(keptNft({ reads, cache }, collectionPk, 'second')).toMatchObject({ id: 'badge', action_id: 'third' })
      const both = await composeEnded(db, await endedActions(db, 10), 'http://here')
      expect(both.map(({ body }) => JSON.parse(body).actionId)).toEqual(['badge', 'second'])

      await wipeNetwork(db, 'polygon', 20)
      for (const table of ['corrections', 'mints', 'metadata'] as const)
        expect(await db.selectFrom(table).selectAll().execute(), table).toEqual([])
      const ids = await db
        .selectFrom('action_ids')
        .select('id')
        .where('id', 'in', ['badge', 'second', 'third'])
        .execute()
      expect(ids).toEqual([])
    } finally {
      await close()
    }
  })
})
