import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import fc from 'fast-check'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { openStates } from '../../src/core/journal/states.ts'
import { isTaken } from '../../src/core/journal/steps.ts'
import { findCollection } from '../../src/core/store/collections/collections.ts'
import { firstProject } from '../../src/core/store/installation/projects.ts'
import { failMints, markPrepared } from '../../src/core/store/journal/batches.ts'
import { commitComposition } from '../../src/core/store/journal/compose-batches.ts'
import { enqueueMints } from '../../src/core/store/journal/mints.ts'
import { mintsNow } from '../../src/core/store/journal/mints-now.ts'
import { restate, settledBatches } from '../../src/core/store/journal/reverted.ts'
import { markIncluded, markReorganised, recordAnswers } from '../../src/core/store/journal/sent-transactions.ts'
import {
  dissolveBatches,
  enterMinted,
  refuseBatch,
  settleAlreadyMinted,
  settleFailed,
  settleFenced,
} from '../../src/core/store/journal/settle-batches.ts'
import { settleMinted } from '../../src/core/store/journal/settle-minted.ts'
import { markDead } from '../../src/core/store/journal/settle-transaction.ts'
import { commitSigned, NoLongerWanted } from '../../src/core/store/journal/sign-transactions.ts'
import { openStore, type Store } from '../../src/core/store/sqlite/open.ts'
import { temporaryFolder } from '../minting/simulated/world.ts'
import { type Ledger, ledger } from './model/ledger.ts'
import { emptyTables } from './model/tables.ts'

const pk = fc.integer({ min: 1, max: 5 })
const ids = fc.uniqueArray(fc.constantFrom('a', 'b', 'c', 'd', 'e'), { minLength: 1, maxLength: 3 })
const write = fc.oneof(
  { weight: 4, arbitrary: fc.record({ do: fc.constant('compose' as const), ids }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('prepare' as const), pk }) },
  { weight: 5, arbitrary: fc.record({ do: fc.constant('sign' as const), pk }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constantFrom('answer' as const, 'include' as const), pk }) },
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constantFrom(
        'reorganise' as const,
        'dead' as const,
        'minted' as const,
        'failed' as const,
        'fenced' as const,
        'refuse' as const,
      ),
      pk,
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constantFrom('find' as const, 'fail mints' as const), ids }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('restate' as const), reverted: fc.uniqueArray(pk) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('elsewhere' as const), pk, ids, dead: fc.boolean() }) },
)
type Write = typeof write extends fc.Arbitrary<infer T> ? T : never

it('writes into SQLite what the tables of moves say, and refuses the same', async () => {
  const dir = await temporaryFolder()
  const { db, close } = openStore(join(dir, 'mintdesk.db'))
  try {
    const project = await firstProject(db, 1)
    const collection = await findCollection(db, project.id, 'default-polygon')
    if (!collection) throw new Error('no default collection')
    await fc.assert(
      fc.asyncProperty(fc.array(write, { minLength: 6, maxLength: 30, size: 'max' }), async (writes) => {
        await empty(db)
        const book = ledger(emptyTables())
        const names = ['a', 'b', 'c', 'd', 'e']
        book.addMints(names)
        await db.transaction().execute((trx) =>
          enqueueMints(
            trx,
            collection,
            names.map((id) => ({
              ...{ id, recipient: `polygon:${id}`, address: `0x${id}`, metadata: null, reupload: false },
              contentHash: Buffer.from(id),
            })),
            { now: 1 },
          ),
        )
        for (const [at, one] of writes.entries()) {
          const here = attempt(() => inLedger(book, one, at))
          const there = await inSqlite(db, collection.pk, one, at, book).then(
            () => 'done',
            () => 'refused',
          )
          expect(there, JSON.stringify(one)).toBe(here)
          expect(await tablesOf(db), JSON.stringify(one)).toEqual(tablesIn(book))
        }
      }),
      { numRuns: Number(process.env.MINTDESK_RUNS ?? 60), seed: Number(process.env.MINTDESK_SEED ?? 721) },
    )
  } finally {
    await close()
    await rm(dir, { recursive: true, force: true })
  }
})

function attempt(act: () => void): 'done' | 'refused' {
  try {
    act()
    return 'done'
  } catch {
    return 'refused'
  }
}

