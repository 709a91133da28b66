import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { csvLines } from '../../../src/shared/spreadsheet/csv.ts'
import { delimiters, guessDelimiter } from '../../../src/shared/spreadsheet/delimiter.ts'
import { createDecoder, guessEncoding } from '../../../src/shared/spreadsheet/encoding.ts'
import { escapeFormula, unescapeFormula } from '../../../src/shared/spreadsheet/formula.ts'
import { previewSheet } from '../../../src/shared/spreadsheet/preview.ts'
import { createSheetParser } from '../../../src/shared/spreadsheet/sheet-parser.ts'

const text = 'recipient,name\r\nada@example.com,Zoë “Z” €\r\n'

const utf16 = (text: string, bigEndian: boolean) => {
  const bytes = Buffer.from(`\ufeff${text}`, 'utf16le')
  return bigEndian ? bytes.swap16() : bytes
}

describe('encodings', () => {
  it.each<[string, Uint8Array]>([
    ['UTF-8', Buffer.from(text)],
    ['UTF-8', Buffer.from(`\ufeff${text}`)],
    ['UTF-16 LE', utf16(text, false)],
    ['UTF-16 BE', utf16(text, true)],
    ['Windows-1252', Buffer.from(text.replace('“', '\x93').replace('”', '\x94').replace('€', '\x80'), 'latin1')],
  ])('%s', (encoding, bytes) => {
    const preview = previewSheet(bytes, true)
    expect(preview).toMatchObject({ encoding, delimiter: ',', headers: ['recipient', 'name'], findings: [] })
    expect(preview.rows).toEqual([{ row: 2, cells: ['ada@example.com', 'Zoë “Z” €'] }])
  })

  it('gives the same text whatever the pieces', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'binary', maxLength: 60 }).map((text) => text.replace(/\p{Surrogate}/gu, '')),
        fc.constantFrom('UTF-8' as const, 'UTF-16 LE' as const, 'UTF-16 BE' as const),
        fc.integer({ min: 1, max: 7 }),
        (text, name, size) => {
          const bytes = name === 'UTF-8' ? Buffer.from(text) : utf16(text, name === 'UTF-16 BE').subarray(2)
          const decoder = createDecoder({ name, bom: 0 })
          let decoded = ''
          for (let at = 0; at < bytes.length; at += size) decoded += decoder.decode(bytes.subarray(at, at + size))
          expect(decoded + decoder.end()).toBe(text.replace(/\r\n?/g, '\n'))
        },
      ),
    )
  })

  it('does not take a character that is cut at the end of the preview for Windows-1252', () => {
    expect(guessEncoding(Buffer.from('Zoë').subarray(0, 3), false).name).toBe('UTF-8')
    expect(guessEncoding(Buffer.from('Zoë').subarray(0, 3), true).name).toBe('Windows-1252')
  })

  it('knows files that are no text', () => {
    const pdf = previewSheet(Buffer.from('%PDF-1.7'), true)
    expect(pdf.findings).toMatchObject([{ code: 'file.encoding', message: expect.stringMatching(/PDF/) }])
    expect(previewSheet(Uint8Array.from([65, 0, 66]), true).findings).toMatchObject([{ code: 'file.encoding' }])
  })
})

describe('a file without a header line', () => {
  const codes = (...lines: string[]) =>
    previewSheet(Buffer.from(lines.map((line) => `${line}\n`).join('')), true).findings.map(({ code }) => code)

  it('is refused, so that its first row is not taken for one and lost', () => {
    expect(codes('nick.eth', 'ada.eth')).toEqual(['file.header'])
    expect(codes('base:nick.base.eth,Badge 1,1.png', 'base:ada.base.eth,Badge 2,2.png')).toEqual(['file.header'])
    expect(codes(`0x${'a1'.repeat(32)},Badge 1,1.png`, `0x${'b2'.repeat(32)},Badge 2,2.png`)).toEqual(['file.header'])
  })

  it('is not what has a column that is called as a name', () => {
    expect(codes('wallet,balance.eth', 'nick.eth,7')).toEqual([])
    expect(codes('wallet,attributes.eth', 'nick.eth,7')).toEqual([])
  })
})

describe('delimiters', () => {
  it.each(delimiters)('finds %j', (delimiter) => {
    const rows = [
      ['recipient', 'name', 'description'],
      ['ada@example.com', 'One', 'Hello'],
      ['bob@example.com', 'Two', 'Again'],
    ]
    expect(guessDelimiter(rows.map((row) => row.join(delimiter)).join('\n'))).toBe(delimiter)
  })

  it('goes by the header line where the rows hold other delimiters', () => {
    expect(
      guessDelimiter('recipient;name;description\nada@example.com;One, two;a, b, c\nb@e.com;Three, four;d, e, f'),
    ).toBe(';')
    expect(guessDelimiter('recipient')).toBe(',')
    expect(guessDelimiter('')).toBe(',')
  })
})

