import { randomUUID } from 'node:crypto'
import type { Project } from '../../../shared/app-api.ts'
import { defaultCollections } from '../collections/default-collections.ts'
import { builtOnce } from '../sqlite/built-once.ts'
import type { Store } from '../sqlite/open.ts'
import type { Reader } from '../sqlite/reader.ts'
import type { ProjectsTable } from '../tables/installation.ts'

/** Makes a project with its default collections. Its index in key derivation is one that no project has had. */
export async function createProject(
  db: Store,
  { name, kind }: { name: string; kind: Project['kind'] },
  now: number,
): Promise<Project> {
  return await db.transaction().execute(async (tx) => {
    const last = await tx.selectFrom('projects').select('idx').orderBy('idx', 'desc').limit(1).executeTakeFirst()
    const row = { id: randomUUID(), idx: last ? last.idx + 1 : 0, name, kind, enterprise: 0, created_at: now } as const
    await tx.insertInto('projects').values(row).execute()
    await tx.insertInto('collections').values(defaultCollections(row.id, now)).execute()
    return project(row)
  })
}

/** The projects, oldest first. */
export async function listProjects(db: Store): Promise<Project[]> {
  const rows = await db.selectFrom('projects').selectAll().orderBy('idx').execute()
  return rows.map(project)
}

const byId = builtOnce((db, { id }: { id: string }) => db.selectFrom('projects').selectAll().where('id', '=', id))

export async function findProject(db: Store, id: string): Promise<Project | undefined> {
  const [row] = await byId(db, { id })
  return row && project(row)
}

/** The same on committed data only, synchronously. */
export function readProject(reader: Reader, id: string): Project | undefined {
  const [row] = byId.now(reader, { id })
  return row && project(row)
}

/** Changes the given fields of a project. @returns undefined when there is no such project */
export async function updateProject(
  db: Store,
  id: string,
  { name, enterprise }: { name?: string | undefined; enterprise?: boolean | undefined },
): Promise<Project | undefined> {
  const change = {
    ...(name === undefined ? {} : { name }),
    ...(enterprise === undefined ? {} : { enterprise: enterprise ? (1 as const) : (0 as const) }),
  }
  if (Object.keys(change).length === 0) return findProject(db, id)
  const row = await db.updateTable('projects').set(change).where('id', '=', id).returningAll().executeTakeFirst()
  return row && project(row)
}

/** The oldest project, which is used where none is named. A first start makes it, as a practice project. */
export async function firstProject(db: Store, now: number): Promise<Project> {
  const row = await db.selectFrom('projects').selectAll().orderBy('idx').limit(1).executeTakeFirst()
  return row ? project(row) : await createProject(db, { name: 'Practice', kind: 'practice' }, now)
}

function project(row: ProjectsTable): Project {
  return { id: row.id, name: row.name, kind: row.kind, index: row.idx, enterprise: row.enterprise === 1 }
}
