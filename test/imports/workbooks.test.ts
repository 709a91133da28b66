import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openStringFile } from '../../src/core/imports/source/string-file.ts'
import { relation, sheetOf, text, textRows, xlsxOf } from '../shared/spreadsheet/workbook/parts.ts'
import { address, all, brief, image, type Opened, openImports, readyMints } from './fixture.ts'

let opened: Opened
beforeAll(async () => {
  opened = await openImports()
})
afterAll(() => opened.close())

const header = ['recipient', 'name', 'image', 'id']
const guest = (n: number) => [address(n), `Guest ${n}`, image, `id-${n}`]
const guests = (...numbers: number[]) => textRows(header, ...numbers.map(guest))

async function check(file: Blob, request: Parameters<Opened['check']>[1] = {}) {
  return await opened.check(new Uint8Array(await file.arrayBuffer()), { name: 'guests.xlsx', ...request })
}
const found = async (id: string) => brief(await all(opened.imports.findings(id)))
const namesOf = async (id: string) => (await readyMints(opened, id)).map(({ metadata }) => metadata?.name)

describe('a workbook', () => {
  it('is checked as a text file is', async () => {
    const state = await check(await sheetOf(guests(1, 2)))
    expect(state).toMatchObject({
      state: 'checked',
      encoding: 'Excel',
      sheet: 'Guests',
      sheets: [{ name: 'Guests', hidden: false }],
      counts: { rows: 2, ready: 2, nfts: 2 },
    })
    expect(state.bytesRead).toBe(state.bytesTotal)
    expect(await namesOf(state.id)).toEqual(['Guest 1', 'Guest 2'])
  })

  it('says of each cell what its program left wrong, with row, column and cure, instead of what follows from it', async () => {
    const cell = (reference: string, inner: string) => `<c r="${reference}" ${inner}</c>`
    const row = (n: number, recipient: string, id: string) =>
      `<row r="${n}">${recipient}${text(`B${n}`, 'a')}${text(`C${n}`, image)}${id}</row>`
    const rows = [
      row(2, cell('A2', 't="e"><v>#N/A</v>'), ''),
      row(3, cell('A3', '><f>B1</f>'), ''),
      row(4, text('A4', address(4)), cell('D4', '><v>1234567890123456789</v>')),
    ]
    const { id, counts } = await check(await sheetOf(textRows(header) + rows.join('')))
    expect(counts).toMatchObject({ rows: 3, errors: 3 })
    expect(await found(id)).toEqual([
      [2, 'recipient', 'cell.error', 'error'],
      [3, 'recipient', 'cell.formula', 'error'],
      [4, 'id', 'cell.digits', 'error'],
    ])
    const [error] = await all(opened.imports.findings(id))
    expect(error?.message).toBe(
      'A2 holds the error "#N/A": correct it in the spreadsheet program and give the file again, or write the right value here.',
    )
    // A value that a person writes is no fault of the spreadsheet program any more, also when all is checked again.
    await opened.imports.correctCell(id, 2, 'recipient', address(2))
    await opened.imports.recheck(id, {})
    expect((await found(id)).map(([at]) => at)).toEqual([3, 4])
  })

  it('with results that its program did not compute is not minted; of digits that are lost it warns where nothing hangs on them', async () => {
    const book = { workbook: '<calcPr fullCalcOnLoad="1"/>' }
    const rows = `<row r="2">${text('A2', address(1))}<c r="B2" t="str"><f>"a"</f><v>a</v></c>${text('C2', image)}</row><row r="3">${text('A3', address(2))}${text('B3', 'b')}${text('C3', image)}<c r="D3"><v>1234567890123456789</v></c></row>`
    const { id } = await check(await sheetOf(textRows(['recipient', 'name', 'image', 'Serial']) + rows, book))
    expect(await found(id)).toEqual([[2, 'name', 'cell.stale', 'error']])
    await opened.imports.recheck(id, { traits: ['Serial'] })
    expect(await found(id)).toEqual([
      [2, 'name', 'cell.stale', 'error'],
      [3, 'Serial', 'cell.digits', 'warning'],
    ])
  })

  it('with merged cells says so once, and is minted', async () => {
    const rows = textRows(
      ['recipient', 'name', 'image'],
      [address(1), 'Guest 1', image],
      [address(2), 'Guest 2', image],
    )
    const sheet = { name: 'Guests', rows, after: '<mergeCells><mergeCell ref="D2:D3"/></mergeCells>' }
    const { id, state, remarks, codes } = await check(await xlsxOf({ sheets: [sheet] }))
    expect({ state, codes }).toEqual({
      state: 'checked',
      codes: [{ code: 'sheet.merged', column: '', level: 'warning', count: 1 }],
    })
    expect(remarks[0]?.message).toContain(
      '1 area of merged cells (D2:D3), and only the first cell of each holds its text',
    )
    expect(await found(id)).toEqual([[1, '', 'sheet.merged', 'warning']])
  })

  it('mints nothing that lies unseen under merged cells, until a person wrote what is right', async () => {
    const after = '<mergeCells count="2"><mergeCell ref="A2:B2"/><mergeCell ref="C3:C5"/></mergeCells>'
    const sheet = { name: 'Guests', rows: guests(1, 2, 3, 4), after }
    const { id, counts } = await check(await xlsxOf({ sheets: [sheet] }))
    expect(counts).toMatchObject({ rows: 4, ready: 1, errors: 3 })
    const merged = [1, '', 'sheet.merged', 'warning']
    expect(await found(id)).toEqual([
      merged,
      [2, 'name', 'cell.covered', 'error'],
      [4, 'image', 'cell.covered', 'error'],
      [5, 'image', 'cell.covered', 'error'],
    ])
    const said = (await all(opened.imports.findings(id))).find(({ row }) => row === 2)
    expect(said?.message).toMatch(
      /^B2 lies under merged cells, and holds "Guest 1", which no spreadsheet program shows/,
    )
    expect(await namesOf(id)).toEqual(['Guest 2'])
    // Also after everything was checked again.
    await opened.imports.recheck(id, { traits: ['name'] })
    expect((await found(id)).map(([at]) => at)).toEqual([1, 2, 4, 5])
    await opened.imports.correctCell(id, 2, 'name', 'Ada')
    await opened.imports.correctCell(id, 5, 'image', image)
    expect((await found(id)).map(([at]) => at)).toEqual([1, 4])
    expect(await namesOf(id)).toEqual(['Ada', 'Guest 2', 'Guest 4'])
  })

  it('is refused by what it holds, whatever it is called', async () => {
    const file = new Blob([Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(600)])])
    const { state, failure } = await check(file, { name: 'guests.csv' })
    expect({ state, code: failure?.code }).toEqual({ state: 'failed', code: 'file.kind' })
  })
})

