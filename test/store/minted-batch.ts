import type { CollectionRow } from '../../src/core/store/collections/collections.ts'
import { markPrepared } from '../../src/core/store/journal/batches.ts'
import { commitComposition } from '../../src/core/store/journal/compose-batches.ts'
import { enqueueMints } from '../../src/core/store/journal/mints.ts'
import { settleMinted } from '../../src/core/store/journal/settle-minted.ts'
import { commitSigned } from '../../src/core/store/journal/sign-transactions.ts'
import type { Store } from '../../src/core/store/sqlite/open.ts'

/** Enters so many mints outside runs, `<name>0` and so on; their keys. */
export async function enterMints(db: Store, collection: CollectionRow, name: string, count: number): Promise<number[]> {
  const drafts = Array.from({ length: count }, (_, at) => ({
    ...{ id: `${name}${at}`, recipient: `polygon:0x${at}`, address: `0x${at}`, metadata: null, reupload: false },
    contentHash: Buffer.from(`${name}${at}`),
  }))
  await db.transaction().execute((trx) => enqueueMints(trx, collection, drafts, { now: 1 }))
  const rows = await db.selectFrom('mints').select('pk').where('id', 'like', `${name}%`).orderBy('pk').execute()
  return rows.map(({ pk }) => pk)
}

/** Takes mints through all steps as one batch, until it is minted at time 2; the batch's key. */
export async function mintBatch(db: Store, collectionPk: number, pks: readonly number[], firstTokenId: number) {
  const jobId = `job ${firstTokenId}`
  const mints = pks.map((pk) => ({ pk }))
  const [batchPk = 0] =
    (await commitComposition(db, [{ collectionPk, runId: null, jobId, kind: 'batch', mints }], 1)) ?? []
  await markPrepared(db, [{ pk: batchPk, folder: 'folder' }])
  const [committed] = await commitSigned(
    db,
    null,
    [
      {
        ...{ network: 'practice:polygon', signer: '0x1', sequence: firstTokenId, purpose: 'mint' as const, batchPk },
        ...{
          actionPk: null,
          collectionPk,
          transferPk: null,
          runId: null,
          call: '{}',
          hash: jobId,
          raw: Buffer.alloc(1),
        },
        ...{ maxFee: 1n, priorityFee: 1n },
      },
    ],
    1,
  )
  const inclusion = { hash: jobId, blockNumber: 1, blockHash: 'b', gasUsed: 1n, fee: 1n }
  await settleMinted(db, [{ transactionPk: committed?.transactionPk ?? 0, batchPk, firstTokenId, inclusion }], 2)
  return batchPk
}
