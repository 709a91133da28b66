import { isUtf8 } from 'node:buffer'
import type { FileHandle } from 'node:fs/promises'
import type { Finding } from '../../../shared/app-api.ts'
import { guessDelimiter, withoutSeparatorLine } from '../../../shared/spreadsheet/delimiter.ts'
import {
  announcedEncoding,
  binaryFinding,
  binaryKind,
  createDecoder,
  type Encoding,
  hasBinaryBytes,
} from '../../../shared/spreadsheet/encoding.ts'
import { findingOf } from '../../../shared/spreadsheet/finding.ts'
import { maxRecordLength } from '../../../shared/spreadsheet/limits.ts'
import { createSheetParser, type SheetParser } from '../../../shared/spreadsheet/sheet-parser.ts'
import { noFacts, type SheetSource, SourceFault, type UnreadableSource } from './sheet-source.ts'

/** The first read: the delimiter is found from it, from as much as the window uses. */
const headBytes = 256 * 1024

/** Every later read. All objects parsed from one block are alive at once, which slows each collection of the young generation. */
const blockBytes = 64 * 1024

/** A text file of rows; its encoding is found from all of its bytes. */
export async function openText(handle: FileHandle, size: number): Promise<SheetSource | UnreadableSource> {
  const encoding = await findEncoding(handle)
  if ('code' in encoding) return { fault: encoding, facts: noFacts }
  let delimiter = ''
  return {
    size,
    facts: () => ({ ...noFacts, encoding: encoding.name, delimiter }),
    picture: () => undefined,
    async *pieces() {
      const decoder = createDecoder(encoding)
      let parser: SheetParser | undefined
      let bytesRead: number = encoding.bom
      for await (const block of blocksOf(handle, encoding.bom)) {
        let text = decoder.decode(block)
        bytesRead += block.length
        if (parser === undefined) {
          const stripped = withoutSeparatorLine(text)
          text = stripped.text
          const known = stripped.delimiter ?? guessDelimiter(text)
          delimiter = known
          parser = createSheetParser(known)
        }
        yield { records: parser.push(text), bytesRead }
        if (parser.runaway !== undefined) throw new SourceFault(runawayFinding(parser.runaway))
      }
      if (parser === undefined) return
      yield { records: parser.push(decoder.end()), bytesRead }
      yield { records: parser.end(), bytesRead }
    },
  }
}

async function* blocksOf(handle: FileHandle, from: number): AsyncGenerator<Buffer> {
  for (let at = from; ; ) {
    const length = at === from ? headBytes : blockBytes
    const { bytesRead, buffer } = await handle.read(Buffer.allocUnsafe(length), 0, length, at)
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
    // A UTF-8 character ends before the next byte below 0x80; the bytes after the last such byte wait for the next block.
    const end = bytes.findLastIndex((byte) => byte < 0x80) + 1
    utf8 = isUtf8(bytes.subarray(0, end)) && bytes.length - end < maxRecordLength
    held = Buffer.from(bytes.subarray(end))
  }
  const isWhole = utf8 && isUtf8(held)
  if (announced !== undefined) return isWhole ? announced : mixedFinding()
  return { name: isWhole ? 'UTF-8' : 'Windows-1252', bom: 0 }
}

/** For a file that begins as UTF-8 and is not all UTF-8, such as two joined files: some letters would be lost in what is minted. */
function mixedFinding(): Finding {
  const message =
    'The file begins as UTF-8, and holds characters that are not: save the sheet as CSV (UTF-8) and give that file.'
  return findingOf(1, '', 'file.encoding', message)
}

function runawayFinding(row: number): Finding {
  const message = `Row ${row} never ends: a quotation mark in it is not closed. Close it, or save the file again as CSV.`
  return findingOf(row, '', 'file.size', message)
}
