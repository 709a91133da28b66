import type { FastifyRequest } from 'fastify'
import { CoreError } from '../../../lib/errors.ts'
import { ApiFault } from '../../http/faults.ts'
import type { AppContext } from '../context.ts'

/** Ours: as many spreadsheets as a key may have in hand; the oldest that nothing was minted of gives way. */
const keptOfKey = 10

/**
 * Which imports are a key's. A program sees and mints those that it sent itself; what a person has on the Mint page is not its business. Kept in
 * memory: after a restart of the core it sends its file again.
 */
export interface KeyImports {
  /** Notes that a caller sent an import; of a key's earlier ones the oldest may be dropped for it. */
  add(request: FastifyRequest, importId: string): Promise<void>
  /** The import's id, where the caller may use it. @throws CoreError `import.notFound` */
  own(request: FastifyRequest, importId: string): Promise<string>
}

export function keyImports({ imports }: Pick<AppContext, 'imports'>): KeyImports {
  const byKey = new Map<string, string[]>()
  return {
    async add({ caller }, importId) {
      if (!caller?.key) return
      const ids = [...(byKey.get(caller.key.id) ?? []), importId]
      byKey.set(caller.key.id, ids.slice(-keptOfKey))
      // One that a run was made of stays, for its results; one that the person dropped is gone.
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

/** @throws ApiFault 403 `key.scope` for a program: what follows is for a person. */
export function refuseKeys({ caller }: FastifyRequest, what: string): void {
  if (caller?.key === undefined) return
  throw new ApiFault(403, 'key.scope', `A key may not ${what}: do it in the window.`)
}
