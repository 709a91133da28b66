/** Workbooks in Excel's format (.xlsx, .xlsm). */
import type { Workbook, WorkbookSheet } from './book.ts'
import { readFormats } from './formats.ts'
import { damaged, type Package, requireSheets, WorkbookError } from './package.ts'
import { readPictures } from './pictures.ts'
import { relationsOf } from './relations.ts'
import { type SheetReader, unknownTraits } from './rows.ts'
import { readStrings, type StringStore } from './strings.ts'
import { hasCells, xlsxRows } from './xlsx-rows.ts'
import { isTrue, prefixed, readXml } from './xml.ts'

/** Opens a workbook. @param root the part to start from */
export async function openXlsx(pack: Package, root: string): Promise<Workbook> {
  const relations = await relationsOf(pack, root)
  const book = pack.part(root)
  if (book === undefined) throw damaged()
  const sheets: (WorkbookSheet & { part: string })[] = []
  let system1904 = false
  let stale = false
  let active = 0
  let at = -1
  let activeSheet: string | undefined
  await readXml(book, {
    open(name, attributes) {
      if (name === 'workbookPr') system1904 = isTrue(attributes.date1904)
      else if (name === 'calcPr') stale = isTrue(attributes.fullCalcOnLoad)
      else if (name === 'workbookView') active = Number(attributes.activeTab ?? 0)
      if (name !== 'sheet') return
      at++
      const relation = relations.find(({ id }) => id === prefixed(attributes, 'id'))
      // Charts have sheets of their own.
      if (relation?.type !== 'worksheet' || pack.part(relation.part) === undefined) return
      const hidden = attributes.state !== undefined && attributes.state !== 'visible'
      sheets.push({ name: attributes.name ?? '', hidden, part: relation.part })
      requireSheets(sheets.length)
      if (at === active) activeSheet = relation.part
    },
  })
  const typed = (type: string, usual: string) =>
    pack.part(relations.find((relation) => relation.type === type)?.part ?? usual)
  const shared = typed('sharedStrings', 'xl/sharedStrings.xml')

  async function filled({ hidden, part }: { hidden: boolean; part: string }): Promise<boolean> {
    const cells = pack.part(part)
    return !hidden && cells !== undefined && (await hasCells(cells))
  }

  return {
    kind: 'Excel',
    sheets: sheets.map(({ name, hidden }) => ({ name, hidden })),
    async usual() {
      const first = sheets.find(({ part }) => part === activeSheet)
      for (const one of first === undefined ? sheets : [first, ...sheets])
        if (await filled(one)) return sheets.indexOf(one)
      return undefined
    },
    async sheet(index: number, strings: StringStore, mostStrings?: number): Promise<SheetReader> {
      const path = sheets[index]?.part ?? ''
      const part = pack.part(path)
      if (part === undefined) throw new WorkbookError('file.sheet', 'The workbook has no such sheet.')
      const formats = await readFormats(typed('styles', 'xl/styles.xml'))
      const pictures = await readPictures(pack, relations, path)
      const traits = unknownTraits()
      return {
        traits,
        bytes: part.size + (shared?.size ?? 0),
        picture: (name) => pack.part(name),
        async *rows() {
          if (shared !== undefined && mostStrings !== 0)
            for await (const bytes of readStrings(shared, strings, mostStrings)) yield { rows: [], bytes }
          yield* xlsxRows(part, { formats, strings, system1904, stale }, pictures, traits)
        },
      }
    },
    close: () => pack.close(),
  }
}
