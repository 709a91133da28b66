import { CompiledQuery } from 'kysely'
import type { Store } from './open.ts'

/** The database of an import beside the journal's, in the journal's connection: there its tables are `sheet.rows` and so on. One at a time. */
export interface AttachedSheet {
  /** Attaches a file that is there, in place of another; nothing is to be done where it is attached already. Outside of a transaction. */
  attach(file: string): Promise<void>
  /** Lets go of the file that is attached, if there is one. */
  detach(): Promise<void>
}

/**
 * So that one statement copies rows of a file into the journal, and no value passes through JavaScript. SQLite would make a file that is not there,
 * so the caller has opened it. https://www.sqlite.org/lang_attach.html
 */
export function attachedSheet(db: Store): AttachedSheet {
  let attached: string | null = null
  async function detach(): Promise<void> {
    if (attached === null) return
    await db.executeQuery(CompiledQuery.raw('detach database sheet'))
    attached = null
  }
  return {
    async attach(file) {
      if (attached === file) return
      await detach()
      await db.executeQuery(CompiledQuery.raw('attach database ? as sheet', [file]))
      attached = file
    },
    detach,
  }
}
