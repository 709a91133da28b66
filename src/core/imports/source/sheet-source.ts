import type { Finding } from '../../../shared/app-api.ts'
import type { SheetRecord } from '../../../shared/spreadsheet/sheet-parser.ts'
import type { Part } from '../../../shared/spreadsheet/workbook/package.ts'
import type { SourceFacts } from '../protocol.ts'

/** A file that is read row by row, whatever kind it is. */
export interface SheetSource {
  /** Of the file, in bytes. */
  size: number
  /** What is known by now beside the rows; all of it when they are read. */
  facts(): SourceFacts
  /** Rows that are not blank, and how many bytes of the file were read for all so far. @throws SourceFault where it cannot be read on */
  pieces(): AsyncGenerator<{ records: SheetRecord[]; bytesRead: number }>
  /** A picture that a row names; text files have none. */
  picture(part: string): Part | undefined
}

/** A file of which no row can be read. */
export interface UnreadableSource {
  fault: Finding
  facts: SourceFacts
}

/** What is asked of a file that is a workbook. */
export interface AskedSheet {
  /** The name of the sheet; null for the usual one. */
  sheet: string | null
  /** Where texts that cells share are put while it is read. */
  stringsFile: string
  /** The program of a thread that reads a large one; without it all is read in this thread. */
  readerFile?: string
}

/** The file cannot be read on. */
export class SourceFault extends Error {
  readonly finding: Finding

  constructor(finding: Finding) {
    super(finding.message)
    this.finding = finding
  }
}

/** Nothing is known of a file yet. */
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
