/** The audit log: who requested what that can move money, and how it ended. Triggers let rows be added only. */
import { CompiledQuery, type Kysely, type Transaction } from 'kysely'
import { rowInserter } from '../sqlite/insert-rows.ts'
import type { Database } from '../tables/schema.ts'

type Db = Kysely<Database> | Transaction<Database>

export interface AuditEntry {
  at: number
  /** Null for what concerns the whole installation. */
  projectId: string | null
  /** `key till (sk_practice_…1a2b)`, `person anna`, `window`, `command line` */
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

const columns = ['at', 'project_id', 'who', 'act', 'subject', 'amount', 'detail']
const insert = `insert into audit (${columns.join(', ')}) values (${columns.map(() => '?').join(', ')}) returning pk`
const insertAll = rowInserter('audit', columns)
const insertEnd = `insert into audit_ends (audit_pk, at, status, code) values (?, ?, ?, ?)`

/** Adds an entry. @returns its number */
export async function addAudit(db: Db, one: AuditEntry): Promise<number> {
  const { rows } = await db.executeQuery<{ pk: number }>(CompiledQuery.raw(insert, valuesOf(one)))
  return rows[0]?.pk ?? 0
}

/** Adds entries in their order. */
export async function addAudits(tx: Transaction<Database>, all: readonly AuditEntry[]): Promise<void> {
  await insertAll(tx, all.map(valuesOf))
}

function valuesOf({ at, projectId, who, act, subject, amount, detail }: AuditEntry): (string | number | null)[] {
  return [at, projectId, who, act, subject, amount, detail]
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