describe('a workbook with several sheets', () => {
  const sheets = [
    { name: 'Guests', rows: guests(1) },
    { name: 'Speakers', rows: guests(2, 3) },
    { name: 'Old', rows: guests(4), state: 'hidden' as const },
  ]

  it('is read from the sheet that is chosen, now and later', async () => {
    const { id, sheet } = await check(await xlsxOf({ sheets }))
    expect([sheet, await namesOf(id)]).toEqual(['Guests', ['Guest 1']])
    await opened.imports.correctCell(id, 2, 'name', 'Corrected')
    expect(await opened.imports.recheck(id, { sheet: 'Speakers' })).toMatchObject({
      sheet: 'Speakers',
      counts: { rows: 2 },
    })
    expect(await namesOf(id)).toEqual(['Guest 2', 'Guest 3'])
    await opened.imports.recheck(id, { sheet: 'Guests' })
    expect(await namesOf(id)).toEqual(['Guest 1'])
    await expect(opened.imports.recheck(id, { sheet: 'None' })).rejects.toThrow('There is no other sheet "None"')
    await opened.imports.remove(id)
    expect((await readdir(join(opened.dir, 'imports'))).filter((name) => name.startsWith(id))).toEqual([])
  })

  it('names its sheets where the one that is asked for is not there', async () => {
    const { state, failure } = await check(await xlsxOf({ sheets }), { sheet: 'Gusts' })
    expect(state).toBe('failed')
    expect(failure).toMatchObject({ code: 'file.sheet' })
    expect(failure?.message).toBe('There is no sheet "Gusts": the file has "Guests", "Speakers", "Old" (hidden).')
    expect(await check(await xlsxOf({ sheets }), { sheet: 'Old' })).toMatchObject({ sheet: 'Old', counts: { rows: 1 } })
  })
})

