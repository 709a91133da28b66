import type { Finding } from '../../shared/app-api.ts'
import { counted } from '../../shared/format.ts'
import { findingOf } from '../../shared/spreadsheet/finding.ts'
import type { SheetFacts } from './protocol.ts'

/** Findings about a workbook's sheet as a whole that do not prevent minting. */
export function remarksOf({ fatal, merged, firstMerged, laidPictures, headerRow }: SheetFacts): Finding[] {
  if (fatal.length > 0) return []
  const found: Finding[] = []
  if (merged > 0) {
    const message = `The sheet has ${counted(merged, 'area')} of merged cells (${merged === 1 ? '' : 'the first is '}${firstMerged}), and only the first cell of each holds its text: separate them, and fill in each, if the others are to have it too.`
    found.push(findingOf(headerRow, '', 'sheet.merged', message))
  }
  if (laidPictures > 0) {
    const message = `${counted(laidPictures, 'picture')} ${laidPictures === 1 ? 'lies' : 'lie'} over cells, and each is taken for the cell under its upper left corner: look whether the rows have the right ones.`
    found.push(findingOf(headerRow, '', 'sheet.pictures', message))
  }
  return found
}
