/** `api.json` in the data folder: the command line reads it to find the core that runs on the folder. */
import { closeSync, fsyncSync, openSync, readFileSync, renameSync, rmSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'

const apiFile = z.object({
  pid: z.int(),
  url: z.url(),
  token: z.string(),
  /** The id and key of the core's session, with which the core proves its identity (`POST /app/hello`). */
  session: z.string(),
  key: z.string(),
  version: z.string(),
})
/** `token` gives access to `/app` and `/api`, as the window's does, and to `POST /app/tickets`. Valid until the core closes. */
export type ApiFile = z.infer<typeof apiFile>

const nameOf = (dataDir: string): string => join(dataDir, 'api.json')

/** Reads the file; undefined when it is missing or unreadable. A killed core may have left it. */
export function readApiFile(dataDir: string): ApiFile | undefined {
  try {
    return apiFile.parse(JSON.parse(readFileSync(nameOf(dataDir), 'utf8')))
  } catch {
    return undefined
  }
}

/** Writes the file atomically, readable only by this user. */
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