const carried = (book: Ledger, one: { pk: number }) => book.tables.transactions[one.pk - 1]
/** Where the chain has a batch, or 0. */
const placeOf = ({ reverted }: { reverted: readonly number[] }, batch: number) =>
  reverted.includes(batch) ? 0 : 500 + batch * 10
const tokens = (chosen: readonly string[]) => chosen.map((id) => ({ id, token: 900 + id.charCodeAt(0) }))

function inLedger(book: Ledger, one: Write, at: number): void {
  const { batches, transactions } = book.tables
  switch (one.do) {
    case 'compose':
      book.compose(null, one.ids, `job ${at}`)
      return
    case 'fail mints':
      return void book.refuseMints(one.ids)
    case 'find':
      book.enterMinted(tokens(one.ids))
      return void book.dissolve()
    case 'restate':
      return void book.restate(
        new Map(book.succeeded().map((batch) => [batch.pk, placeOf(one, batch.pk) || undefined])),
      )
    case 'prepare':
      return void (batches[one.pk - 1] && book.prepare(one.pk))
    case 'refuse':
      return void (batches[one.pk - 1] && book.refuseBatch(one.pk))
    case 'sign':
      if (batches[one.pk - 1]?.state === 'prepared')
        book.commitSigned(book.highestOwn() + 1, one.pk, { hash: `hash ${at}`, job: null, max: 1n, priority: 1n })
      return
  }
  const transaction = transactions[one.pk - 1]
  if (!transaction) return
  const hash = 'included'
  const isOpen = (openStates as readonly string[]).includes(transaction.state)
  if (one.do === 'answer') book.recordAnswer(one.pk, 'accepted', isTaken('accepted'), 7)
  else if (one.do === 'include') book.include(one.pk, hash, 'block')
  else if (one.do === 'reorganise') book.reorganise(one.pk)
  else if (one.do === 'dead') book.markDead(one.pk)
  else if (one.do === 'minted') book.settleMinted(one.pk, hash, one.pk * 10)
  else if (one.do === 'failed') book.settleFailed(one.pk, hash)
  else if (one.do === 'fenced') book.settleFenced(one.pk, hash)
  else if (one.do === 'elsewhere' && isOpen && transaction.batch !== null)
    book.settleAlreadyMinted(transaction.batch, tokens(one.ids), { pk: one.pk, hash: one.dead ? null : hash })
}

