import { sql } from 'kysely'
import type { Store } from '../sqlite/open.ts'
import { keysOfPage, type Page, type PageStart } from '../sqlite/pages.ts'
import type { CollectionRow } from './collections.ts'

/** The chains that a project has minted on, or is about to: those with a contract on chain or wanted, or with mints. */
export async function chainsInUse(db: Store, projectId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('collections')
    .select('chain')
    .distinct()
    .where('project_id', '=', projectId)
    .where((eb) =>
      eb.or([
        eb('state', 'in', ['wanted', 'deployed']),
        eb.exists(eb.selectFrom('mints').select('mints.pk').whereRef('mints.collection_pk', '=', 'collections.pk')),
      ]),
    )
    .orderBy('chain')
    .execute()
  return rows.map(({ chain }) => chain)
}

/** How many NFTs of each collection of a project are on chain, and how many are accepted and not settled; by `collections.pk`. */
export async function mintedAndPending(
  db: Store,
  projectId: string,
): Promise<Map<number, { minted: number; pending: number }>> {
  // Copies are added up, template by template, over an index. Other NFTs are counted over batches, of which there are hundreds of times fewer
  // than mints; those in no batch yet are in the narrow table `waiting`.
  const { rows } = await sql<{ pk: number; minted: number; pending: number }>`
    select c.pk,
      case when c.fungibility = 'semi-fungible' then coalesce((select sum(m.amount) from templates t
          join mints m on m.template_pk = t.pk where t.collection_pk = c.pk and m.state = 'succeeded'), 0)
      else coalesce((select sum(size) from batches b where b.collection_pk = c.pk and b.state = 'succeeded'), 0)
        + (select count(*) from known_mints k where k.collection_pk = c.pk) end as minted,
      case when c.fungibility = 'semi-fungible' then coalesce((select sum(m.amount) from templates t
          join mints m on m.template_pk = t.pk where t.collection_pk = c.pk and m.state = 'open'), 0)
      else coalesce((select sum(size) from batches b where b.collection_pk = c.pk and b.state in ('composed', 'prepared', 'signed')), 0)
        + (select count(*) from waiting w where w.collection_pk = c.pk) end as pending
    from collections c where c.project_id = ${projectId}`.execute(db)
  return new Map(rows.map(({ pk, minted, pending }) => [pk, { minted, pending }]))
}

/** A page of the project's collections, oldest first. */
export async function pageOfCollections(
  db: Store,
  projectId: string,
  start: PageStart,
  limit: number,
): Promise<Page<CollectionRow>> {
  const { keys, next } = await keysOfPage(db, 'collections', sql`project_id = ${projectId}`, start, limit)
  const rows = await db.selectFrom('collections').selectAll().where('pk', 'in', keys).orderBy('pk').execute()
  return { rows, next }
}
