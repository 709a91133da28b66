import type { Kysely, Transaction } from 'kysely'
import type { MintedJob } from '../../chains/family/fence.ts'
import type { Database } from '../tables/schema.ts'

type Db = Kysely<Database> | Transaction<Database>

/** Whether a writer is one that this database drew for the collection, or that a person took over from. */
export async function isKnownWriter(db: Db, collectionPk: number, writer: number): Promise<boolean> {
  const row = await db
    .selectFrom('writers')
    .select('writer')
    .where('collection_pk', '=', collectionPk)
    .where('writer', '=', writer)
    .executeTakeFirst()
  return row !== undefined
}

/** Whether anything was minted into the collection from this database, or was to be. */
export async function hasWriters(db: Db, collectionPk: number): Promise<boolean> {
  const row = await db
    .selectFrom('writers')
    .select('writer')
    .where('collection_pk', '=', collectionPk)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** Notes a writer before anything is signed under it. @throws when it is noted already: each is drawn once */
export async function addWriter(db: Db, collectionPk: number, writer: number, now: number): Promise<void> {
  await db.insertInto('writers').values({ collection_pk: collectionPk, writer, known_since: now }).execute()
}

/**
 * Stops a collection into which another copy of the app mints, unless a person took over from that writer meanwhile.
 * @param reason a sentence for a person
 */
export async function haltForWriter(db: Db, collectionPk: number, writer: number, reason: string): Promise<void> {
  await db
    .updateTable('collections')
    .set({ halted: reason, other_writer: writer })
    .where('pk', '=', collectionPk)
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('writers')
            .select('writer')
            .where('writers.collection_pk', '=', collectionPk)
            .where('writers.writer', '=', writer),
        ),
      ),
    )
    .execute()
}

/** A person says that the other copy is closed: its writers count as this database's own, and the collection goes on. */
export function takeOverWriters(
  db: Kysely<Database>,
  collectionPk: number,
  writers: readonly number[],
  now: number,
): Promise<void> {
  return db.transaction().execute(async (trx) => {
    await trx
      .insertInto('writers')
      .values(writers.map((writer) => ({ collection_pk: collectionPk, writer, known_since: now })))
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    await trx
      .updateTable('collections')
      .set({ halted: null, other_writer: null })
      .where('pk', '=', collectionPk)
      .where('other_writer', 'in', writers)
      .execute()
  })
}

/**
 * The jobs of a collection that the chain holds, in the order of their tokens: those of succeeded batches, and found ones.
 * @param after the first token of the last job to leave out
 */
export async function mintedJobsAfter(
  db: Db,
  collectionPk: number,
  after: number,
  limit: number,
): Promise<MintedJob[]> {
  return db
    .selectFrom('batches')
    .select((eb) => ['job_id as jobId', eb.fn.coalesce('first_token_id', eb.lit(0)).as('firstTokenId')])
    .where('collection_pk', '=', collectionPk)
    .where('state', '=', 'succeeded')
    .where('first_token_id', '>', after)
    .unionAll((eb) =>
      eb
        .selectFrom('found_jobs')
        .select(['job_id as jobId', 'first_token_id as firstTokenId'])
        .where('collection_pk', '=', collectionPk)
        .where('first_token_id', '>', after),
    )
    .orderBy('firstTokenId')
    .limit(limit)
    .execute()
}

/** Replaces the jobs that were found on the chain; those of the journal's own batches are left out. */
export function setFoundJobs(db: Kysely<Database>, collectionPk: number, jobs: readonly MintedJob[]): Promise<void> {
  return db.transaction().execute(async (trx) => {
    await trx.deleteFrom('found_jobs').where('collection_pk', '=', collectionPk).execute()
    const own = await trx
      .selectFrom('batches')
      .select(['job_id', 'first_token_id'])
      .where('collection_pk', '=', collectionPk)
      .where('state', '=', 'succeeded')
      .execute()
    const known = new Set(own.map(({ job_id, first_token_id }) => `${first_token_id} ${job_id}`))
    const found = jobs.filter(({ jobId, firstTokenId }) => !known.has(`${firstTokenId} ${jobId}`))
    for (let from = 0; from < found.length; from += 200)
      await trx
        .insertInto('found_jobs')
        .values(
          found.slice(from, from + 200).map(({ jobId, firstTokenId }) => ({
            collection_pk: collectionPk,
            first_token_id: firstTokenId,
            job_id: jobId,
          })),
        )
        .execute()
  })
}

/** Whether a job was found on the chain of which the journal knows no mint: nothing of what it minted was read back. */
export async function hasUnreadJobs(db: Db, collectionPk: number): Promise<boolean> {
  const row = await db
    .selectFrom('found_jobs')
    .select('job_id')
    .where('collection_pk', '=', collectionPk)
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('known_mints')
            .select('tag')
            .where('collection_pk', '=', collectionPk)
            .whereRef('token_id', '=', 'found_jobs.first_token_id'),
        ),
      ),
    )
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('batches')
            .select('pk')
            .where('collection_pk', '=', collectionPk)
            .where('state', '=', 'succeeded')
            .whereRef('batches.first_token_id', '=', 'found_jobs.first_token_id'),
        ),
      ),
    )
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** The trail as it was last found to agree with the chain's, and the first token of its last job. */
export function checkedTrail(
  db: Db,
  collectionPk: number,
): Promise<{ firstTokenId: number; trail: string } | undefined> {
  return db
    .selectFrom('trails')
    .select(['first_token_id as firstTokenId', 'trail'])
    .where('collection_pk', '=', collectionPk)
    .executeTakeFirst()
}

export async function setCheckedTrail(
  db: Db,
  collectionPk: number,
  { firstTokenId, trail }: { firstTokenId: number; trail: string },
): Promise<void> {
  await db
    .insertInto('trails')
    .values({ collection_pk: collectionPk, first_token_id: firstTokenId, trail })
    .onConflict((conflict) => conflict.doUpdateSet({ first_token_id: firstTokenId, trail }))
    .execute()
}
