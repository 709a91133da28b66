import { readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { canonicalJsonBytes } from '../lib/canonical-json.ts'
import { moveInto, sizeOf, writeTemporary } from '../lib/durable-file.ts'
import { readMintsFile } from './batch-folder.ts'

/**
 * Which mints a batch of hosted metadata holds: the chain keeps its recipients and addresses, and no folder that would say whose ids
 * those are. So that a database that was put back from an older copy learns it, the list is a file under the batch's job.
 */
export interface BatchLists {
  /** On disk when it resolves, and before the batch is signed. Repeatable. */
  keep(contract: string, jobId: string, tags: readonly string[]): Promise<void>
  /** The jobs of a contract that a list is kept of. */
  jobs(contract: string): Promise<string[]>
  /** The tags of a job's mints by place; null when there is no list, or none that can be read. */
  read(contract: string, jobId: string): Promise<string[] | null>
  /** The contract is gone, and its lists with it. Repeatable. */
  forget(contract: string): Promise<void>
}

/** The lists in a folder, which is made when it is needed. `unfinished`: a folder of the same disk for what is being written. */
export function openBatchLists(directory: string, unfinished: string): BatchLists {
  const folderOf = (contract: string): string => join(directory, contract.toLowerCase())
  const fileOf = (contract: string, jobId: string): string => join(folderOf(contract), `${jobId}.json`)
  return {
    async keep(contract, jobId, tags) {
      const file = fileOf(contract, jobId)
      if ((await sizeOf(file)) !== undefined) return
      await moveInto(await writeTemporary(unfinished, [canonicalJsonBytes({ version: 1, mints: [...tags] })]), file)
    },
    async jobs(contract) {
      const names = await readdir(folderOf(contract)).catch((error: unknown): string[] => {
        if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return []
        throw error
      })
      return names.flatMap((name) => /^(0x[0-9a-f]{64})\.json$/.exec(name)?.[1] ?? [])
    },
    async read(contract, jobId) {
      const bytes = await readFile(fileOf(contract, jobId)).catch(() => null)
      return (bytes && readMintsFile(bytes)) ?? null
    },
    forget: (contract) => rm(folderOf(contract), { recursive: true, force: true }),
  }
}
