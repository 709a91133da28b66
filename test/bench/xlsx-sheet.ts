import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { Writable } from 'node:stream'
import { TextReader, ZipWriter } from '@zip.js/zip.js/index-native.js'
import { checksumEvmDigits } from '../../src/shared/address.ts'
import { xlsxParts } from '../shared/spreadsheet/workbook/parts.ts'

const header = ['recipient', 'name', 'description', 'image', 'Colour', 'quantity', 'Date', 'id']
const colours = ['Red', 'Green', 'Blue', 'Gold', 'Black']
const unique = 5

/** An .xlsx of 8 columns as Excel writes it, five texts of each row shared and none of them twice; streamed, so that it may be of any size. */
export async function writeXlsxSheet(file: string, rows: number): Promise<void> {
  const zip = new ZipWriter(Writable.toWeb(createWriteStream(file)), { useWebWorkers: false })
  // Excel's order: the sheet stands before its texts.
  const { 'xl/sharedStrings.xml': strings, ...parts } = xlsxParts({
    sheets: [{ name: 'Guests', rows: '@' }],
    strings: ['@'],
    formats: [14],
  })
  for (const [path, part] of Object.entries({ ...parts, 'xl/sharedStrings.xml': strings ?? '' })) {
    const [before = '', after] = String(part).split('@')
    if (after === undefined) await zip.add(path, new TextReader(before))
    else await zip.add(path, inPieces(before, path.endsWith('sheet1.xml') ? rowXml(rows) : stringXml(rows), after))
  }
  await zip.close()
}

function* rowXml(rows: number): Generator<string> {
  const shared = (at: number, row: number, text: number) => `<c r="${'ABCDEFGH'[at]}${row}" t="s"><v>${text}</v></c>`
  yield `<row r="1">${header.map((_, at) => shared(at, 1, at)).join('')}</row>`
  for (let at = 0; at < rows; at++) {
    const row = at + 2
    const first = header.length + colours.length + at * unique
    const texts = [0, 1, 2, 3].map((column) => shared(column, row, first + column)).join('')
    yield `<row r="${row}" spans="1:8">${texts}${shared(4, row, header.length + (at % 5))}<c r="F${row}"><v>1</v></c><c r="G${row}" s="1"><v>${45_000 + (at % 900)}</v></c>${shared(7, row, first + 4)}</row>`
  }
}

function* stringXml(rows: number): Generator<string> {
  for (const text of [...header, ...colours]) yield `<si><t>${text}</t></si>`
  for (let at = 0; at < rows; at++) {
    const digest = createHash('sha256').update(String(at)).digest('hex')
    const texts = [
      at % 5 === 3 ? `person${at}@example.com` : checksumEvmDigits(digest.slice(0, 40)),
      `Golden Ticket No. ${at}`,
      `A ticket for the concert of the season, seat ${at}, row ${at % 77}; keep it &amp; show it at the "door".`,
      `ipfs://bafybei${digest.slice(0, 52)}/${at}.png`,
      `${10n ** 30n + BigInt(at)}`,
    ]
    for (const text of texts) yield `<si><t>${text}</t></si>`
  }
}

function inPieces(before: string, inner: Generator<string>, after: string): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder()
  let piece = before
  return new ReadableStream(
    {
      pull(controller) {
        let next = inner.next()
        for (; next.done !== true && piece.length < 256 * 1024; next = inner.next()) piece += next.value
        controller.enqueue(encoder.encode(next.done === true ? piece + after : piece + next.value))
        piece = ''
        if (next.done === true) controller.close()
      },
    },
    { highWaterMark: 1 },
  )
}
