import { createWriteStream } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { largestMedia } from '../../../shared/media/media-files.ts'
import { pictureName, takenPictures } from '../../../shared/spreadsheet/cell-pictures.ts'
import type { SheetRecord } from '../../../shared/spreadsheet/sheet-parser.ts'
import type { SheetSource } from './sheet-source.ts'

/** Copies the pictures of a workbook's rows into a media folder, each once. @returns a function for rows; it returns whether they had any */
export function picturePlacer(source: SheetSource, folder: string) {
  const placed = new Set<string>()
  return async (records: readonly SheetRecord[], columns: ReadonlySet<number>): Promise<boolean> => {
    let any = false
    for (const { part } of records.flatMap((record) => takenPictures(record, columns))) {
      any = true
      if (placed.has(part)) continue
      placed.add(part)
      const picture = source.picture(part)
      // The check of its row reports a picture that is missing or too large.
      if (picture === undefined || picture.size > largestMedia) continue
      const file = join(folder, ...(pictureName(part) ?? '').split('/'))
      await mkdir(dirname(file), { recursive: true })
      await pipeline(picture.pieces(), createWriteStream(file, { mode: 0o600 }))
    }
    return any
  }
}
