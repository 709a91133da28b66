import { join } from 'node:path'
import { expect, it } from 'vitest'
import { addCollection } from '../../src/core/store/collections/collections.ts'
import { createProject } from '../../src/core/store/installation/projects.ts'
import { addAction } from '../../src/core/store/journal/actions.ts'
import { addHandOver } from '../../src/core/store/journal/hand-overs/hand-overs.ts'
import { addNfts, occupiedNfts } from '../../src/core/store/journal/hand-overs/nfts.ts'
import { withFolder } from '../core/trial-core.ts'
import { openFreshStore } from './fresh-store.ts'

it('copies of which their holder is to lose units by a burning are not handed over meanwhile', async () => {
  await withFolder(async (folder) => {
    const { db, close } = await openFreshStore(join(folder, 'mintdesk.db'))
    try {
      const { id: projectId } = await createProject(db, { name: 'Practice', kind: 'practice' }, 1)
      const { pk: collectionPk } = await db.transaction().execute((tx) =>
        addCollection(
          tx,
          projectId,
          {
            id: 'tickets',
            chain: 'polygon',
            contractKind: 'copies',
            fungibility: 'semi-fungible',
            contractUri: '',
            metadata: { name: 'Tickets', description: '', imageUrl: '', symbol: '' },
            initial: { supplyLimit: null, payments: null },
            reupload: true,
          },
          'tickets',
          1,
        ),
      )
      await db.updateTable('collections').set({ contract_address: '0xc' }).where('pk', '=', collectionPk).execute()
      const burn = { kind: 'burn', contract: '0xc', tokenId: 7, quantity: '2', holder: '0xh' }
      await addAction(db, { projectId, id: 'burn', kind: 'nfts.delete', collectionPk, mintPk: null, work: burn }, 1)
      const handOver = { id: 'h', project_id: projectId, name: 'H', state: 'running' } as const
      const handOverPk = await addHandOver(db, { ...handOver, headers: '[]', collections: '[]', findings: '[]' }, 1)
      const person = { kind: 'email', user: 'ada@example.com', address: '0xada', chains: '[]' } as const
      const { pk: rowPk } = await db
        .insertInto('hand_over_rows')
        .values({ ...person, hand_over_pk: handOverPk, row: 2, cells: '[]', state: 'ready', findings: '[]' })
        .returning('pk')
        .executeTakeFirstOrThrow()
      const nft = {
        chain: 'polygon',
        contract: '0xc',
        standard: 'erc-1155',
        quantity: '5',
        recipient: '0xada',
      } as const
      const rest = { sent_by: 'treasury', mint_pk: null, state: 'found', error_message: null } as const
      const held = [
        { token_id: '7', holder: '0xh' },
        { token_id: '7', holder: '0xother' },
        { token_id: '8', holder: '0xh' },
      ]
      await addNfts(
        db,
        { handOverPk, rowPk },
        held.map((one) => ({ ...nft, ...rest, ...one })),
      )
      const rows = await db.selectFrom('hand_over_nfts').select('pk').orderBy('pk').execute()
      const [first] = rows
      const occupied = await occupiedNfts(
        db,
        'practice',
        rows.map(({ pk }) => pk),
      )
      expect([...occupied]).toEqual([[first?.pk, { burn: 'pending' }]])
      await db.updateTable('actions').set({ status: 'failed', completed_at: 2 }).where('id', '=', 'burn').execute()
      expect((await occupiedNfts(db, 'practice', [first?.pk ?? 0])).size).toBe(0)
    } finally {
      await close()
    }
  })
})
