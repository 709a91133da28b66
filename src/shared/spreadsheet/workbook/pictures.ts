/** Finds the pictures in and over the cells of an Office document. */
import type { Package } from './package.ts'
import { type Relation, relationsOf } from './relations.ts'
import type { CellPicture } from './rows.ts'
import { type Attributes, prefixed, readXml } from './xml.ts'

export interface SheetPictures {
  /** The part of each picture placed in a cell, by the cell's `vm` (Excel) or the id in its formula (WPS). */
  placed: ReadonlyMap<string, string>
  /** The pictures that float over cells of a row: each belongs to the cell under its upper left corner. */
  laidOver(row: number): CellPicture[]
}

/** The pictures of one sheet. @param relations the workbook's */
export async function readPictures(
  pack: Package,
  relations: readonly Relation[],
  sheetPart: string,
): Promise<SheetPictures> {
  const placed = new Map([...(await placedInExcel(pack, relations)), ...(await placedInWps(pack, relations))])
  const laid = await laidOverCells(pack, sheetPart)
  return { placed, laidOver: (row) => laid.get(row) ?? [] }
}

/** Excel's pictures in cells, found along a cell's `vm` → value metadata → rich value → relation → media. */
async function placedInExcel(pack: Package, relations: readonly Relation[]): Promise<Map<string, string>> {
  const found = new Map<string, string>()
  const part = (type: string) => {
    const path = relations.find((relation) => relation.type === type)?.part
    return path === undefined ? undefined : pack.part(path)
  }
  const [metadata, values, structures] = [part('sheetMetadata'), part('rdRichValue'), part('rdRichValueStructure')]
  const linksPath = relations.find(({ type }) => type === 'richValueRel')?.part
  const links = part('richValueRel')
  if (metadata === undefined || values === undefined || structures === undefined || links === undefined) return found

  const kinds: { type: string; keys: string[] }[] = []
  await readXml(structures, {
    open(name, attributes) {
      if (name === 's') kinds.push({ type: attributes.t ?? '', keys: [] })
      else if (name === 'k') kinds.at(-1)?.keys.push(attributes.n ?? '')
    },
  })
  const rich: { kind: number; values: string[] }[] = []
  let inValue = false
  await readXml(values, {
    open(name, attributes) {
      if (name === 'rv') rich.push({ kind: Number(attributes.s), values: [] })
      inValue = name === 'v'
      if (inValue) rich.at(-1)?.values.push('')
    },
    text(text) {
      const last = rich.at(-1)?.values
      if (inValue && last !== undefined) last.push((last.pop() ?? '') + text)
    },
    close() {
      inValue = false
    },
  })
  const ids: string[] = []
  await readXml(links, {
    open(name, attributes) {
      if (name === 'rel') ids.push(prefixed(attributes, 'id') ?? '')
    },
  })
  const targets = await targetsOf(pack, linksPath ?? '')
  const blocks: number[] = []
  const cellValues: number[] = []
  let inValues = false
  await readXml(metadata, {
    open(name, attributes) {
      if (name === 'valueMetadata') inValues = true
      else if (name === 'rvb') blocks.push(Number(attributes.i))
      else if (name === 'rc' && inValues) cellValues.push(Number(attributes.v))
    },
    close(name) {
      if (name === 'valueMetadata') inValues = false
    },
  })
  for (const [at, block] of cellValues.entries()) {
    const value = rich[blocks[block] ?? -1]
    const kind = kinds[value?.kind ?? -1]
    if (value === undefined || kind?.type !== '_localImage') continue
    const link = value.values[kind.keys.indexOf('_rvRel:LocalImageIdentifier')]
    const target = targets.get(ids[Number(link)] ?? '')
    if (target !== undefined) found.set(String(at + 1), target)
  }
  return found
}

/** WPS' pictures in cells, which are shown by a formula `DISPIMG("ID_…")`. */
async function placedInWps(pack: Package, relations: readonly Relation[]): Promise<Map<string, string>> {
  const found = new Map<string, string>()
  const path = relations.find(({ type }) => type === 'cellImage')?.part ?? 'xl/cellimages.xml'
  const list = pack.part(path)
  if (list === undefined) return found
  const targets = await targetsOf(pack, path)
  let id = ''
  await readXml(list, {
    open(name, attributes) {
      if (name === 'cNvPr') id = attributes.name ?? ''
      const target = name === 'blip' ? targets.get(prefixed(attributes, 'embed') ?? '') : undefined
      if (target !== undefined) found.set(id, target)
    },
  })
  return found
}

/** The pictures that float over a sheet's cells, by row. */
async function laidOverCells(pack: Package, sheetPart: string): Promise<Map<number, CellPicture[]>> {
  const found = new Map<number, CellPicture[]>()
  for (const { part } of (await relationsOf(pack, sheetPart)).filter(({ type }) => type === 'drawing')) {
    const drawing = pack.part(part)
    if (drawing === undefined) continue
    const targets = await targetsOf(pack, part)
    let anchor = { row: '', column: '' }
    let field: 'row' | 'column' | undefined
    let inFrom = false
    const open = (name: string, attributes: Attributes) => {
      if (name === 'oneCellAnchor' || name === 'twoCellAnchor') anchor = { row: '', column: '' }
      else if (name === 'from') inFrom = true
      else if (name === 'row' || name === 'col') field = inFrom ? (name === 'row' ? 'row' : 'column') : undefined
      const target = name === 'blip' ? targets.get(prefixed(attributes, 'embed') ?? '') : undefined
      if (target !== undefined && anchor.row !== '') addPicture(found, anchor, target)
    }
    await readXml(drawing, {
      open,
      text(text) {
        if (field !== undefined) anchor[field] += text.trim()
      },
      close(name) {
        field = undefined
        if (name === 'from') inFrom = false
      },
    })
  }
  return found
}

function addPicture(found: Map<number, CellPicture[]>, anchor: { row: string; column: string }, part: string): void {
  const row = Number(anchor.row) + 1
  const column = Number(anchor.column)
  const inRow = found.get(row) ?? []
  found.set(row, inRow)
  const there = inRow.find((one) => one.column === column)
  if (there === undefined) inRow.push({ column, part, laid: true, count: 1 })
  else there.count++
}

async function targetsOf(pack: Package, part: string): Promise<Map<string, string>> {
  return new Map((await relationsOf(pack, part)).map(({ id, part: target }) => [id, target]))
}
