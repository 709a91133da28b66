import type { ColumnMapping, Finding, Import, ImportOptions } from '../../shared/app-api.ts'
import type { ChainName } from '../../shared/chains.ts'
import type { Fault } from '../../shared/spreadsheet/cure.ts'
import type { CureRule } from '../../shared/spreadsheet/cure-rules.ts'
import type { CellNote, MergedArea } from '../../shared/spreadsheet/workbook/rows.ts'
import type { NameAnswer } from '../chains/family/names.ts'
import type { LinkFinding } from '../store/import-sheet/links.ts'

/** What the rows of an import are checked against; kept with its rows. */
export interface CheckRules {
  chain: ChainName
  collectionPk: number
  fungibility: 'non-fungible' | 'semi-fungible'
  hasBaseUri: boolean
  /** Whether the project is live, so that names are looked up. */
  isLive: boolean
  /** null without a limit. */
  supplyRemaining: number | null
  otherColumnsAsTraits: boolean
  traits: readonly string[]
  duplicates: 'all' | 'first'
  again: boolean
  hidden: ImportOptions['hidden']
  /** Whether media was dropped, or came with a workbook (`mediaBeside`). */
  hasMedia: boolean
}

/** What a worker is started with. */
export interface WorkerStart {
  /** The database of the journal, read only: remembered maps and what was minted before. */
  storeFile: string
  /** The program of the thread that reads large workbooks. */
  readerFile: string
  /** The program of the thread that checks the rows of large files. */
  rowChecker: string
}

/** Reads a file into a sheet, in place of what is there. */
export interface LoadTask {
  kind: 'load'
  file: string
  /** The name of the sheet of a workbook; null for the usual one. */
  sheet: string | null
  rules: CheckRules
  columns: ColumnMapping[] | null
  /** Whether somebody said of this file that no other column is a trait: what was chosen for its header line before does not count then. */
  noTraits: boolean
}

/** What a worker is asked. */
export type Task =
  | LoadTask
  | { kind: 'recheck'; rules: CheckRules; columns: ColumnMapping[] | null }
  | { kind: 'correct'; row: number; column: string | number; value: string }
  | { kind: 'cure'; rule: CureRule; fault: Fault }
  /** `runAt`: when the last run was made from the import (Unix, ms); corrections from before it stay. */
  | { kind: 'undo'; runAt: number | null }
  /** What was found behind links; `fresh`: in place of what was found before. */
  | { kind: 'links'; found: LinkFinding[]; fresh: boolean }
  /** What the rows are together (`SheetIdentity`), where a correction has changed it. */
  | { kind: 'identify' }

/** A task and the database of the import it is about. */
export interface WorkOrder {
  sheetFile: string
  task: Task
}

/** What is known of a file after a task, or so far. */
export interface Outcome {
  bytesRead: number
  bytesTotal: number
  encoding: string
  delimiter: string
  headers: string[]
  columns: ColumnMapping[]
  sheets: Import['sheets']
  sheet: string | null
  remarks: Finding[]
  counts: Import['counts']
  codes: Import['codes']
  lastCorrection: Import['lastCorrection']
  /** What keeps the whole file from being minted. */
  failures: Finding[]
  mediaFiles: number
  /** What could not be checked, for a person; absent when all was. */
  notice?: string | undefined
}

/** What the core answers to `names`; null when the network could not be asked. */
export interface NamesAnswer {
  names: NameAnswer[] | null
}

/** What the core answers to `contracts`; null when the network could not say. */
export interface ContractsAnswer {
  contracts: string[] | null
}

export type WorkerMessage =
  | { kind: 'progress'; outcome: Outcome }
  /** Which of these addresses are contracts? The worker waits for the answer. */
  | { kind: 'contracts'; chain: ChainName; addresses: string[] }
  /** What do these names stand for? The worker waits for the answer. */
  | { kind: 'names'; chain: ChainName; names: string[] }
  | { kind: 'done'; outcome: Outcome }
  /** The task could not be done at all; `code` where the fault is the asker's. */
  | { kind: 'failed'; code: string | null; message: string }

/** What the reading of a file says beside its rows. */
export interface SourceFacts {
  encoding: string
  delimiter: string
  /** Of a workbook: its sheets, and the one that is read. */
  sheets: Import['sheets']
  sheet: string | null
  /** Places of hidden columns, from 0. */
  hiddenColumns: number[]
  /** Areas of merged cells, and the first of them. */
  merged: number
  firstMerged: string
  /** Areas of which covered cells may hold something, once the rows are read; [] as soon as these have their findings. */
  areas: MergedArea[]
}

/** What a sheet keeps of its file, beside its rows. */
export interface SheetFacts extends SourceFacts {
  headers: string[]
  headerRow: number
  /** A row under it that looks like the header line. */
  headerBelow?: number | undefined
  /** Of a workbook: the row of the headers is hidden; what is wrong with its cells. */
  headerHidden?: boolean
  headerNotes?: readonly CellNote[]
  bytesTotal: number
  /** Findings that no column map can cure. */
  fatal: Finding[]
  columns: ColumnMapping[]
  /** What hidden columns were before they were left out, by place; absent where none is. */
  leftOut?: (ColumnMapping | null)[] | undefined
  /** The map comes from a person, so that columns of one name are no question any more. */
  answered: boolean
  /** Rows of the file that are hidden, and the first of them. */
  hiddenRows: number
  firstHidden: number
  /** Pictures that lie over cells and are taken for theirs. */
  laidPictures: number
  rules: CheckRules
}
