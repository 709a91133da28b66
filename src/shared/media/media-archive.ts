/** Reads a `.zip` of media in place: each file in it is unpacked only when its bytes are requested. */
import { BlobReader, BlobWriter, type FileEntry, ZipReader } from '@zip.js/zip.js/index-native.js'
import { getMimeType } from '@zip.js/zip.js/mime-types'
import { isSystemFile, largestMedia, type MediaFile } from './media-files.ts'

/** An archive that cannot be used; its message says what is wrong and what to do. */
class ArchiveError extends Error {
  readonly code = 'media.archive'
}

/**
 * The files in an archive by their paths, without system files.
 * @param name the archive's name, for messages
 * @throws ArchiveError if it is damaged, empty, encrypted, or holds a file of over 100 MiB; `blob` throws it too, for its file
 */
export async function openArchive(archive: Blob, name: string): Promise<Map<string, MediaFile>> {
  const reader = new ZipReader(new BlobReader(archive), { checkSignature: true, useWebWorkers: false })
  const entries = await reader.getEntries().catch(() => {
    throw new ArchiveError(`${name} is damaged or no .zip file: pack the images again, or give them as a folder.`)
  })
  const files = new Map<string, MediaFile>()
  for (const entry of entries) {
    const path = entry.filename.replaceAll('\\', '/').replace(/^(\.?\/)+/, '')
    if (entry.directory || isSystemFile(path)) continue
    if (entry.encrypted)
      throw new ArchiveError(`${name} is sealed by a password: pack the images without one, or give them as a folder.`)
    if (entry.uncompressedSize > largestMedia)
      throw new ArchiveError(`${path} in ${name} is larger than 100 MiB: make it smaller, or leave it out.`)
    files.set(path, { blob: () => unpacked(entry, `${path} in ${name}`) })
  }
  if (files.size === 0) throw new ArchiveError(`${name} holds no files: pack the images again.`)
  return files
}

/**
 * Unpacks a file. Its type follows from its extension, as for a file on disk: a page shows no SVG without a type. At most the size that the
 * archive states is unpacked, and the checksum must match.
 */
async function unpacked(entry: FileEntry, what: string): Promise<Blob> {
  try {
    return await entry.getData(new BlobWriter(getMimeType(entry.filename)))
  } catch {
    throw new ArchiveError(`${what} is damaged: pack the images again, or give them as a folder.`)
  }
}
