import type { Finding } from '../../../shared/app-api.ts'
import type { SheetRecord } from '../../../shared/spreadsheet/sheet-parser.ts'
import type { SourceFacts } from '../protocol.ts'
import type { AskedSheet } from './sheet-source.ts'

/** What the thread that reads a workbook is started with. */
export interface ReaderOrder {
  path: string
  /** Of the file, in bytes. */
  size: number
  asked: AskedSheet
}

/** What it says: first whether the workbook can be read, then its pieces; each of these is answered by 'taken'. */
export type ReaderMessage =
  | { kind: 'opened'; facts: SourceFacts }
  | { kind: 'piece'; facts: SourceFacts; piece: { records: SheetRecord[]; bytesRead: number } }
  | { kind: 'over'; facts: SourceFacts }
  /** It can be read no further. */
  | { kind: 'unreadable'; facts: SourceFacts; fault: Finding }
