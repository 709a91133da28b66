import type { ColumnMapping, Finding, Import, ImportCorrection, ImportOptions } from '../../shared/app-api.ts'
import type { ChainName } from '../../shared/chains.ts'
import type { Fault } from '../../shared/spreadsheet/cure.ts'
import type { CureRule } from '../../shared/spreadsheet/cure-rules.ts'
import type { CellNote, MergedArea } from '../../shared/spreadsheet/workbook/rows.ts'
import type { NameAnswer } from '../chains/family/names.ts'
import type { LinkFinding } from '../store/import-sheet/links.ts'

/** What the rows of an import are checked against; stored with its rows. */
export interface CheckRules {
  chain: ChainName
  collectionPk: number
  fungibility: 'non-fungible' | 'semi-fungible'
  hasBaseUri: boolean
  /** Whether the project is live, so that names are looked up. */
  isLive: boolean
  /** null: no limit. */
  supplyRemaining: number | null
  otherColumnsAsTraits: boolean
  traits: readonly string[]
  duplicates: 'all' | 'first'
  again: boolean
  hidden: ImportOptions['hidden']
  /** Whether media was dropped, or came in the workbook (`mediaBeside`). */
  hasMedia: boolean
}

/** The start data of a worker. */
export interface WorkerStart {
  /** The database of the journal, read only: remembered maps and what was minted before. */
  storeFile: string
  /** The program of the thread that reads large workbooks. */
  readerFile: string
  /** The program of the thread that checks the rows of large files. */
  rowChecker: string
}

/** Reads a file into a sheet and replaces what the sheet holds. */
export interface LoadTask {
  kind: 'load'
  file: string
  /** The name of the sheet of a workbook; null for the usual one. */
  sheet: string | null
  rules: CheckRules
  columns: ColumnMapping[] | null
  /** Whether the person said for this file that no other column is a trait: then the choice remembered for its header line does not count. */
  noTraits: boolean
}

/** The tasks of a worker. */
export type Task =
  | LoadTask
  | { kind: 'recheck'; rules: CheckRules; columns: ColumnMapping[] | null }
  | { kind: 'correct'; row: number; column: string | number; value: string }
  | { kind: 'cure'; rule: CureRule; fault: Fault }
  /** `runAt`: when the last run was made from the import (Unix, ms); older corrections cannot be undone. */
  | { kind: 'undo'; runAt: number | null }
  /** The findings about links; `fresh`: they replace the earlier ones. */
  | { kind: 'links'; found: LinkFinding[]; fresh: boolean }
  /** Computes the identity of all NFTs (`SheetIdentity`), where a correction has changed it. */
  | { kind: 'identify' }

/** A task, and the database of its import. */
export interface WorkOrder {
  sheetFile: string
  task: Task
}

/** The state of an import after a task, or during it. */
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
  /** `at`: Unix, ms. */
  lastCorrection: (ImportCorrection & { at: number }) | null
  /** What keeps the whole file from being minted. */
  failures: Finding[]
  mediaFiles: number
  /** What could not be checked, for the person; absent when all was. */
  notice?: string | undefined
}

/** The core's answer to `names`; null when the network could not be asked. */
export interface NamesAnswer {
  names: NameAnswer[] | null
}

/** The core's answer to `contracts`; null when the network could not answer. */
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
  /** The task could not be done at all; `code` where the request was at fault. */
  | { kind: 'failed'; code: string | null; message: string }

/** Facts that a reader learns about a file beside its rows. */
export interface SourceFacts {
  encoding: string
  delimiter: string
  /** Of a workbook: its sheets, and the name of the one that is read. */
  sheets: Import['sheets']
  sheet: string | null
  /** Places of hidden columns, from 0. */
  hiddenColumns: number[]
  /** The number of merged areas, and the first of them. */
  merged: number
  firstMerged: string
  /** Merged areas whose covered cells may hold something, once the rows are read; [] as soon as these cells have their findings. */
  areas: MergedArea[]
}

/** Facts that a sheet stores about its file, beside the rows. */
export interface SheetFacts extends SourceFacts {
  headers: string[]
  headerRow: number
  /** The number of a row below the headers that looks like the header line. */
  headerBelow?: number | undefined
  /** Of a workbook: whether the row of the headers is hidden, and what is wrong with its cells. */
  headerHidden?: boolean
  headerNotes?: readonly CellNote[]
  bytesTotal: number
  /** Findings that no column map can cure. */
  fatal: Finding[]
  columns: ColumnMapping[]
  /** Left-out hidden columns as they were before, by place; absent where none is left out. */
  leftOut?: (ColumnMapping | null)[] | undefined
  /** Whether the map comes from the person, so that columns of one name need no question any more. */
  answered: boolean
  /** The number of hidden rows, and the first of them. */
  hiddenRows: number
  firstHidden: number
  /** Pictures that lie over cells and are taken as their content. */
  laidPictures: number
  rules: CheckRules
}
