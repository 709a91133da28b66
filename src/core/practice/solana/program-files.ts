import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { CoreError } from '../../lib/errors.ts'
import { type ProgramPin, programHash, programPins } from './programs.ts'

/** How a person gets the programs; the same words wherever they are missing. */
const cure = 'run "mintdesk networks solana install-programs" once (or with --from <folder>, or --rpc <url>)'

export interface LoadedProgram {
  id: string
  file: Uint8Array
}

const accepted = z.record(z.string(), z.string())

/**
 * Loads the programs, and checks each one.
 * @param dirs folders that may hold them; the first that has one wins, and the last is the cache
 * @throws CoreError `network.programs-missing`, `network.programs-changed`
 */
export async function loadPrograms(dirs: readonly string[]): Promise<LoadedProgram[]> {
  const missing: ProgramPin[] = []
  const loaded: LoadedProgram[] = []
  for (const pin of programPins) {
    const found = await firstOf(dirs, pin)
    if (found === null) missing.push(pin)
    else loaded.push({ id: pin.id, file: found })
  }
  if (missing.length === 0) return loaded
  throw programsMissing(missing)
}

/**
 * What keeps a practice network from running, judged by the files that exist (their content is checked when they are loaded);
 * null: nothing.
 */
export function missingPrograms(dirs: readonly string[]): CoreError | null {
  const missing = programPins.filter(({ name }) => !dirs.some((dir) => existsSync(join(dir, `${name}.so`))))
  return missing.length === 0 ? null : programsMissing(missing)
}

function programsMissing(missing: readonly ProgramPin[]): CoreError {
  const which =
    missing.length === programPins.length
      ? 'the programs of Metaplex'
      : `these programs of Metaplex: ${missing.map(({ name }) => name).join(', ')}`
  return new CoreError(
    'network.programs-missing',
    `The practice network for Solana needs ${which}, which Mintdesk may not ship: ${cure}.`,
  )
}

/** Folders that may hold a data folder's programs; the first that has one wins. @param env MINTDESK_SOLANA_PROGRAMS: a folder of `<name>.so` */
export function programFolders(dataDir: string, env: Readonly<Record<string, string | undefined>>): string[] {
  const own = env.MINTDESK_SOLANA_PROGRAMS
  return [...(own ? [own] : []), programCache(dataDir)]
}

export function programCache(dataDir: string): string {
  return join(dataDir, 'practice', 'solana-programs')
}

async function firstOf(dirs: readonly string[], pin: ProgramPin): Promise<Uint8Array | null> {
  for (const dir of dirs) {
    const file = await readFile(join(dir, `${pin.name}.so`)).catch(() => null)
    if (file === null) continue
    const cure =
      dir === dirs.at(-1)
        ? installOthers
        : `Put the known one into ${dir}, or start Mintdesk without MINTDESK_SOLANA_PROGRAMS.`
    requirePinned(pin, programHash(file), await acceptedIn(dir), cure)
    return file
  }
  return null
}

/** The cure for programs of other hashes in the cache, or on their way there. */
const installOthers =
  'Take the known one with --from <folder>, or accept the new one with "mintdesk networks solana install-programs --accept-new".'

function requirePinned(pin: ProgramPin, hash: string, also: Readonly<Record<string, string>>, cure: string): void {
  if (hash === pin.hash || also[pin.name] === hash) return
  throw new CoreError(
    'network.programs-changed',
    `The program ${pin.name} is not the one this version knows (its SHA-256 is ${hash}, expected ${pin.hash}): it was upgraded on mainnet, or is not what it says. ${cure}`,
  )
}

async function acceptedIn(dir: string): Promise<Readonly<Record<string, string>>> {
  try {
    return accepted.parse(JSON.parse(await readFile(join(dir, 'accepted.json'), 'utf8')))
  } catch {
    return {}
  }
}

/**
 * Puts programs into the cache, each file whole or not at all, after all of them were checked.
 * @param acceptNew takes programs of other hashes, too, and records that the person accepted them
 * @throws CoreError `network.programs-changed`, and what `read` throws
 */
export async function installPrograms(
  cache: string,
  read: (pin: ProgramPin) => Promise<Uint8Array>,
  acceptNew: boolean,
): Promise<{ name: string; id: string; bytes: number; hash: string; known: boolean }[]> {
  const files: { pin: ProgramPin; file: Uint8Array; hash: string }[] = []
  for (const pin of programPins) {
    const file = await read(pin)
    if (Buffer.from(file.subarray(0, 4)).toString('hex') !== '7f454c46')
      throw new CoreError('network.programs-changed', `What is given as ${pin.name} is no program (no ELF file).`)
    const hash = programHash(file)
    requirePinned(pin, hash, acceptNew ? { [pin.name]: hash } : {}, installOthers)
    files.push({ pin, file, hash })
  }
  await mkdir(cache, { recursive: true })
  for (const { pin, file } of files) await writeWhole(join(cache, `${pin.name}.so`), file)
  const other = files.filter(({ pin, hash }) => pin.hash !== hash).map(({ pin, hash }) => [pin.name, hash])
  await writeWhole(join(cache, 'accepted.json'), JSON.stringify(Object.fromEntries(other)))
  return files.map(({ pin, file, hash }) => ({
    name: pin.name,
    id: pin.id,
    bytes: file.length,
    hash,
    known: hash === pin.hash,
  }))
}

async function writeWhole(path: string, content: Uint8Array | string): Promise<void> {
  const partial = `${path}.${randomUUID()}.new`
  await writeFile(partial, content)
  await rename(partial, path)
}

/** Reads a program from a folder. @throws CoreError `network.programs-missing` */
export function programsIn(folder: string): (pin: ProgramPin) => Promise<Uint8Array> {
  const all = programPins.map(({ name }) => `${name}.so`).join(', ')
  return async ({ name }) => {
    try {
      return await readFile(join(folder, `${name}.so`))
    } catch {
      const what = existsSync(folder) ? `${folder} holds no ${name}.so` : `There is no folder ${folder}`
      throw new CoreError('network.programs-missing', `${what}: name a folder that holds ${all}.`)
    }
  }
}
