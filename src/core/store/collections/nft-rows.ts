import { type Kysely, sql, type Transaction } from 'kysely'
import { completedNow, type MintNow, stateNow, tokenNow } from '../journal/mints-now.ts'
import type { Database } from '../tables/schema.ts'

type Db = Kysely<Database> | Transaction<Database>

/** A mint with the hash of the transaction that minted it and its metadata. */
export type NftRow = MintNow & {
  minted_by: string | null
  /** Canonical JSON as it was given; null where the metadata is hosted. */
  json: string | null
  /** The work (JSON) of the last update that the chain has confirmed, with the metadata as it was given. */
  update_work: string | null
  /** The caller's id of the template that it is a copy of; null where it is none. */
  template_id: string | null
}

/**
 * Uses subqueries, and literals where a partial index has a condition: joins, and values bound in such conditions, make SQLite plan the
 * statement anew each time it is run, which takes ten times as long as running it.
 * https://www.sqlite.org/c3ref/prepare.html, "If the specific value bound to a host parameter…"
 */
export function nftRows(db: Db) {
  return db
    .selectFrom('mints')
    .selectAll('mints')
    .select([stateNow().as('state'), tokenNow().as('token_id'), completedNow().as('completed_at')])
    .select((eb) => {
      const template = eb.selectFrom('templates').whereRef('templates.pk', '=', 'mints.template_pk')
      // A copy shows the current content of its template.
      const hash = eb
        .case()
        .when('mints.template_pk', 'is', null)
        .then(eb.ref('mints.metadata_hash'))
        .else(template.select('templates.metadata_hash'))
        .end()
      return [
        eb
          .selectFrom('batches')
          .innerJoin('transactions', 'transactions.pk', 'batches.transaction_pk')
          .select('transactions.tx_hash')
          .where('batches.pk', '=', (one) =>
            one
              .selectFrom('members')
              .select((member) => member.ref('members.batch_pk').as('batch_pk'))
              .whereRef('members.mint_pk', '=', 'mints.pk'),
          )
          .as('minted_by'),
        eb
          .selectFrom('metadata')
          .select('metadata.json')
          .where('metadata.hash', '=', hash.$castTo<string>())
          .as('json'),
        template.select('templates.id').as('template_id'),
        eb
          .case()
          .when('mints.template_pk', 'is', null)
          .then(eb.ref('mints.metadata_uri'))
          .else(template.select('templates.metadata_uri'))
          .end()
          .$castTo<string | null>()
          .as('metadata_uri'),
        eb
          .selectFrom('actions')
          .select('actions.work')
          .whereRef('actions.mint_pk', '=', 'mints.pk')
          .where('actions.kind', '=', sql.lit('nfts.update' as const))
          .where('actions.status', '=', sql.lit('succeeded' as const))
          .orderBy('actions.pk', 'desc')
          .limit(sql.lit(1))
          .as('update_work'),
      ]
    })
}
