import { constants } from 'node:fs'
import { type FileHandle, open, realpath } from 'node:fs/promises'
import { extname, isAbsolute, join, relative, sep } from 'node:path'
import { modelParts } from '../../shared/media/model-parts.ts'
import { contentTypeOf, headBytes } from './content-type.ts'
import { LinkedFileError } from './linked-file-error.ts'

/** A checked file of the dropped folder: its real path, its size in bytes, and its media type. */
export type MediaFile = { path: string; size: number; contentType: string }

/** The media types, or their beginnings, that a file with this ending may have. Other endings are not checked. */
const endings: Record<string, readonly string[]> = {
  png: ['image/png', 'image/apng'],
  apng: ['image/apng', 'image/png'],
  jpg: ['image/jpeg'],
  jpeg: ['image/jpeg'],
  gif: ['image/gif'],
  webp: ['image/webp'],
  avif: ['image/avif'],
  svg: ['image/svg+xml'],
  bmp: ['image/bmp'],
  tif: ['image/tiff'],
  tiff: ['image/tiff'],
  mp4: ['video/', 'audio/mp4', 'audio/x-m4a'],
  m4v: ['video/'],
  mov: ['video/'],
  webm: ['video/webm', 'audio/webm'],
  mp3: ['audio/'],
  m4a: ['audio/', 'video/mp4'],
  wav: ['audio/'],
  ogg: ['audio/', 'video/', 'application/ogg'],
  flac: ['audio/'],
  glb: ['model/gltf-binary'],
  gltf: ['model/gltf+json'],
  pdf: ['application/pdf'],
  html: ['text/'],
  htm: ['text/'],
}

/**
 * Finds and checks a file of the dropped folder that a spreadsheet names. Names may contain subfolders
 * (`a/1.png`), but must not lead out of the folder, links included.
 * @throws LinkedFileError `metadata.media` when the file is missing, empty, not what its ending says, or outside the folder
 */
export async function findMediaFile(folder: string, name: string): Promise<MediaFile> {
  const path = await pathInside(folder, name)
  const file = await open(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0)).catch(() => {
    throw fault(name, 'cannot be read: allow this user to read it')
  })
  try {
    return await checkFile(file, path, name)
  } finally {
    await file.close()
  }
}

async function checkFile(file: FileHandle, path: string, name: string): Promise<MediaFile> {
  const { size, isFile } = await file.stat().then((found) => ({ size: found.size, isFile: found.isFile() }))
  if (!isFile) throw fault(name, 'is not a file: name a file of the folder')
  if (size === 0) throw fault(name, 'is empty: put the right file into the folder')
  const head = Buffer.alloc(Math.min(size, headBytes))
  const { bytesRead } = await file.read(head, 0, head.length, 0)
  const contentType = await contentTypeOf(head.subarray(0, bytesRead))
  const ending = extname(name).slice(1).toLowerCase()
  const wanted = Object.hasOwn(endings, ending) ? endings[ending] : undefined
  if (wanted !== undefined && !wanted.some((start) => contentType.startsWith(start))) {
    throw fault(
      name,
      `is not ${ending.toUpperCase()} (its content is ${contentType}): save it again in the right format, or correct its ending`,
    )
  }
  if (contentType === 'model/gltf+json') await refuseParts(file, size, name)
  return { path, size, contentType }
}

/** Refuses a model that names files beside it: it would be stored without them, and nobody could ever open it. */
async function refuseParts(file: FileHandle, size: number, name: string): Promise<void> {
  // Ours: a larger model is taken to hold its parts.
  if (size > 20 * 1024 ** 2) return
  const bytes = Buffer.alloc(size)
  await file.read(bytes, 0, size, 0)
  const [first] = modelParts(bytes.toString('utf8'))
  if (first === undefined) return
  const parts = `is a model in several files, of which ${JSON.stringify(first)} is another`
  throw fault(name, `${parts}: save it as one file (.glb) in the program it was made with, and name that`)
}

async function pathInside(folder: string, name: string): Promise<string> {
  const plain = name.replaceAll('\\', '/')
  const outside =
    isAbsolute(plain) || /^[a-z]:/i.test(plain) || plain.split('/').includes('..') || /\p{Cc}/u.test(plain)
  if (outside) throw fault(name, 'leads out of the folder: give the name of a file in it')
  const root = await realpath(folder).catch(() => {
    throw new LinkedFileError('metadata.media', `The media folder ${folder} is not there: choose it again.`)
  })
  // File systems and spreadsheets encode accents in two ways.
  for (const form of [plain, plain.normalize('NFC'), plain.normalize('NFD')]) {
    const path = await realpath(join(root, form)).catch(() => undefined)
    if (path === undefined) continue
    const way = relative(root, path)
    if (way === '' || way === '..' || way.startsWith(`..${sep}`) || isAbsolute(way)) {
      throw fault(name, 'leads out of the folder: give the name of a file in it')
    }
    return path
  }
  throw fault(name, 'is not in the media folder: add it or correct the name')
}

function fault(name: string, what: string): LinkedFileError {
  return new LinkedFileError('metadata.media', `The file ${JSON.stringify(name)} ${what}.`)
}
