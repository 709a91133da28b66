import { readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { canonicalJsonBytes } from '../lib/canonical-json.ts'
import { moveInto, sizeOf, writeTemporary } from '../lib/durable-file.ts'
import { readMintsFile } from './batch-folder.ts'

/**
 * The lists of the mints of batches with hosted metadata. The chain has their recipients and addresses, but no folder of metadata that would
 * name their mints. So each list is a file named after the batch's job id, from which a restored older database can read them.
 */
export interface BatchLists {
  /** Resolves when the list is on disk; call it before the batch is signed. Repeatable. */
  keep(contract: string, jobId: string, tags: readonly string[]): Promise<void>
  /** The job ids of a contract that have a list. */
  jobs(contract: string): Promise<string[]>
  /** The tags of a job's mints by place; null when the list is missing or unreadable. */
  read(contract: string, jobId: string): Promise<string[] | null>
  /** Deletes the lists of a contract that no longer exists. Repeatable. */
  forget(contract: string): Promise<void>
}

/** Opens the lists in a folder, which is created when needed. `unfinished`: a folder on the same disk for files being written. */
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
