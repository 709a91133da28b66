import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { endAction } from '../../src/core/store/action-steps.ts'
import { addCollection, findCollection, wantCollection } from '../../src/core/store/collections.ts'
import type { Store } from '../../src/core/store/open.ts'
import { firstProject } from '../../src/core/store/projects.ts'
import { transactionsOfRun } from '../../src/core/store/run-figures.ts'
import { addRun } from '../../src/core/store/runs.ts'
import { commitSigned } from '../../src/core/store/sign-transactions.ts'
import { temporaryFolder } from '../minting/simulated-world.ts'
import { openFreshStore } from './fresh-store.ts'

async function deploy(db: Store, collectionPk: number, sequence: number, now: number): Promise<number> {
  const [signed] = await commitSigned(
    db,
    [
      {
        ...{ network: 'practice:polygon', signer: '0x1', sequence, purpose: 'deploy' as const, batchPk: null },
        ...{ actionPk: null, collectionPk, transferPk: null, call: '{}', hash: `0x${sequence}`, raw: Buffer.alloc(1) },
        ...{ maxFee: 1n, priorityFee: 1n },
      },
    ],
    now,
  )
  return signed?.transactionPk ?? 0
}

it('a run pays for a contract that came for it, and for trees, not for a contract that was asked for before', async () => {
  const dir = await temporaryFolder()
  const { db, close } = await openFreshStore(join(dir, 'mintdesk.db'))
  try {
    const { id: projectId } = await firstProject(db, 1)
    const begin = (id: string, collectionPk: number, now: number) =>
      addRun(db, {
        ...{ id, project_id: projectId, collection_pk: collectionPk, import_id: null, name: id, content: id, total: 1 },
        ...{ repeat: 0, state: 'running', notice: null, quoted_fee: null, created_at: now, completed_at: null },
      })
    const paidBy = async (id: string) => (await transactionsOfRun(id).execute(db)).rows.length
    const metadata = { name: 'Badges', description: '', imageUrl: '', symbol: 'B' }
    const wish = { id: 'badges', chain: 'polygon', contractKind: 'economy', fungibility: 'non-fungible' } as const
    const initial = { supplyLimit: null, payments: null }
    const named = await db
      .transaction()
      .execute((trx) =>
        addCollection(
          trx,
          projectId,
          { ...wish, metadata, initial, contractUri: '', reupload: false },
          'create badges',
          10,
        ),
      )
    await begin('of a named one', named.pk, 20)
    const contract = await deploy(db, named.pk, 0, 30)
    expect(await paidBy('of a named one')).toBe(0)
    const { pk } = await db
      .selectFrom('actions')
      .select('pk')
      .where('id', '=', 'create badges')
      .executeTakeFirstOrThrow()
    await db.transaction().execute((trx) => endAction(trx, pk, contract, null, 40))
    expect(await paidBy('of a named one')).toBe(0)
    await deploy(db, named.pk, 1, 50)
    expect(await paidBy('of a named one')).toBe(1)

    const first = await findCollection(db, projectId, 'default-polygon')
    if (first === undefined) throw new Error('no default collection')
    await begin('of the default one', first.pk, 60)
    // The same moment: by the run's own mints.
    await db.transaction().execute((trx) => wantCollection(trx, first, 60))
    await deploy(db, first.pk, 2, 70)
    expect(await paidBy('of the default one')).toBe(1)
    await begin('begun later', first.pk, 65)
    expect(await paidBy('begun later')).toBe(0)
  } finally {
    await close()
    await rm(dir, { recursive: true, force: true })
  }
})
