/** The audit log: who asked for what that can move money, and what came of it. Rows are only ever added; triggers see to it. */
import { CompiledQuery, type Kysely, type Transaction } from 'kysely'
import type { Database } from './schema.ts'

type Db = Kysely<Database> | Transaction<Database>

export interface AuditEntry {
  at: number
  /** Null for what is of the installation. */
  projectId: string | null
  /** `key till (sk_practice_…1a2b)`, `window`, `command line` */
  who: string
  /** `nfts.create`, `runs.start` … */
  act: string
  /** What it is about: a collection, a run, a wallet. */
  subject: string
  /** `10,000 NFTs`, `0.5 POL`; null where there is none. */
  amount: string | null
  /** JSON: what was asked for, without secrets. */
  detail: string
}

const insert = `insert into audit (at, project_id, who, act, subject, amount, detail) values (?, ?, ?, ?, ?, ?, ?) returning pk`
const insertEnd = `insert into audit_ends (audit_pk, at, status, code) values (?, ?, ?, ?)`

/** Adds an entry. @returns its number */
export async function addAudit(db: Db, one: AuditEntry): Promise<number> {
  const values = [one.at, one.projectId, one.who, one.act, one.subject, one.amount, one.detail]
  // As plain SQL: single mints pass here thousands of times a second.
  const { rows } = await db.executeQuery<{ pk: number }>(CompiledQuery.raw(insert, values))
  return rows[0]?.pk ?? 0
}

/** Adds how something ended: the status it was answered with and, where it was refused, the error's code. */
export async function addAuditEnd(db: Db, pk: number, at: number, status: number, code: string | null): Promise<void> {
  await db.executeQuery(CompiledQuery.raw(insertEnd, [pk, at, status, code]))
}

/** A page of a project's entries and the installation's, newest first, those before `before` (a number of an entry). */
export async function listAudit(db: Db, projectId: string, before: number | undefined, limit: number) {
  return await db
    .selectFrom('audit')
    .leftJoin('audit_ends', 'audit_ends.audit_pk', 'audit.pk')
    .select(['pk', 'audit.at', 'who', 'act', 'subject', 'amount', 'detail', 'status', 'code'])
    .where((eb) => eb.or([eb('project_id', '=', projectId), eb('project_id', 'is', null)]))
    .$if(before !== undefined, (query) => query.where('pk', '<', before ?? 0))
    .orderBy('pk', 'desc')
    .limit(limit)
    .execute()
}
