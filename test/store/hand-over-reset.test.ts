import { join } from 'node:path'
import { expect, it } from 'vitest'
import { wipeNetwork } from '../../src/core/store/installation/practice-reset.ts'
import { createProject } from '../../src/core/store/installation/projects.ts'
import { addHandOver } from '../../src/core/store/journal/hand-overs/hand-overs.ts'
import { addNfts } from '../../src/core/store/journal/hand-overs/nfts.ts'
import type { Store } from '../../src/core/store/sqlite/open.ts'
import { withFolder } from '../core/trial-core.ts'
import { openFreshStore } from './fresh-store.ts'

type State = 'checking' | 'finished'

/** A hand-over with a row for each of these chains, of which the person holds one NFT. */
async function handedOver(db: Store, projectId: string, id: string, state: State, chains: readonly string[]) {
  const pk = await addHandOver(
    db,
    { ...{ id, project_id: projectId, name: id, state }, headers: '[]', collections: '[]', findings: '[]' },
    1,
  )
  for (const [row, chain] of chains.entries()) {
    const person = { kind: 'email', user: `${row}@example.com`, address: '0xada', chains: '[]' } as const
    const { pk: rowPk } = await db
      .insertInto('hand_over_rows')
      .values({ ...person, hand_over_pk: pk, row: row + 2, cells: '[]', state: 'ready', findings: '[]' })
      .returning('pk')
      .executeTakeFirstOrThrow()
    const nft = { chain, contract: '0xc', token_id: '1', standard: 'erc-721', quantity: '1', holder: '0xh' } as const
    await addNfts(db, { handOverPk: pk, rowPk }, [
      { ...nft, sent_by: 'treasury', recipient: '0xada', mint_pk: null, state: 'succeeded', error_message: null },
    ])
  }
}

it('a reset of a practice network removes the hand-overs of which nothing is left, with their rows, and no others', async () => {
  await withFolder(async (folder) => {
    const { db, close } = await openFreshStore(join(folder, 'mintdesk.db'))
    try {
      const { id: practice } = await createProject(db, { name: 'Practice', kind: 'practice' }, 1)
      const { id: live } = await createProject(db, { name: 'Live', kind: 'live' }, 1)
      await handedOver(db, practice, 'here', 'finished', ['polygon', 'polygon'])
      await handedOver(db, practice, 'both', 'finished', ['polygon', 'base'])
      await handedOver(db, practice, 'elsewhere', 'finished', ['base'])
      await handedOver(db, practice, 'looked-up', 'checking', ['polygon'])
      await handedOver(db, live, 'live', 'finished', ['polygon'])
      await wipeNetwork(db, 'polygon', 20)
      const rows = await db
        .selectFrom('hand_over_rows')
        .innerJoin('hand_overs', 'hand_overs.pk', 'hand_over_pk')
        .select(['id', 'row', 'hand_over_rows.state'])
        .orderBy('hand_over_rows.pk')
        .execute()
      expect(rows.map(({ id, row, state }) => [id, row, state])).toEqual([
        ['both', 2, 'empty'],
        ['both', 3, 'ready'],
        ['elsewhere', 2, 'ready'],
        ['looked-up', 2, 'empty'],
        ['live', 2, 'ready'],
      ])
      const left = await db.selectFrom('hand_overs').select('id').orderBy('pk').execute()
      expect(left.map(({ id }) => id)).toEqual(['both', 'elsewhere', 'looked-up', 'live'])
      const nfts = await db.selectFrom('hand_over_nfts').select('chain').orderBy('pk').execute()
      expect(nfts.map(({ chain }) => chain)).toEqual(['base', 'base', 'polygon'])
    } finally {
      await close()
    }
  })
})
