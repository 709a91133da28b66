import type { Finding } from '../../../shared/app-api.ts'
import type { SheetRecord } from '../../../shared/spreadsheet/sheet-parser.ts'
import type { SourceFacts } from '../protocol.ts'
import type { AskedSheet } from './sheet-source.ts'

/** The start data of the thread that reads a workbook. */
export interface ReaderOrder {
  path: string
  /** Of the file, in bytes. */
  size: number
  asked: AskedSheet
}

/** Messages of the thread: first whether the workbook can be read, then its pieces; the receiver answers each piece with 'taken'. */
export type ReaderMessage =
  | { kind: 'opened'; facts: SourceFacts }
  | { kind: 'piece'; facts: SourceFacts; piece: { records: SheetRecord[]; bytesRead: number } }
  | { kind: 'over'; facts: SourceFacts }
  /** The workbook cannot be read further. */
  | { kind: 'unreadable'; facts: SourceFacts; fault: Finding }
