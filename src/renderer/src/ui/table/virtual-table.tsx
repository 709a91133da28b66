// biome-ignore-all lint/a11y/useSemanticElements: a virtual grid cannot be a table; its rows are placed one by one
import { Skeleton } from '@mantine/core'
import { useVirtualizer } from '@tanstack/react-virtual'
import { type CSSProperties, type ReactNode, useEffect, useRef, useState } from 'react'
import { TableWindow, windowSize } from './table-window.tsx'
import { type Place, useGridKeys } from './use-grid-keys.ts'
import classes from './virtual-table.module.css'

const rowHeight = 36

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

export interface VirtualTableProps<Row> {
  label: string
  columns: TableColumn<Row>[]
  total: number
  rowAt(index: number): Row | undefined
  onRange(first: number, last: number): void
  /** The cell that the keyboard or a click came to. */
  onActive?(place: Place, row: Row | undefined): void
  /** Enter, F2 or a double click on a cell. */
  onOpen?(place: Place, row: Row): void
  height?: number
}

/** A grid of any length: only the rows on screen exist; arrows, Home, End and the page keys move through it. */
export function VirtualTable<Row>(props: VirtualTableProps<Row>) {
  const { label, columns, total, rowAt, onRange, onActive, onOpen, height = 420 } = props
  const scroller = useRef<HTMLDivElement>(null)
  const [start, setStart] = useState(0)
  const from = start < total ? start : 0
  const shown = Math.min(windowSize, total - from)
  const virtualizer = useVirtualizer({
    count: shown,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 8,
    scrollPaddingStart: rowHeight,
  })
  const items = virtualizer.getVirtualItems()
  const first = from + (items[0]?.index ?? 0)
  const last = from + (items.at(-1)?.index ?? 0)
  useEffect(() => onRange(first, last), [first, last, onRange])

  const keys = useGridKeys({
    scroller,
    rows: shown,
    columns: columns.length,
    pageRows: Math.max(1, Math.floor(height / rowHeight) - 2),
    scrollTo: (row) => virtualizer.scrollToIndex(row),
    onActive: (place) => onActive?.(place, rowAt(from + place.row)),
    onOpen: (place) => {
      const row = rowAt(from + place.row)
      if (row !== undefined) onOpen?.(place, row)
    },
  })
  const width = columns.reduce((sum, column) => sum + column.width, 0)
  const grid: CSSProperties = { gridTemplateColumns: columns.map((column) => `${column.width}px`).join(' '), width }

  return (
    <div>
      <TableWindow total={total} start={from} onStart={setStart} />
      <div
        ref={scroller}
        role="grid"
        aria-label={label}
        aria-rowcount={total + 1}
        aria-colcount={columns.length}
        tabIndex={-1}
        className={classes.scroller}
        style={{ maxHeight: height }}
        onKeyDown={keys.onKeyDown}
      >
        <div role="row" aria-rowindex={1} tabIndex={-1} className={classes.head} style={grid}>
          {columns.map((column) => (
            <div
              key={column.key}
              role="columnheader"
              tabIndex={-1}
              className={classes.headCell}
              data-align={column.align}
            >
              <span className={classes.cut}>{column.header}</span>
            </div>
          ))}
        </div>
        <div className={classes.body} style={{ height: virtualizer.getTotalSize(), width }}>
          {items.map((item) => {
            const row = rowAt(from + item.index)
            return (
              <div
                key={item.key}
                role="row"
                aria-rowindex={from + item.index + 2}
                tabIndex={-1}
                className={classes.row}
                style={{ ...grid, transform: `translateY(${item.start}px)`, height: rowHeight }}
              >
                {columns.map((column, place) => {
                  const active = keys.isActive(item.index, place)
                  return (
                    <div
                      key={column.key}
                      role="gridcell"
                      tabIndex={active ? 0 : -1}
                      className={classes.cell}
                      data-align={column.align}
                      data-place={`${item.index}:${place}`}
                      data-tone={row === undefined ? undefined : column.tone?.(row)}
                      onFocus={() => keys.onFocus({ row: item.index, column: place })}
                      onDoubleClick={() => row !== undefined && onOpen?.({ row: item.index, column: place }, row)}
                    >
                      {row === undefined ? <Skeleton height={12} /> : column.cell(row, active)}
                    </div>
                  )
                })}
              </div>
            )
          })}
        </div>
      </div>
    </div>
  )
}
