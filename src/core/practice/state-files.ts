import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, open, readdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import { hexResult } from './hex-result.ts'

/**
 * The files in the folder of a network. Record n begins where record n - 1 ends; saved state n holds everything before record n. So the chain is
 * any saved state and the records from its number on. Before record 0 there was nothing.
 */
export interface Kept {
  /** Ascending. */
  records: number[]
  /** Ascending. */
  states: number[]
}

const unpacked = 'loading.json'
const names = { records: /^record-(\d+)\.log$/, states: /^state-(\d+)\.json\.gz$/ } as const

/** A saved state that cannot be read back. */
export class UnreadableState extends Error {
  override readonly name = 'UnreadableState'
}

export function recordFile(dir: string, number: number): string {
  return join(dir, `record-${number}.log`)
}

/** A saved state's path. Gzip keeps it small, and its checksum reveals damage. */
export function stateFile(dir: string, number: number): string {
  return join(dir, `state-${number}.json.gz`)
}

/** Lists the records and saved states in a network's folder. */
export async function keptIn(dir: string): Promise<Kept> {
  const found = await readdir(dir)
  const numbers = (name: RegExp) =>
    found.flatMap((file) => (name.test(file) ? Number(name.exec(file)?.[1]) : [])).sort((a, b) => a - b)
  return { records: numbers(names.records), states: numbers(names.states) }
}

/**
 * Saves the answer to `anvil_dumpState` under its number, whole or not at all. Streamed, since a busy chain's answer has hundreds of megabytes.
 *
 * @param answer the body of the JSON-RPC answer
 * @throws when the answer is an error or incomplete, or the disk is full
 */
export async function saveState(dir: string, number: number, answer: AsyncIterable<Uint8Array>): Promise<void> {
  await mkdir(dir, { recursive: true })
  const file = stateFile(dir, number)
  const fresh = `${file}.new`
  try {
    // `flush` syncs the file before it is closed: the rename must never reach the disk before the contents.
    await pipeline(answer as Readable, hexResult(), createWriteStream(fresh, { flush: true, mode: 0o600 }))
    await rename(fresh, file)
    await syncFolder(dir)
  } finally {
    await rm(fresh, { force: true })
  }
}

/** Removes what neither of the last two saved states needs: either of them is enough, with the records after it. */
export async function removeOld(dir: string): Promise<void> {
  const { records, states } = await keptIn(dir)
  const from = states.at(-2) ?? 0
  for (const number of states) if (number < from) await rm(stateFile(dir, number), { force: true })
  for (const number of records) if (number < from) await rm(recordFile(dir, number), { force: true })
}

/**
 * Unpacks a saved state for anvil to load.
 *
 * @returns the path of the unpacked file, to be removed with `removeUnpacked`
 * @throws UnreadableState when the file is damaged
 */
export async function unpackState(dir: string, number: number): Promise<string> {
  const file = join(dir, unpacked)
  try {
    const out = createWriteStream(file, { mode: 0o600 })
    await pipeline(createReadStream(stateFile(dir, number)), createGunzip(), out)
    return file
  } catch (cause) {
    if (isZlibError(cause)) throw new UnreadableState(`${stateFile(dir, number)} is damaged`, { cause })
    throw cause
  }
}

/** Removes the file of `unpackState`, which is large and useless once anvil has read it. */
export async function removeUnpacked(dir: string): Promise<void> {
  await rm(join(dir, unpacked), { force: true })
}

/** Removes states and records: the network begins anew. What a kill leaves of them, the next start refuses as incomplete. */
export async function forgetChain(dir: string): Promise<void> {
  await mkdir(dir, { recursive: true })
  const { records, states } = await keptIn(dir)
  for (const number of states) await rm(stateFile(dir, number), { force: true })
  for (const number of records) await rm(recordFile(dir, number), { force: true })
  await syncFolder(dir)
}

/** Forces the names in a folder to the disk. */
export async function syncFolder(dir: string): Promise<void> {
  // Windows has no such call, and its renames are journaled.
  if (process.platform === 'win32') return
  const handle = await open(dir)
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

function isZlibError(error: unknown): boolean {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' && error.code.startsWith('Z_')
}
