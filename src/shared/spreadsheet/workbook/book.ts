import type { SheetReader } from './rows.ts'
import type { StringStore } from './strings.ts'

export interface WorkbookSheet {
  name: string
  hidden: boolean
}

export interface Workbook {
  kind: 'Excel' | 'OpenDocument'
  sheets: readonly WorkbookSheet[]
  /** Index of the default sheet: the active one if it is visible and filled, otherwise the first such; undefined if there is none. */
  usual(): Promise<number | undefined>
  /**
   * One sheet by its index.
   * @param strings the store of the shared strings
   * @param mostStrings how many of them are needed; default: all
   */
  sheet(index: number, strings: StringStore, mostStrings?: number): Promise<SheetReader>
  close(): Promise<void>
}
