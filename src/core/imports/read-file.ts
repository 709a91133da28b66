import { isUtf8 } from 'node:buffer'
import { type FileHandle, open } from 'node:fs/promises'
import type { Finding } from '../../shared/app-api.ts'
import {
  announcedEncoding,
  binaryFinding,
  binaryKind,
  type Encoding,
  hasBinaryBytes,
} from '../../shared/spreadsheet/encoding.ts'
import { findingOf } from '../../shared/spreadsheet/finding.ts'
import { maxFileBytes, maxRecordLength } from '../../shared/spreadsheet/limits.ts'
import { emptyFinding } from '../../shared/spreadsheet/preview.ts'

const blockBytes = 256 * 1024

export interface SheetFile {
  size: number
  encoding: Encoding
  /** Its bytes after the byte order mark, in pieces. */
  blocks(): AsyncIterable<Buffer>
}

/**
 * Opens a file, finds its encoding from all of its bytes, and says what keeps it from being read as text.
 *
 * @throws the system's error where the file cannot be opened or read.
 */
export async function withSheetFile<T>(path: string, use: (file: SheetFile | Finding) => Promise<T>): Promise<T> {
  const handle = await open(path, 'r')
  try {
    return await use(await examine(handle))
  } finally {
    await handle.close()
  }
}

async function examine(handle: FileHandle): Promise<SheetFile | Finding> {
  const { size } = await handle.stat()
  if (size === 0) return emptyFinding(false)
  if (size > maxFileBytes) {
    const message = `The file has ${(size / 1024 ** 3).toFixed(1)} GiB, and at most 2 GiB are taken: split it into several.`
    return findingOf(1, '', 'file.size', message)
  }
  const encoding = await findEncoding(handle)
  if ('code' in encoding) return encoding
  return { size, encoding, blocks: () => blocksOf(handle, encoding.bom) }
}

async function* blocksOf(handle: FileHandle, from: number): AsyncGenerator<Buffer> {
  for (let at = from; ; ) {
    const { bytesRead, buffer } = await handle.read(Buffer.allocUnsafe(blockBytes), 0, blockBytes, at)
    if (bytesRead === 0) return
    at += bytesRead
    yield buffer.subarray(0, bytesRead)
  }
}

async function findEncoding(handle: FileHandle): Promise<Encoding | Finding> {
  let utf8 = true
  let held = Buffer.alloc(0)
  let announced: Encoding | undefined
  let at = 0
  for await (const block of blocksOf(handle, 0)) {
    if (at === 0) {
      announced = announcedEncoding(block)
      if (announced?.bom === 2) return announced
      const kind = binaryKind(block)
      if (kind !== undefined || hasBinaryBytes(block.subarray(0, 65_536))) return binaryFinding(kind)
    }
    at += block.length
    if (block.includes(0)) return binaryFinding(undefined)
    if (!utf8) continue
    const bytes = held.length === 0 ? block : Buffer.concat([held, block])
    // A character of UTF-8 ends before the next byte below 0x80; what follows the last such byte waits for the next block.
    const end = bytes.findLastIndex((byte) => byte < 0x80) + 1
    utf8 = isUtf8(bytes.subarray(0, end)) && bytes.length - end < maxRecordLength
    held = Buffer.from(bytes.subarray(end))
  }
  if (announced !== undefined) return announced
  return { name: utf8 && isUtf8(held) ? 'UTF-8' : 'Windows-1252', bom: 0 }
}
