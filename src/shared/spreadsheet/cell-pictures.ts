/** Treats a workbook's pictures as files of a media folder: a cell names its picture by the picture's path in the workbook. */
import type { ColumnMapping, FieldName } from '../app-api.ts'
import type { SheetRecord } from './sheet-parser.ts'
import type { CellNote, CellPicture } from './workbook/rows.ts'

/** The name of a picture in cells and in the media folder; undefined for a path that no folder can have. */
export function pictureName(part: string): string | undefined {
  const names = part.replaceAll('\\', '/').split('/')
  const usable = (name: string) => name !== '' && name !== '.' && name !== '..' && !/[\p{Cc}:]/u.test(name)
  return names.every(usable) && part.length <= 1_024 ? names.join('/') : undefined
}

/** The indices of columns whose pictures are used: media columns, and private ones, which may become such. A trait has no picture. */
export function pictureColumns(columns: readonly ColumnMapping[]): Set<number> {
  const fields: readonly FieldName[] = ['image', 'animation_url', 'ignore']
  return new Set([...columns.keys()].filter((at) => fields.includes(columns[at]?.field ?? 'result')))
}

/** The pictures of a row that are used: those in these columns, in or over cells without text. */
export function takenPictures({ cells, pictures = [] }: SheetRecord, columns: ReadonlySet<number>): CellPicture[] {
  return pictures.filter(
    ({ column, part }) => columns.has(column) && (cells[column] ?? '').trim() === '' && pictureName(part) !== undefined,
  )
}

/** A row with the names of its pictures in its cells. */
export function withPictures(record: SheetRecord, columns: ReadonlySet<number>): SheetRecord {
  const taken = takenPictures(record, columns)
  if (taken.length === 0) return record
  const length = Math.max(record.cells.length, ...taken.map(({ column }) => column + 1))
  const cells = Array.from({ length }, (_, at) => record.cells[at] ?? '')
  const notes: CellNote[] = [...(record.notes ?? [])]
  for (const { column, part, count } of taken) {
    cells[column] = pictureName(part) ?? ''
    if (count > 1) notes.push({ column, code: 'cell.picture' })
  }
  return { ...record, cells, notes }
}

/** A column map guessed from headers; if no header names the image, the first column with pictures becomes it. */
export function withPictureColumn(columns: ColumnMapping[], records: readonly SheetRecord[]): ColumnMapping[] {
  if (columns.some(({ field }) => field === 'image')) return columns
  const free = new Set([...columns.keys()].filter((at) => ['trait', 'ignore'].includes(columns[at]?.field ?? '')))
  const places = records.flatMap((record) => takenPictures(record, free).map(({ column }) => column))
  const first = Math.min(...places)
  return columns.map((column, at) => (at === first ? { header: column.header, field: 'image' } : column))
}