describe('what stands above the header line', () => {
  it('is the line that tells Excel the delimiter, which nobody sees and no row counts', () => {
    for (const line of ['sep=;', 'SEP=;', '"sep=;"']) {
      const preview = previewSheet(
        Buffer.from(`\ufeff${line}\r\nrecipient;name, or title\r\nada@example.com;One\r\n`),
        true,
      )
      expect(preview).toMatchObject({
        delimiter: ';',
        headerRow: 1,
        headers: ['recipient', 'name, or title'],
        findings: [],
      })
      expect(preview.rows).toEqual([{ row: 2, cells: ['ada@example.com', 'One'] }])
    }
    expect(previewSheet(Buffer.from('sep=x\nrecipient\n'), true).headers).toEqual(['sep=x'])
  })

  it('is a title, which the error names with the row that is meant', () => {
    const file =
      'Guests of the spring fair,,\n\nPlace: Bern,,\nWallet,Name,Bild\nada@example.com,One,https://a.example/1.png\n'
    expect(previewSheet(Buffer.from(file), true).findings).toMatchObject([
      {
        ...{ row: 1, code: 'file.header' },
        message:
          'No column names the recipients. Row 4 looks like the names of the columns: remove what stands above it, and give the file again.',
      },
    ])
    // Names that no column is called by, and rows that are none of a table.
    const [finding] = previewSheet(Buffer.from('Gast,Bild\nTo,us\nA,B\n'), true).findings
    expect(finding?.message).toContain('Call one of them recipient')
  })
})

describe('records', () => {
  const parse = (text: string, size = text.length || 1) => {
    const parser = createSheetParser(',')
    const records = []
    for (let at = 0; at < text.length; at += size) records.push(...parser.push(text.slice(at, at + size)))
    return [...records, ...parser.end()]
  }

  it('are numbered as a spreadsheet program does', () => {
    const records = parse('a,b\n\n1,"x\ny"\n,\n2,3')
    expect(records.map(({ row }) => row)).toEqual([1, 3, 5])
    expect(records[1]?.cells).toEqual(['1', 'x\ny'])
  })

  it('say where quotes are wrong', () => {
    expect(parse('a\n"x').at(-1)?.badQuotes).toBe(true)
    expect(parse('a\n"x"y"\nz').some(({ badQuotes }) => badQuotes)).toBe(true)
    expect(parse('a "b" c\nx').every(({ badQuotes }) => !badQuotes)).toBe(true)
  })

  it('come back as they were written, numbers and all, in pieces of any size', () => {
    const cell = fc.string({ unit: fc.constantFrom('a', '"', ',', '\n', ' ', "'", '=', '-', 'é', '😀'), maxLength: 6 })
    const record = fc.array(cell, { minLength: 1, maxLength: 4 })
    fc.assert(
      fc.property(fc.array(record, { maxLength: 12 }), fc.integer({ min: 1, max: 9 }), (rows, size) => {
        const read = parse(csvLines(rows).replaceAll('\r\n', '\n'), size)
        const expected = rows.flatMap((cells, at) =>
          cells.some((text) => escapeFormula(text).trim() !== '') ? [{ row: at + 1, cells }] : [],
        )
        expect(read.map(({ row, cells }) => ({ row, cells: cells.map(unescapeFormula) }))).toEqual(expected)
      }),
      { numRuns: 300 },
    )
  })

  it('of any text are read without a throw', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), fc.boolean(), (bytes, whole) => {
        previewSheet(bytes, whole)
        parse(Buffer.from(bytes).toString('latin1'), 3)
      }),
      { numRuns: 300 },
    )
  })

  it('that never end are noticed', () => {
    const parser = createSheetParser(',')
    parser.push('a\nb\n"')
    for (let at = 0; at < 9 && parser.runaway === undefined; at++) parser.push('x'.repeat(1024 ** 2))
    expect(parser.runaway).toBe(3)
  })
})

describe('formulas', () => {
  it.each([
    ['=1+1', "'=1+1"],
    ['+1', "'+1"],
    ['-1', "'-1"],
    ['@x', "'@x"],
    ['\tx', "'\tx"],
    ['\rx', "'\rx"],
    ["'=x", "''=x"],
    ["it's", "it's"],
    ['', ''],
  ])('%j is written as %j', (text, written) => {
    expect(escapeFormula(text)).toBe(written)
    expect(unescapeFormula(written)).toBe(text)
  })
})
