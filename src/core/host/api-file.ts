/** `api.json` in the data folder: how the command line finds the core that runs on it. */
import { closeSync, fsyncSync, openSync, readFileSync, renameSync, rmSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'

const apiFile = z.object({
  pid: z.int(),
  url: z.url(),
  token: z.string(),
  /** The id and the key of its session: by these the core proves that it is the one (`POST /app/hello`). */
  session: z.string(),
  key: z.string(),
  version: z.string(),
})
/** `token` opens `/app` and `/api` as the window's does, and `POST /app/tickets`. Good until the core closes. */
export type ApiFile = z.infer<typeof apiFile>

const nameOf = (dataDir: string): string => join(dataDir, 'api.json')

/** What the core on this data folder left; undefined when there is none, or it is not readable. It may be that of a killed one. */
export function readApiFile(dataDir: string): ApiFile | undefined {
  try {
    return apiFile.parse(JSON.parse(readFileSync(nameOf(dataDir), 'utf8')))
  } catch {
    return undefined
  }
}

/** Writes the file whole or not at all, readable by this user alone. */
export function writeApiFile(dataDir: string, content: ApiFile): void {
  const temporary = `${nameOf(dataDir)}.new`
  rmSync(temporary, { force: true })
  const file = openSync(temporary, 'wx', 0o600)
  try {
    writeSync(file, `${JSON.stringify(content, null, 2)}\n`)
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
  renameSync(temporary, nameOf(dataDir))
}

/** Removes the file. Only the holder of the folder's lock may. */
export function removeApiFile(dataDir: string): void {
  rmSync(nameOf(dataDir), { force: true })
}
