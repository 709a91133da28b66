/** Failed mints of a run that are tried again. */
import { type Kysely, sql, type Transaction } from 'kysely'
import { mintMoves, overStates } from '../../../journal/states.ts'
import type { Database } from '../../tables/schema.ts'
import { findCorrectedSince, findMintedSince } from '../contents/minted-contents.ts'
import { batchOf, writtenState } from '../mints-now.ts'

export interface Retried {
  /** The key of the last mint that was looked at; undefined: there is none behind `after`. */
  last: number | undefined
  /** How many wait again. */
  waiting: number
  /** How many do not, because the collection already has what they would mint, as it was or corrected. */
  mintedSince: number
}

/**
 * Queues some of a run's failed mints again. Only those whose transaction, if there was one, is over: a batch that is still signed may yet be
 * included. A mint whose NFT was minted for the same recipient since (for example by another file) stays failed, and its message says so.
 * @param after the key of the mint behind which to begin
 * @param idAt as of `findCorrectedSince`
 */
export async function requeueFailed(
  trx: Transaction<Database>,
  runId: string,
  { after, limit, idAt }: { after: number; limit: number; idAt: (ordinal: number) => string },
): Promise<Retried> {
  const failed = await failedAfter(trx, runId, after, limit)
  const mintedSince = await findMintedSince(trx, failed)
  const rest = failed.filter((pk) => !mintedSince.has(pk))
  const correctedSince = await findCorrectedSince(trx, rest, idAt)
  const again = rest.filter((pk) => !correctedSince.has(pk))
  await sql`
    update mints set state = ${writtenState(mintMoves.retry.to)}, resolved_hash = null, error_code = null, error_message = null, completed_at = null
    where pk in (select value from json_each(${JSON.stringify(again)}))`.execute(trx)
  for (const [pks, why] of [
    [mintedSince, since],
    [correctedSince, sinceCorrected],
  ] as const)
    await sql`
      update mints set error_message = coalesce(error_message || ' ', '') || ${why}
      where pk in (select value from json_each(${JSON.stringify([...pks])})) and instr(coalesce(error_message, ''), ${why}) = 0`.execute(
      trx,
    )
  return { last: failed.at(-1), waiting: again.length, mintedSince: mintedSince.size + correctedSince.size }
}

const since = 'It was not tried again: the same NFT was minted for the same recipient since, or is about to be.'
const sinceCorrected =
  'It was not tried again: another run had the same row of a file, which was corrected there or here, and minted it since or is about to. If it is meant, correct it once more.'

async function failedAfter(db: Kysely<Database>, runId: string, after: number, limit: number): Promise<number[]> {
  const { rows } = await sql<{ pk: number }>`
    select m.pk from mints m
      left join batches b on b.pk = ${batchOf('m')}
      left join transactions t on t.pk = b.transaction_pk
    where m.run_id = ${runId} and m.state = ${sql.lit(mintMoves.retry.from[0])} and m.pk > ${after}
      and (b.pk is null or b.state = 'failed')
      and (t.pk is null or t.state in (${sql.join(overStates)}))
    order by m.pk limit ${limit}`.execute(db)
  return rows.map(({ pk }) => pk)
}
