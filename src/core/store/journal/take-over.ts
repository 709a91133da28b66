import { randomUUID } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import { sql, type Transaction } from 'kysely'
import { correctionsAtMost } from '../../journal/correction.ts'
import { type MintState, type Move, mintMoves } from '../../journal/states.ts'
import { CoreError } from '../../lib/errors.ts'
import type { CollectionRow } from '../collections/collections.ts'
import { templatesFor } from '../collections/templates-of-mints.ts'
import type { Store } from '../sqlite/open.ts'
import type { Database } from '../tables/schema.ts'
import { contentBefore, keepContentBefore } from './content-before.ts'
import type { MintDraft } from './mint-draft.ts'
import { batchOf, writtenState } from './mints-now.ts'

/** Mints changed in one statement. */
const chunk = 500

/**
 * Moves failed or cancelled mints to another run, which tries them again under their own ids with the content of the new rows. What they
 * asked for before stays in their history. Runs in the caller's transaction.
 */
export async function takeOver(
  trx: Transaction<Database>,
  runId: string,
  collection: CollectionRow,
  mints: readonly { pk: number; draft: MintDraft }[],
  now: number,
): Promise<void> {
  for (let from = 0; from < mints.length; from += chunk) {
    if (from > 0) await setImmediate()
    const part = mints.slice(from, from + chunk)
    // The total of the run that a mint leaves goes down by one.
    await sql`
      update runs set total = total - lost.n
      from (select run_id, count(*) as n from mints
            where pk in (select value from json_each(${JSON.stringify(part.map(({ pk }) => pk))}))
              and state in (${sql.join(mintMoves.takeOver.from)}) and run_id is not null
            group by run_id) as lost
      where runs.id = lost.run_id`.execute(trx)
    const before = await contentBefore(trx, await otherContent(trx, part), now)
    await rewriteMints(trx, runId, collection, part, mintMoves.takeOver, now)
    await keepContentBefore(trx, before, randomUUID)
  }
}

/**
 * The keys of mints that were in a batch and have other content now. This counts as a correction, so that no job id is used for two contents.
 * @throws CoreError `run.changedTooOften`
 */
async function otherContent(
  trx: Transaction<Database>,
  mints: readonly { pk: number; draft: MintDraft }[],
): Promise<number[]> {
  const rows = mints.map(({ pk, draft: { recipient, metadata, amount } }) => [
    ...[pk, recipient, metadata !== null && 'json' in metadata ? metadata.json : null],
    ...[metadata !== null && 'uri' in metadata ? metadata.uri : null, amount ?? 1],
  ])
  const { rows: other } = await sql<{ pk: number; id: string; corrections: number }>`
    select m.pk, m.id, (select count(*) from corrections where mint_pk = m.pk) as corrections
    from json_each(${JSON.stringify(rows)}) as d cross join mints m on m.pk = d.value ->> 0
    where ${batchOf('m')} is not null and (m.recipient <> d.value ->> 1
      or (select json from metadata where hash = m.metadata_hash) is not d.value ->> 2
      or m.metadata_uri is not d.value ->> 3 or m.amount <> d.value ->> 4)`.execute(trx)
  const tooOften = other.find(({ corrections }) => corrections >= correctionsAtMost)
  if (tooOften) throw changedTooOften(tooOften.id)
  return other.map(({ pk }) => pk)
}

/**
 * Checks that mints can be taken over with these contents, before a run is made of them.
 * @throws CoreError `run.changedTooOften`
 */
export async function requireChangeable(
  db: Store,
  mints: readonly { pk: number; contentHash: Buffer }[],
): Promise<void> {
  if (mints.length === 0) return
  const contents = mints.map(({ pk, contentHash }) => [pk, contentHash.toString('hex')])
  const { rows } = await sql<{ id: string }>`
    select m.id from json_each(${JSON.stringify(contents)}) as d cross join mints m on m.pk = d.value ->> 0
    where ${batchOf('m')} is not null and m.content_hash <> unhex(d.value ->> 1)
      and (select count(*) from corrections where mint_pk = m.pk) >= ${correctionsAtMost} limit 1`.execute(db)
  if (rows[0]) throw changedTooOften(rows[0].id)
}

function changedTooOften(id: string): CoreError {
  return new CoreError(
    'run.changedTooOften',
    `The NFT with the id ${id} failed and was changed ${correctionsAtMost} times: give its row another id.`,
  )
}

/** Queues ended mints again with the content of their drafts. Runs in the caller's transaction. */
export async function rewriteMints(
  trx: Transaction<Database>,
  runId: string,
  collection: CollectionRow,
  mints: readonly { pk: number; draft: MintDraft }[],
  move: Move<MintState>,
  now: number,
): Promise<void> {
  const from = move.from.map(writtenState)
  const texts = mints.flatMap(({ draft: { metadata } }) =>
    metadata !== null && 'hash' in metadata ? [[metadata.hash, metadata.json]] : [],
  )
  await sql`insert into metadata (hash, json) select value ->> 0, value ->> 1 from json_each(${JSON.stringify(texts)})
            where true on conflict do nothing`.execute(trx)
  const drafts = mints.map(({ draft }) => draft)
  const templates = collection.fungibility === 'semi-fungible' ? await templatesFor(trx, collection, drafts, now) : []
  const rows = mints.map(({ pk, draft }, place) => [
    pk,
    draft.row ?? null,
    draft.ordinal ?? null,
    draft.recipient,
    draft.address,
    draft.metadata !== null && 'hash' in draft.metadata ? draft.metadata.hash : null,
    draft.metadata !== null && 'uri' in draft.metadata ? draft.metadata.uri : null,
    draft.reupload ? 1 : 0,
    draft.contentHash.toString('hex'),
    templates[place] ?? null,
    draft.amount ?? 1,
    draft.compressed === undefined ? null : Number(draft.compressed),
  ])
  // A draft without `compressed`, such as a correction's, leaves it as it was.
  await sql`
    update mints set run_id = ${runId}, row = m.value ->> 1, ordinal = m.value ->> 2, recipient = m.value ->> 3,
      address = m.value ->> 4, metadata_hash = m.value ->> 5, metadata_uri = m.value ->> 6, reupload = m.value ->> 7,
      content_hash = unhex(m.value ->> 8), template_pk = m.value ->> 9, amount = m.value ->> 10,
      compressed = coalesce(m.value ->> 11, mints.compressed), state = ${writtenState(move.to)}, resolved_hash = null,
      error_code = null, error_message = null, created_at = ${now}, completed_at = null
    from json_each(${JSON.stringify(rows)}) as m
    where mints.pk = m.value ->> 0 and mints.state in (${sql.join(from)})`.execute(trx)
}
