import { createReadStream, createWriteStream } from 'node:fs'
import { access, mkdir, open, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import { hexResult } from './hex-result.ts'

/** Newest first. Gzip keeps them small, and its checksum tells a damaged one. */
const generations = ['state.json.gz', 'state.previous.json.gz'] as const
const unpacked = 'loading.json'

export type Generation = (typeof generations)[number]

/** A saved state that cannot be read back. */
export class UnreadableState extends Error {
  override readonly name = 'UnreadableState'
}

/** The saved states in `dir`, newest first. */
export async function savedStates(dir: string): Promise<Generation[]> {
  const found = await Promise.all(generations.map((name) => exists(join(dir, name))))
  return generations.filter((_, index) => found[index])
}

/**
 * Saves the answer to `anvil_dumpState` as the newest generation; the one before it becomes the older. Streamed, since a busy
 * chain's is hundreds of megabytes. A cut or wrong answer leaves the saved ones as they are.
 *
 * @param answer the body of the JSON-RPC answer
 * @throws when the answer is an error or not whole, or the disk is full
 */
export async function saveState(dir: string, answer: AsyncIterable<Uint8Array>): Promise<void> {
  await mkdir(dir, { recursive: true })
  const [newest, older] = generations
  const fresh = join(dir, `${newest}.new`)
  try {
    // `flush` syncs the file before it is closed: a rename must never overtake its contents.
    await pipeline(answer, hexResult(), createWriteStream(fresh, { flush: true }))
    if (await exists(join(dir, newest))) await rename(join(dir, newest), join(dir, older))
    await rename(fresh, join(dir, newest))
    await syncFolder(dir)
  } finally {
    await rm(fresh, { force: true })
  }
}

/**
 * Unpacks a saved state for anvil to load.
 *
 * @returns the path of the unpacked file, to be removed with `removeUnpacked`
 * @throws UnreadableState when the file is damaged
 */
export async function unpackState(dir: string, generation: Generation): Promise<string> {
  const file = join(dir, unpacked)
  try {
    await pipeline(createReadStream(join(dir, generation)), createGunzip(), createWriteStream(file))
    return file
  } catch (cause) {
    if (isZlibError(cause)) throw new UnreadableState(`${generation} is damaged`, { cause })
    throw cause
  }
}

/** Removes what `unpackState` left; large, and of no use once anvil has read it. */
export async function removeUnpacked(dir: string): Promise<void> {
  await rm(join(dir, unpacked), { force: true })
}

/** Removes the saved states: the network begins anew. */
export async function forgetStates(dir: string): Promise<void> {
  for (const name of generations) await rm(join(dir, name), { force: true })
}

/** Puts an unreadable state aside, so that it is neither tried again nor lost. */
export async function setAside(dir: string, generation: Generation): Promise<string> {
  const aside = join(dir, `damaged-${generation}`)
  await rename(join(dir, generation), aside)
  return aside
}

function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  )
}

function isZlibError(error: unknown): boolean {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' && error.code.startsWith('Z_')
}

async function syncFolder(dir: string): Promise<void> {
  // Windows has no such call, and its renames are journaled.
  if (process.platform === 'win32') return
  const handle = await open(dir)
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
