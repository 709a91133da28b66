/** The latest API requests. */
import { rowInserter } from '../sqlite/insert-rows.ts'
import type { Store } from '../sqlite/open.ts'
import { unforced } from '../sqlite/unforced.ts'

export interface RequestRow {
  projectId: string | null
  at: number
  ms: number
  caller: string
  method: string
  url: string
  status: number
  /** The body, cut and without secrets; null where there was none. The same of the answer. */
  request: string | null
  answer: string | null
}

const insert = rowInserter('requests', [
  'project_id',
  'at',
  'ms',
  'caller',
  'method',
  'url',
  'status',
  'request',
  'answer',
])

function valuesOf(row: RequestRow): (string | number | null)[] {
  const { projectId, at, ms, caller, method, url, status, request, answer } = row
  return [projectId, at, ms, caller, method, url, status, request, answer]
}

/** Adds requests, and forgets all but the newest `kept`. Not forced: a machine that loses its power may lose the last ones. */
export function addRequests(db: Store, rows: readonly RequestRow[], kept: number): Promise<void> {
  return unforced(db, async (tx) => {
    await insert(tx, rows.map(valuesOf))
    await tx
      .deleteFrom('requests')
      .where('pk', '<=', (eb) => eb.selectFrom('requests').select((one) => one(one.fn.max('pk'), '-', kept).as('pk')))
      .execute()
  })
}

/** A page of a project's requests and of those without a known project, newest first, those before `before` (a `pk`). */
export async function listRequests(
  db: Store,
  projectId: string,
  { before, limit, failed }: { before?: number | undefined; limit: number; failed: boolean },
) {
  return await db
    .selectFrom('requests')
    .selectAll()
    .where((eb) => eb.or([eb('project_id', '=', projectId), eb('project_id', 'is', null)]))
    .$if(before !== undefined, (query) => query.where('pk', '<', before ?? 0))
    .$if(failed, (query) => query.where('status', '>=', 400))
    .orderBy('pk', 'desc')
    .limit(limit)
    .execute()
}

/** Removes a project's requests, and those without a known project. */
export async function clearRequests(db: Store, projectId: string): Promise<void> {
  await db
    .deleteFrom('requests')
    .where((eb) => eb.or([eb('project_id', '=', projectId), eb('project_id', 'is', null)]))
    .execute()
}
