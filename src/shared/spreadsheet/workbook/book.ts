import type { SheetReader } from './rows.ts'
import type { StringStore } from './strings.ts'

export interface WorkbookSheet {
  name: string
  hidden: boolean
}

export interface Workbook {
  kind: 'Excel' | 'OpenDocument'
  sheets: readonly WorkbookSheet[]
  /** The sheet that is read where none is named: the active one if it is visible and filled, else the first such; undefined without any. */
  usual(): Promise<number | undefined>
  /**
   * One sheet by its place.
   * @param strings where texts are kept that cells share
   * @param mostStrings how many of them are needed; all where it is not said, none with 0
   */
  sheet(index: number, strings: StringStore, mostStrings?: number): Promise<SheetReader>
  close(): Promise<void>
}
