/** Workbooks in OpenDocument format, such as LibreOffice's (.ods): one part holds all sheets, one after the other. */
import type { Workbook, WorkbookSheet } from './book.ts'
import { odsRows } from './ods-rows.ts'
import { damaged, lockedError, type Package, requireSheets, WorkbookError } from './package.ts'
import { type SheetReader, unknownTraits } from './rows.ts'
import { readXml, walkXml } from './xml.ts'

/** Opens a document; to list its sheets, it reads all of it once. */
export async function openOds(pack: Package): Promise<Workbook> {
  await refuseLocked(pack)
  const content = pack.part('content.xml')
  if (content === undefined) throw damaged()
  const sheets: (WorkbookSheet & { filled: boolean })[] = []
  const undisplayed = new Set<string>()
  let style = ''
  let isSheet = false
  const pieces = walkXml(content, {
    open(name, attributes) {
      if (name === 'style') style = attributes['style:name'] ?? ''
      else if (name === 'table-properties' && attributes['table:display'] === 'false') undisplayed.add(style)
      else if (name === 'spreadsheet') isSheet = true
      else if (name === 'table') {
        const hidden = undisplayed.has(attributes['table:style-name'] ?? '')
        sheets.push({ name: attributes['table:name'] ?? '', hidden, filled: false })
      } else if (name === 'table-cell') {
        const last = sheets.at(-1)
        if (last !== undefined && attributes['office:value-type'] !== undefined) last.filled = true
      }
    },
  })
  for await (const _ of pieces) requireSheets(sheets.length)
  if (!isSheet)
    throw new WorkbookError('file.kind', 'The file is a document without sheets: give the spreadsheet itself.')
  const active = await activeSheet(pack)

  return {
    kind: 'OpenDocument',
    sheets: sheets.map(({ name, hidden }) => ({ name, hidden })),
    async usual() {
      const usable = sheets.filter(({ hidden, filled }) => !hidden && filled)
      const [first] = usable
      const found = usable.find(({ name }) => name === active) ?? first
      return found === undefined ? undefined : sheets.indexOf(found)
    },
    async sheet(index): Promise<SheetReader> {
      const traits = unknownTraits()
      return {
        traits,
        bytes: content.size,
        picture: (name) => pack.part(name),
        rows: () => odsRows(content, index, traits),
      }
    },
    close: () => pack.close(),
  }
}

/** @throws WorkbookError if the document needs a password */
async function refuseLocked(pack: Package): Promise<void> {
  const manifest = pack.part('META-INF/manifest.xml')
  let locked = false
  if (manifest !== undefined)
    await readXml(manifest, {
      open(name) {
        if (name === 'encryption-data') locked = true
      },
    })
  if (locked) throw lockedError()
}

/** The name of the sheet that was in view when the document was saved. */
async function activeSheet(pack: Package): Promise<string> {
  const settings = pack.part('settings.xml')
  let name = ''
  let here = false
  if (settings === undefined) return name
  await readXml(settings, {
    open(_, attributes) {
      here = attributes['config:name'] === 'ActiveTable'
    },
    text(text) {
      if (here) name += text
    },
    close() {
      here = false
    },
  })
  return name
}
