import { CompiledQuery } from 'kysely'
import type { Store } from './open.ts'

/** Attaches an import's database to the journal's connection, where its tables are `sheet.rows` and so on. One at a time. */
export interface AttachedSheet {
  /** Attaches an existing file in place of another; does nothing where it is attached already. Not inside a transaction. */
  attach(file: string): Promise<void>
  /** Detaches the file that is attached, if there is one. */
  detach(): Promise<void>
}

/**
 * By this, one statement copies rows of a file into the journal, and no value passes through JavaScript. SQLite would create a missing file, so
 * the caller has opened it before. https://www.sqlite.org/lang_attach.html
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
