// biome-ignore-all lint/a11y/useSemanticElements: a virtual grid cannot be a table; its rows are placed one by one
import { type CSSProperties, memo, type ReactNode } from 'react'
import classes from './virtual-table.module.css'

/** CSS pixels. */
export const rowHeight = 36

export interface TableColumn<Row> {
  key: string
  header: ReactNode
  /** CSS pixels. */
  width: number
  align?: 'left' | 'right'
  cell(row: Row, active: boolean): ReactNode
  /** How the cell looks: wrong and warned ones are also marked by an icon or a word in `cell`. */
  tone?(row: Row): 'wrong' | 'warn' | undefined
}

interface TableRowProps<Row> {
  /** Its index among the rows that can be scrolled to. */
  index: number
  /** Its number in the whole list, with the header as 1. */
  number: number
  /** CSS pixels from the first row. */
  start: number
  columns: readonly TableColumn<Row>[]
  /** undefined: on its way. */
  row: Row | undefined
  /** The column of the active cell; null: that cell is in another row. */
  active: number | null
}

/** The layout of the cells of a row, side by side. */
export function gridOf(columns: readonly { width: number }[]): CSSProperties & { width: number } {
  return {
    gridTemplateColumns: columns.map(({ width }) => `${width}px`).join(' '),
    width: columns.reduce((sum, column) => sum + column.width, 0),
  }
}

function Row<Of>({ index, number, start, columns, row, active }: TableRowProps<Of>) {
  return (
    <div
      role="row"
      aria-rowindex={number}
      tabIndex={-1}
      className={classes.row}
      style={{ ...gridOf(columns), transform: `translateY(${start}px)`, height: rowHeight }}
    >
      {columns.map((column, place) => (
        <div
          key={column.key}
          role="gridcell"
          tabIndex={active === place ? 0 : -1}
          className={classes.cell}
          data-align={column.align}
          data-place={`${index}:${place}`}
          data-tone={row === undefined ? undefined : column.tone?.(row)}
        >
          {row === undefined ? <span className={classes.coming} /> : column.cell(row, active === place)}
        </div>
      ))}
    </div>
  )
}

/** A row of a grid, drawn anew only where it changed, since the grid is drawn with every turn of the wheel. */
export const TableRow = memo(Row) as typeof Row
