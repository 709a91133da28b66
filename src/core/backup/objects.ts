/** The objects of backups: encrypted pieces of files, each stored once, whatever the number of backups and files that hold it. */

import { promisify } from 'node:util'
import { deflateRaw, inflateRawSync } from 'node:zlib'
import { asideAt, asideFolder, objectAt, objectPath } from './manifest.ts'
import { type BackupKey, damaged, objectNames, seal, unseal } from './sealed.ts'
import type { BackupTarget } from './target.ts'

/** Ours: files are cut at multiples of this, bytes, so that after a change in a database only the changed pieces are copied. */
export const pieceBytes = 2 ** 20
/** Ours: media is compressed already; this level shows that fast. */
const level = 1
const deflated = promisify(deflateRaw)

/** The first byte of an object: how its content is stored. */
const forms = { asIs: 0, deflated: 1 } as const

export interface ObjectWriter {
  /** Stores a piece, unless it is there. @returns its name */
  put(content: Uint8Array): Promise<string>
  /** The names of the objects written here, to be read back. */
  readonly written: ReadonlySet<string>
  /** Bytes written, as stored. */
  readonly bytes: number
  has(name: string): boolean
  /** Lists the objects again: another copy of Mintdesk may have removed some that it does not need. */
  look(): Promise<void>
}

export async function openObjects(target: BackupTarget, key: BackupKey): Promise<ObjectWriter> {
  const nameOf = objectNames(key)
  let there = new Set<string>()
  const written = new Set<string>()
  let bytes = 0
  const look = async (): Promise<void> => {
    const found = new Set<string>()
    for await (const path of target.list('objects/')) {
      const object = objectAt(path)
      if (object !== undefined) found.add(object)
    }
    there = found
  }
  await look()
  return {
    written,
    look,
    has: (name) => there.has(name),
    get bytes() {
      return bytes
    },
    async put(content) {
      const name = nameOf(content)
      if (there.has(name)) return name
      const sealed = seal(key, 'object', name, await packed(content))
      await target.put(objectPath(name), sealed)
      there.add(name)
      written.add(name)
      bytes += sealed.length
      return name
    },
  }
}

/** An object that was put aside because no backup seemed to need it. */
export interface AsideObject {
  path: string
  object: string
}

/** Lists what was put aside; an object may be there several times. */
export async function objectsAside(target: BackupTarget): Promise<AsideObject[]> {
  const found: AsideObject[] = []
  for await (const path of target.list(asideFolder)) {
    const object = asideAt(path)
    if (object !== undefined) found.push({ path, object })
  }
  return found
}

/** Moves these objects back to their places. */
export async function putBack(target: BackupTarget, names: ReadonlySet<string>): Promise<void> {
  for (const { path, object } of await objectsAside(target))
    if (names.has(object)) await target.move(path, objectPath(object))
}

/** The content of an object, in its place or put aside. @throws CoreError `backup.damaged` where it is missing or changed */
export async function readObject(target: BackupTarget, key: BackupKey, name: string): Promise<Buffer> {
  const path = objectPath(name)
  const bytes = (await target.get(path)) ?? (await fromAside(target, name)) ?? (await target.get(path))
  const place = `The file ${path} of the backup in ${target.label}`
  if (bytes === undefined) throw damaged(place, 'it is missing')
  const content = unseal(key, 'object', name, bytes, place)
  const rest = content.subarray(1)
  if (content[0] === forms.asIs) return rest
  return inflateRawSync(rest, { maxOutputLength: pieceBytes })
}

/** Another copy of Mintdesk may put it back meanwhile, so after an empty result the caller looks in its place again. */
async function fromAside(target: BackupTarget, name: string): Promise<Uint8Array | undefined> {
  for (const { path, object } of await objectsAside(target)) {
    const bytes = object === name ? await target.get(path) : undefined
    if (bytes) return bytes
  }
  return undefined
}

async function packed(content: Uint8Array): Promise<Uint8Array> {
  const small = await deflated(content, { level })
  return small.length < content.length
    ? Buffer.concat([Buffer.from([forms.deflated]), small])
    : Buffer.concat([Buffer.from([forms.asIs]), content])
}
