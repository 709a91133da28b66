import { randomUUID } from 'node:crypto'
import type { Finding, Project } from '../../../shared/app-api.ts'
import type { ChainName } from '../../../shared/chains.ts'
import { checkHandOverRows } from '../../../shared/hand-over/check-rows.ts'
import { handOverColumns } from '../../../shared/hand-over/columns.ts'
import type { HandOverRowRead } from '../../../shared/hand-over/row-read.ts'
import { unseenHeaders } from '../../../shared/hand-over/sheet-findings.ts'
import { foldedEmail, normalEmail } from '../../../shared/locator.ts'
import type { Table } from '../../imports/read-table.ts'
import { CoreError } from '../../lib/errors.ts'
import { findCollection } from '../../store/collections/collections.ts'
import { addHandOver, removeHandOver, setHandOverState } from '../../store/journal/hand-overs/hand-overs.ts'
import { emailsLike } from '../../store/journal/hand-overs/people.ts'
import { addRows } from '../../store/journal/hand-overs/rows.ts'
import { unforced } from '../../store/sqlite/unforced.ts'
import { type HandOverDeps, scopeOf } from './deps.ts'

/** Ours: the most rows of a file; it is checked as a whole, in memory. */
const mostRows = 50_000
/** Rows entered in one SQLite transaction, some 10 ms of work. */
const chunk = 1_000

export interface NewHandOverFile {
  project: Project
  /** The file on disk; it is not needed any more afterwards. */
  file: string
  name: string
  collections: readonly string[]
}

/**
 * Enters a file as a hand-over: every row is checked as far as the file alone shows it. What people hold is looked up after that.
 * @returns its id
 * @throws CoreError `collection.notFound`
 */
export async function createHandOver(
  deps: HandOverDeps,
  { project, file, name, collections }: NewHandOverFile,
): Promise<string> {
  const { db, clock } = deps
  for (const id of collections)
    if (!(await findCollection(db, project.id, id)))
      throw new CoreError('collection.notFound', `There is no collection ${JSON.stringify(id)} in this project.`)
  // The reader of workbooks would be a tenth of all that a core loads at its start: it is loaded at first use.
  const { readTable } = await import('../../imports/read-table.ts')
  const table = await readTable(file, mostRows)
  const { chains } = await scopeOf(deps, project, collections)
  const read = 'code' in table ? [table] : await readRows(deps, project, table, chains)
  const { headers, rows, findings } = 'headers' in read ? read : { headers: [], rows: [], findings: read }
  const id = randomUUID()
  const failed = findings.length > 0
  const pk = await addHandOver(
    db,
    {
      id,
      project_id: project.id,
      name,
      headers: JSON.stringify(headers),
      collections: JSON.stringify(collections),
      findings: JSON.stringify(findings),
      state: failed ? 'failed' : 'reading',
    },
    clock(),
  )
  if (failed) return id
  try {
    for (let from = 0; from < rows.length; from += chunk)
      // The hand-over is not shown before all of it is there; a start of the core removes an incomplete one.
      await unforced(db, (trx) => addRows(trx, pk, rows.slice(from, from + chunk).map(rowOf)))
    await setHandOverState(db, pk, { from: ['reading'], to: 'checking' })
  } catch (error) {
    await removeHandOver(db, pk)
    throw error
  }
  return id
}

async function readRows(
  { db }: HandOverDeps,
  project: Project,
  table: Table,
  chains: readonly ChainName[],
): Promise<{ headers: string[]; rows: HandOverRowRead[]; findings: Finding[] } | Finding[]> {
  const columns = handOverColumns(table.headers, table.headerRow)
  if (Array.isArray(columns)) return columns
  const unseen = unseenHeaders(table, columns)
  if (unseen.length > 0) return unseen
  const emails = table.rows.flatMap(({ cells }) => normalEmail((columns.email && cells[columns.email.at]) ?? '') ?? [])
  const folded = [...new Set(emails.flatMap((email) => (foldedEmail(email) === email ? [] : [foldedEmail(email)])))]
  const known = await emailsLike(db, project.id, folded)
  return { headers: table.headers, rows: checkHandOverRows(table, columns, chains, known), findings: [] }
}

function rowOf({ row, cells, person, address, chains, state, findings }: HandOverRowRead) {
  return {
    row,
    cells: JSON.stringify(cells),
    kind: person?.kind ?? null,
    user: person?.user ?? null,
    address,
    chains: JSON.stringify(chains),
    state: state === 'good' ? ('unseen' as const) : state,
    findings: JSON.stringify(findings),
  }
}
