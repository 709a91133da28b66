/** A workbook's archive. Its parts are unpacked piece by piece as they are read. */
import { BlobReader, BlobWriter, type FileEntry, ZipReader } from '@zip.js/zip.js/index-native.js'
import type { FindingCode } from '../finding.ts'
import { freePartBytes, maxPartBytes, maxPartRatio, maxParts, maxSheets } from './limits.ts'

/** Why a workbook cannot be read; its message says what is wrong and what to do. */
export class WorkbookError extends Error {
  readonly code: FindingCode

  constructor(code: Extract<FindingCode, 'file.kind' | 'file.damaged' | 'file.size' | 'file.sheet'>, message: string) {
    super(message)
    this.code = code
  }
}

/** One file of the archive. */
export interface Part {
  /** Its path, as written in the archive. */
  name: string
  /** Its unpacked size in bytes, according to the archive. */
  size: number
  /** The bytes, with backpressure. @throws WorkbookError `file.damaged` if they contradict the archive's size or checksum. */
  pieces(): AsyncGenerator<Uint8Array>
  blob(): Promise<Blob>
}

export interface Package {
  /** A part by its path, case-insensitive. */
  part(path: string): Part | undefined
  parts(): Iterable<Part>
  close(): Promise<void>
}

/** @throws WorkbookError when the archive is damaged, locked by a password, or unpacks to more than a workbook can hold. */
export async function openPackage(file: Blob): Promise<Package> {
  const reader = new ZipReader(new BlobReader(file), { useWebWorkers: false })
  const parts = new Map<string, Part>()
  let count = 0
  try {
    for await (const entry of reader.getEntriesGenerator()) {
      if (++count > maxParts) throw new WorkbookError('file.size', 'The workbook has too many parts: save it again.')
      if (entry.directory) continue
      requireBounded(entry)
      parts.set(partKey(entry.filename), partOf(entry))
    }
  } catch (error) {
    throw error instanceof WorkbookError ? error : damaged()
  }
  return { part: (path) => parts.get(partKey(path)), parts: () => parts.values(), close: () => reader.close() }
}

/** @throws WorkbookError for a part that is encrypted or too large. */
function requireBounded({ encrypted, filename, uncompressedSize, compressedSize }: FileEntry): void {
  if (encrypted) throw lockedError()
  const bomb = uncompressedSize > freePartBytes && uncompressedSize > maxPartRatio * compressedSize
  if (!bomb && uncompressedSize <= maxPartBytes) return
  throw tooLarge(filename)
}

/** The error for a part that is larger than any in a real workbook. */
export function tooLarge(part: string): WorkbookError {
  const message = `The workbook's part ${part} unpacks to more than a workbook can hold: save the sheet as CSV (UTF-8) and give that file.`
  return new WorkbookError('file.size', message)
}

/** @throws WorkbookError for more sheets than a workbook has */
export function requireSheets(count: number): void {
  if (count <= maxSheets) return
  throw new WorkbookError(
    'file.size',
    'The workbook has more than 1,000 sheets: copy the one that is meant into a new workbook.',
  )
}

/** The error for a workbook with a password. */
export function lockedError(): WorkbookError {
  return new WorkbookError('file.kind', 'The workbook is locked by a password: save it without one, and give it again.')
}

/** The error for a damaged workbook. @param what the beginning of the sentence, which names the place */
export function damaged(what = 'The workbook is damaged'): WorkbookError {
  return new WorkbookError('file.damaged', `${what}: open it in its program, save it again, and give that file.`)
}

function partOf(entry: FileEntry): Part {
  const { filename, uncompressedSize } = entry
  const checks = { checkSignature: true, checkOverlappingEntry: true, useWebWorkers: false }
  const broken = () => damaged(`The workbook is damaged in ${filename}`)
  return {
    name: filename,
    size: uncompressedSize,
    async *pieces() {
      const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>()
      let failed = false
      const written = entry.getData(writable, checks).catch(() => {
        failed = true
      })
      let seen = 0
      try {
        for await (const piece of readable) {
          seen += piece.length
          if (seen > uncompressedSize) throw broken()
          yield piece
        }
      } catch (error) {
        throw error instanceof WorkbookError ? error : broken()
      }
      await written
      if (failed) throw broken()
    },
    async blob() {
      return await entry.getData(new BlobWriter(), checks).catch(() => {
        throw broken()
      })
    },
  }
}

function partKey(path: string): string {
  return path.replaceAll('\\', '/').replace(/^\/+/, '').toLowerCase()
}
