// biome-ignore-all lint/a11y/useSemanticElements: a virtual grid cannot be a table; its rows are placed one by one
import { useVirtualizer } from '@tanstack/react-virtual'
import { type SyntheticEvent, useEffect, useRef, useState } from 'react'
import { gridOf, rowHeight, type TableColumn, TableRow } from './table-row.tsx'
import { TableTip } from './table-tip.tsx'
import { TableWindow, windowSize } from './table-window.tsx'
import { type Place, useGridKeys } from './use-grid-keys.ts'
import classes from './virtual-table.module.css'

export interface VirtualTableProps<Row> {
  label: string
  /** Must be the same array while nothing changes: another array draws all rows anew. */
  columns: readonly TableColumn<Row>[]
  total: number
  rowAt(index: number): Row | undefined
  onRange(first: number, last: number): void
  /** The cell that the keyboard or a click reached. */
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
    onOpen: (place) => onOpenAt(place),
  })
  const grid = gridOf(columns)
  // One listener serves all cells, so that none is made for each cell that comes into view.
  const onCell = (then: (place: Place) => void) => (event: SyntheticEvent) => {
    const place = placeOf(event.target)
    if (place !== undefined) then(place)
  }
  const onOpenAt = (place: Place): void => {
    const row = rowAt(from + place.row)
    if (row !== undefined) onOpen?.(place, row)
  }
  return (
    <TableTip>
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
        onFocus={onCell(keys.onFocus)}
        onDoubleClick={onCell(onOpenAt)}
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
        <div className={classes.body} style={{ height: virtualizer.getTotalSize(), width: grid.width }}>
          {items.map((item) => (
            <TableRow
              key={item.key}
              index={item.index}
              number={from + item.index + 2}
              start={item.start}
              columns={columns}
              row={rowAt(from + item.index)}
              active={keys.activeIn(item.index)}
            />
          ))}
        </div>
      </div>
    </TableTip>
  )
}

/** The cell in which an event happened. */
function placeOf(target: EventTarget): Place | undefined {
  const cell = target instanceof Element ? target.closest<HTMLElement>('[data-place]') : null
  const [row, column] = cell?.dataset.place?.split(':').map(Number) ?? []
  return row === undefined || column === undefined ? undefined : { row, column }
}