async function inSqlite(db: Store, collectionPk: number, one: Write, at: number, book: Ledger): Promise<void> {
  const rows = await mintsNow(db).select(['pk', 'id']).execute()
  const pkOf = (id: string) => rows.find((row) => row.id === id)?.pk ?? 0
  const minted =
    'ids' in one ? tokens(one.ids).map(({ id, token }) => ({ pk: pkOf(id), tokenId: token, txHash: 'x' })) : []
  const transaction = 'pk' in one ? carried(book, one) : undefined
  const batchPk = transaction?.batch ?? 0
  const inclusion = { hash: 'included', blockNumber: 1, blockHash: 'block', gasUsed: 1n, fee: 1n }
  switch (one.do) {
    case 'compose':
      await commitComposition(
        db,
        [
          {
            ...{ collectionPk, runId: null, jobId: `job ${at}`, kind: one.ids.length === 1 ? 'single' : 'batch' },
            mints: one.ids.map((id) => ({ pk: pkOf(id) })),
          },
        ],
        2,
      )
      return
    case 'fail mints':
      return failMints(
        db,
        one.ids.map((id) => ({ pk: pkOf(id), code: 'x', message: 'x' })),
        2,
      )
    case 'find':
      await enterMinted(db, minted, 2)
      return dissolveBatches(db, collectionPk, 2)
    case 'restate': {
      const settled = await settledBatches(db, collectionPk, 0, 100)
      const places = new Map(settled.map((batch) => [batch.pk, placeOf(one, batch.pk)]))
      const reason = { code: 'x', message: 'x' }
      await restate(db, collectionPk, places, { reverted: reason, changed: reason }, 2)
      return
    }
    case 'prepare':
      return markPrepared(db, [{ pk: one.pk, folder: 'folder' }])
    case 'refuse':
      return refuseBatch(db, one.pk, { code: 'x', message: 'x' }, 2)
    case 'sign': {
      const { highest } = await db
        .selectFrom('transactions')
        .select((eb) => eb.fn.max('sequence').as('highest'))
        .where('state', '<>', 'dead')
        .executeTakeFirstOrThrow()
      const signed = {
        ...{ network: 'practice:polygon', signer: '0x1', sequence: (highest ?? -1) + 1, purpose: 'mint' as const },
        ...{
          collectionPk,
          batchPk: one.pk,
          actionPk: null,
          transferPk: null,
          runId: null,
          call: '{}',
          hash: `hash ${at}`,
          raw: Buffer.alloc(1),
        },
        ...{ maxFee: 1n, priorityFee: 1n },
      }
      // There may be no such batch, or one that is not prepared: nothing is signed for it.
      const known = await db.selectFrom('batches').select('pk').where('pk', '=', one.pk).executeTakeFirst()
      if (!known) return
      await commitSigned(db, null, [signed], 2).catch((error: unknown) => {
        if (!(error instanceof NoLongerWanted)) throw error
      })
      return
    }
  }
  if (!transaction) return
  const { pk: transactionPk } = transaction
  if (one.do === 'answer') {
    const last = await db
      .selectFrom('attempts')
      .select('pk')
      .where('transaction_pk', '=', transactionPk)
      .executeTakeFirstOrThrow()
    await recordAnswers(
      db,
      [{ attemptPk: last.pk, transactionPk, answer: 'accepted', sent: isTaken('accepted') }],
      7,
      2,
    )
  } else if (one.do === 'include') await markIncluded(db, [{ transactionPk, at: inclusion }], 2)
  else if (one.do === 'reorganise') await markReorganised(db, transactionPk)
  else if (one.do === 'dead') await markDead(db, transactionPk, 2)
  else if (one.do === 'minted')
    await settleMinted(db, [{ transactionPk, batchPk, firstTokenId: one.pk * 10, inclusion }], 2)
  else if (one.do === 'failed')
    await settleFailed(db, { transactionPk, batchPk, inclusion, reason: { code: 'x', message: 'x' } }, 2)
  else if (one.do === 'fenced')
    await settleFenced(db, { transactionPk, batchPk, inclusion, reason: { code: 'x', message: 'x' } }, 2)
  else if (one.do === 'elsewhere') {
    const now = await db
      .selectFrom('transactions')
      .select('state')
      .where('pk', '=', transactionPk)
      .executeTakeFirstOrThrow()
    if (!(openStates as readonly string[]).includes(now.state)) return
    const at = { pk: transactionPk, inclusion: one.dead ? null : inclusion }
    await settleAlreadyMinted(db, { batchPk, minted, transaction: at }, 2)
  }
}

async function empty(db: Store): Promise<void> {
  await sql`pragma foreign_keys = off`.execute(db)
  for (const table of ['attempts', 'transactions', 'members', 'mints', 'batches', 'actions'] as const)
    await db.deleteFrom(table).execute()
  await sql`delete from sqlite_sequence where name = 'batches'`.execute(db)
  await sql`pragma foreign_keys = on`.execute(db)
}

async function tablesOf(db: Store) {
  const mints = await mintsNow(db).select(['id', 'state', 'batch_pk', 'place', 'token_id']).orderBy('pk').execute()
  const batches = await db.selectFrom('batches').select(['pk', 'state', 'transaction_pk']).orderBy('pk').execute()
  const transactions = await db
    .selectFrom('transactions')
    .select(['pk', 'state', 'sequence', 'batch_pk', 'tx_hash'])
    .orderBy('pk')
    .execute()
  return { mints, batches, transactions }
}

/** The same of the journal in memory. */
function tablesIn({ tables }: Ledger) {
  return {
    mints: tables.mints.map(({ id, state, batch, place, token }) => ({
      ...{ id, state, batch_pk: batch, place, token_id: token },
    })),
    batches: tables.batches.map(({ pk: key, state, transaction }) => ({ pk: key, state, transaction_pk: transaction })),
    transactions: tables.transactions.map(({ pk: key, state, sequence, batch, tx_hash }) => ({
      ...{ pk: key, state, sequence, batch_pk: batch, tx_hash },
    })),
  }
}