describe('pictures in cells', () => {
  const png = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex')
  const anchor = (row: number, column: number, id: string) =>
    `<xdr:twoCellAnchor><xdr:from><xdr:col>${column}</xdr:col><xdr:row>${row}</xdr:row></xdr:from><xdr:pic><a:blip r:embed="${id}"/></xdr:pic></xdr:twoCellAnchor>`
  const relationsTo = (...ids: string[]) =>
    `<Relationships>${ids.map((id) => relation(id, 'image', `../media/${id}.png`)).join('')}</Relationships>`

  it('laid over cells become the images of the rows, as a guess that is said; of two over one cell it warns', async () => {
    const rows = textRows(['recipient', 'name', 'Foto'], [address(1), 'a'], [address(2), 'b'], [address(3), 'c', image])
    const drawing = [
      anchor(0, 0, 'logo'),
      anchor(1, 2, 'one'),
      anchor(2, 2, 'two'),
      anchor(2, 2, 'three'),
      anchor(3, 2, 'two'),
    ]
    const { id, remarks, mediaFiles, columns } = await check(
      await xlsxOf({
        sheets: [{ name: 'Guests', rows, relations: relation('d', 'drawing', '../drawings/drawing1.xml') }],
        parts: {
          'xl/drawings/drawing1.xml': `<xdr:wsDr xmlns:xdr="x" xmlns:a="a" xmlns:r="r">${drawing.join('')}</xdr:wsDr>`,
          'xl/drawings/_rels/drawing1.xml.rels': relationsTo('logo', 'one', 'two', 'three'),
          'xl/media/one.png': png,
          'xl/media/two.png': png,
          'xl/media/three.png': png,
          'xl/media/logo.png': png,
        },
      }),
    )
    expect(columns.map(({ field }) => field)).toEqual(['recipient', 'name', 'image'])
    expect((await readyMints(opened, id)).map(({ metadata }) => metadata?.image)).toEqual([
      'xl/media/one.png',
      'xl/media/two.png',
      image,
    ])
    expect(mediaFiles).toBe(2)
    expect(await readFile(join(await opened.imports.mediaDir(id), 'xl/media/one.png'))).toEqual(png)
    expect(remarks.map(({ message }) => message)).toEqual([
      expect.stringMatching(/^2 pictures lie over cells, and each is taken for the cell under its upper left corner/),
    ])
    expect(await found(id)).toEqual([
      [1, '', 'sheet.pictures', 'warning'],
      [3, 'Foto', 'cell.picture', 'warning'],
    ])
  })

  it('placed in cells by Excel and by WPS become the images of the rows', async () => {
    const rich = 'http://schemas.microsoft.com/office/2017/06/relationships'
    const rows = [
      textRows(['recipient', 'name', 'image']),
      `<row r="2">${text('A2', address(1))}${text('B2', 'a')}<c r="C2" t="e" vm="1"><v>#VALUE!</v></c></row>`,
      `<row r="3">${text('A3', address(2))}${text('B3', 'b')}<c r="C3" t="str"><f>_xlfn.DISPIMG("ID_2",1)</f><v>=DISPIMG("ID_2",1)</v></c></row>`,
    ]
    const { id } = await check(
      await sheetOf(rows.join(''), {
        relations:
          relation('m', 'sheetMetadata', 'metadata.xml') +
          relation('v', `${rich}/rdRichValue`, 'richData/rdrichvalue.xml') +
          relation('k', `${rich}/rdRichValueStructure`, 'richData/rdrichvaluestructure.xml') +
          relation('l', `${rich}/richValueRel`, 'richData/richValueRel.xml') +
          relation('w', `${rich}/cellImage`, 'cellimages.xml'),
        parts: {
          'xl/metadata.xml':
            '<metadata><futureMetadata name="XLRICHVALUE"><bk><extLst><ext><rvb i="0"/></ext></extLst></bk></futureMetadata><valueMetadata><bk><rc t="1" v="0"/></bk></valueMetadata></metadata>',
          'xl/richData/rdrichvalue.xml': '<rvData><rv s="0"><v>0</v><v>5</v></rv></rvData>',
          'xl/richData/rdrichvaluestructure.xml':
            '<rvStructures><s t="_localImage"><k n="_rvRel:LocalImageIdentifier" t="i"/><k n="CalcOrigin" t="i"/></s></rvStructures>',
          'xl/richData/richValueRel.xml': '<richValueRels xmlns:r="r"><rel r:id="one"/></richValueRels>',
          'xl/richData/_rels/richValueRel.xml.rels': relationsTo('one'),
          'xl/cellimages.xml':
            '<etc:cellImages xmlns:etc="e" xmlns:xdr="x" xmlns:a="a" xmlns:r="r"><etc:cellImage><xdr:pic><xdr:cNvPr id="2" name="ID_2"/><a:blip r:embed="two"/></xdr:pic></etc:cellImage></etc:cellImages>',
          'xl/_rels/cellimages.xml.rels': `<Relationships>${relation('two', 'image', 'media/two.png')}</Relationships>`,
          'xl/media/one.png': png,
          'xl/media/two.png': png,
        },
      }),
    )
    expect(await found(id)).toEqual([])
    expect((await readyMints(opened, id)).map(({ metadata }) => metadata?.image)).toEqual([
      'xl/media/one.png',
      'xl/media/two.png',
    ])
  })
})

describe('the file of shared texts', () => {
  let folder = ''
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'mintdesk-strings-'))
  })
  afterEach(() => rm(folder, { recursive: true, force: true }))

  it('gives every text back, in any order, and is gone when it is closed', async () => {
    const strings = openStringFile(join(folder, 'strings'))
    const texts = Array.from({ length: 5_000 }, (_, at) =>
      at % 500 === 3 ? '漢'.repeat(40_000) : `text ${at} `.repeat(at % 30),
    )
    for (const one of texts) strings.add(one)
    for (let at = 0; at < texts.length; at += 7) {
      const place = (at * 3_571) % texts.length
      expect(strings.get(place)).toBe(texts[place])
    }
    expect([strings.get(-1), strings.get(texts.length), strings.get(Number.NaN)]).toEqual([
      undefined,
      undefined,
      undefined,
    ])
    expect(await readdir(folder)).toEqual(['strings'])
    strings.close()
    expect(await readdir(folder)).toEqual([])
  })
})
