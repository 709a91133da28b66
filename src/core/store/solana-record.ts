import { type Kysely, sql, type Transaction } from 'kysely'
import type { Database } from './schema.ts'

/** What is ours on Solana's practice network, in all projects. */
export interface SolanaRecord {
  /** Signatures of everything that was ever signed for it, base58. */
  signatures: ReadonlySet<string>
  /** Collections, trees and NFTs, base58: what others did to them belongs to them. */
  addresses: ReadonlySet<string>
}

/** @param db the journal */
export async function solanaRecord(db: Kysely<Database> | Transaction<Database>): Promise<SolanaRecord> {
  const signed = await sql<{ hash: string }>`
    select attempts.hash as hash from attempts join transactions on transactions.pk = attempts.transaction_pk
    where transactions.network = 'practice:solana'`.execute(db)
  const named = await sql<{ address: string }>`
    with ours as (select c.pk, c.contract_address from collections c join projects p on p.id = c.project_id
                  where c.chain = 'solana' and p.kind = 'practice')
    select contract_address as address from ours where contract_address is not null
    union all select trees.address from trees join ours on ours.pk = trees.collection_pk
    union all select mints.token_address from mints join ours on ours.pk = mints.collection_pk
              where mints.token_address is not null and mints.compressed = 0`.execute(db)
  return {
    signatures: new Set(signed.rows.map(({ hash }) => hash)),
    addresses: new Set(named.rows.map(({ address }) => address)),
  }
}
