import { renameSync, writeFileSync } from 'node:fs'
import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import type { ProcessIdentity } from './process-identity.ts'

const identity = z.object({ pid: z.int().positive(), startedAt: z.string().min(1) })
const ownerRecord = z.object({ anvil: identity, core: identity, port: z.int().min(1).max(65_535).optional() })

/**
 * Which anvil serves a folder's network, and for which core. It leads the next start to an anvil whose core was killed. The port is
 * unknown until anvil listens.
 */
export type OwnerRecord = { anvil: ProcessIdentity; core: ProcessIdentity; port?: number | undefined }

/** Reads who serves the network in `dir`; undefined when the file is missing or illegible. */
export async function readOwner(dir: string): Promise<OwnerRecord | undefined> {
  try {
    return ownerRecord.parse(JSON.parse(await readFile(join(dir, 'anvil.json'), 'utf8')))
  } catch {
    return undefined
  }
}

/**
 * Writes down who serves the network in `dir`, whole or not at all. Synchronous: an anvil that has just started must not be
 * unrecorded for even a moment, in which the core could be killed.
 */
export function writeOwner(dir: string, record: OwnerRecord): void {
  const file = join(dir, 'anvil.json')
  writeFileSync(`${file}.new`, JSON.stringify(record))
  renameSync(`${file}.new`, file)
}

/** Removes the file, once the anvil that it names has ended. */
export async function removeOwner(dir: string): Promise<void> {
  await rm(join(dir, 'anvil.json'), { force: true })
}
