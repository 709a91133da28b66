import type { Finding } from '../../../shared/app-api.ts'
import type { SheetRecord } from '../../../shared/spreadsheet/sheet-parser.ts'
import type { Part } from '../../../shared/spreadsheet/workbook/package.ts'
import type { SourceFacts } from '../protocol.ts'

/** A file of any kind that is read row by row. */
export interface SheetSource {
  /** Of the file, in bytes. */
  size: number
  /** The facts known by now beside the rows; complete when all rows are read. */
  facts(): SourceFacts
  /** Rows that are not blank, and the bytes of the file read so far. @throws SourceFault where the file cannot be read further */
  pieces(): AsyncGenerator<{ records: SheetRecord[]; bytesRead: number }>
  /** A picture that a row names; undefined for text files. */
  picture(part: string): Part | undefined
}

/** A file of which no row can be read. */
export interface UnreadableSource {
  fault: Finding
  facts: SourceFacts
}

/** Options for a file that is a workbook. */
export interface AskedSheet {
  /** The name of the sheet; null for the usual one. */
  sheet: string | null
  /** The file for texts that cells share, while the workbook is read. */
  stringsFile: string
  /** The program of the thread that reads a large workbook; without it, this thread reads it. */
  readerFile?: string
}

/** The file cannot be read further. */
export class SourceFault extends Error {
  readonly finding: Finding

  constructor(finding: Finding) {
    super(finding.message)
    this.finding = finding
  }
}

/** The facts of a file before anything is known of it. */
export const noFacts: SourceFacts = {
  encoding: '',
  delimiter: '',
  sheets: [],
  sheet: null,
  hiddenColumns: [],
  merged: 0,
  firstMerged: '',
  areas: [],
}
