import type { FastifyRequest } from 'fastify'
import { CoreError } from '../../../lib/errors.ts'
import { ApiFault } from '../../http/faults.ts'
import type { AppContext } from '../context.ts'

/** Ours: the newest spreadsheets of a key that are kept; an older one is removed, unless a run was made of it. */
const keptOfKey = 10

/**
 * Which imports belong to an API key. A program sees and mints only those that it sent itself, and none that a person has on the Mint page. Kept
 * in memory: after a restart of the core the program sends its file again.
 */
export interface KeyImports {
  /** Records that a caller sent an import; the oldest of a key's earlier ones may be dropped. */
  add(request: FastifyRequest, importId: string): Promise<void>
  /** Returns the import's id if the caller may use it. @throws CoreError `import.notFound` */
  own(request: FastifyRequest, importId: string): Promise<string>
}

export function keyImports({ imports }: Pick<AppContext, 'imports'>): KeyImports {
  const byKey = new Map<string, string[]>()
  return {
    async add({ caller }, importId) {
      if (!caller?.key) return
      const ids = [...(byKey.get(caller.key.id) ?? []), importId]
      byKey.set(caller.key.id, ids.slice(-keptOfKey))
      // An import with a run stays, for the run's results; one that a person removed is already gone.
      for (const old of ids.slice(0, -keptOfKey)) await imports.remove(old).catch(() => undefined)
    },
    async own({ caller }, importId) {
      const projectId = await imports.projectOf(importId)
      const isOwn = caller?.key === undefined || byKey.get(caller.key.id)?.includes(importId) === true
      if (isOwn && projectId === caller?.project.id) return importId
      throw new CoreError('import.notFound', `There is no import ${importId}: give the file again.`)
    },
  }
}

/** @throws ApiFault 403 `key.scope` for a program: only a person may do what follows. */
export function refuseKeys({ caller }: FastifyRequest, what: string): void {
  if (caller?.key === undefined) return
  throw new ApiFault(403, 'key.scope', `A key may not ${what}: do it in the window.`)
}
