import { open, readdir } from 'node:fs/promises'
import { extname, join, normalize } from 'node:path'
import { shown } from '../../shared/spreadsheet/finding.ts'

/** What endings say, where the first bytes of a file can confirm it: MIME types by ending. */
const kinds: ReadonlyMap<string, readonly string[]> = new Map([
  ['.png', ['image/png', 'image/apng']],
  ['.jpg', ['image/jpeg']],
  ['.jpeg', ['image/jpeg']],
  ['.gif', ['image/gif']],
  ['.webp', ['image/webp']],
  ['.avif', ['image/avif']],
  ['.bmp', ['image/bmp']],
  ['.tif', ['image/tiff']],
  ['.tiff', ['image/tiff']],
  ['.mp4', ['video/mp4', 'video/x-m4v', 'video/quicktime']],
  ['.mov', ['video/quicktime', 'video/mp4']],
  ['.webm', ['video/webm', 'video/matroska']],
  ['.mp3', ['audio/mpeg']],
  ['.wav', ['audio/wav', 'audio/vnd.wave']],
  ['.ogg', ['audio/ogg', 'video/ogg', 'audio/opus', 'application/ogg']],
  ['.flac', ['audio/flac', 'audio/x-flac']],
  ['.glb', ['model/gltf-binary']],
  ['.pdf', ['application/pdf']],
])

export interface MediaFolder {
  /** What is wrong with a file of the folder and what to do, or undefined. Each file is read once. */
  fault(name: string): Promise<string | undefined>
}

/** Checks the files of a media folder: that they exist, are not empty, and are what their ending says. */
export function openMediaFolder(dir: string): MediaFolder {
  const known = new Map<string, string | undefined>()
  return {
    async fault(name) {
      if (known.has(name)) return known.get(name)
      // Bounded, so that a million files take no more memory than a few.
      if (known.size > 50_000) known.clear()
      const fault = await check(dir, name)
      known.set(name, fault)
      return fault
    },
  }
}

/** How many files a folder and the folders in it hold; 0 where there is none. */
export async function countFiles(dir: string | null): Promise<number> {
  if (dir === null) return 0
  const entries = await readdir(dir, { recursive: true, withFileTypes: true }).catch(() => [])
  return entries.filter((entry) => entry.isFile()).length
}

async function check(dir: string, name: string): Promise<string | undefined> {
  const inside = normalize(name)
  const missing = `The file ${shown(name)} is not in the media folder: add it, or correct the name.`
  if (inside.startsWith('..') || inside.startsWith('/') || name.includes('\0')) return missing
  const head = (await readHead(join(dir, inside))) ?? (await readHead(join(dir, inside.normalize('NFD'))))
  if (head === undefined) return missing
  if (head.length === 0) return `The file ${shown(name)} is empty: put the right file in its place.`
  const ending = extname(inside).toLowerCase()
  if (ending === '.svg')
    return /^\s*</.test(head.toString('utf8').replace(/^\ufeff/, '')) ? undefined : notWhat(name, 'SVG')
  const expected = kinds.get(ending)
  if (expected === undefined) return undefined
  const { fileTypeFromBuffer } = await import('file-type')
  const found = await fileTypeFromBuffer(head).catch(() => undefined)
  if (found !== undefined && expected.includes(found.mime)) return undefined
  return notWhat(name, ending.slice(1).toUpperCase(), found?.ext)
}

function notWhat(name: string, kind: string, found?: string): string {
  const is = found === undefined ? '' : ` but ${found.toUpperCase()}`
  return `The file ${shown(name)} is not ${kind}${is}: save it again in the right format, or correct its ending.`
}

async function readHead(path: string): Promise<Buffer | undefined> {
  const file = await open(path, 'r').catch(() => undefined)
  try {
    const read = await file?.read(Buffer.alloc(4100), 0, 4100, 0)
    return read?.buffer.subarray(0, read.bytesRead)
  } catch {
    return undefined
  } finally {
    await file?.close()
  }
}
