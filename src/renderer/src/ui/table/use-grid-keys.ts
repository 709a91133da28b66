import { type KeyboardEvent, type RefObject, useEffect, useRef, useState } from 'react'

export interface Place {
  row: number
  column: number
}

interface GridKeysOptions {
  scroller: RefObject<HTMLDivElement | null>
  rows: number
  columns: number
  pageRows: number
  scrollTo(row: number): void
  onActive(place: Place): void
  onOpen(place: Place): void
}

/** The place to which a key moves in a grid; null for a key that does not move. */
export function moved(
  place: Place,
  key: string,
  ctrl: boolean,
  size: { rows: number; columns: number; pageRows: number },
): Place | null {
  const clamp = (value: number, end: number): number => Math.max(0, Math.min(end - 1, value))
  const to = (row: number, column: number): Place => ({
    row: clamp(row, size.rows),
    column: clamp(column, size.columns),
  })
  switch (key) {
    case 'ArrowDown':
      return to(place.row + 1, place.column)
    case 'ArrowUp':
      return to(place.row - 1, place.column)
    case 'ArrowRight':
      return to(place.row, place.column + 1)
    case 'ArrowLeft':
      return to(place.row, place.column - 1)
    case 'PageDown':
      return to(place.row + size.pageRows, place.column)
    case 'PageUp':
      return to(place.row - size.pageRows, place.column)
    case 'Home':
      return to(ctrl ? 0 : place.row, 0)
    case 'End':
      return to(ctrl ? size.rows - 1 : place.row, size.columns - 1)
    default:
      return null
  }
}

/** The keyboard of a grid: Tab reaches one cell, the arrows move on from it; Enter and F2 open it. */
export function useGridKeys(options: GridKeysOptions) {
  const { scroller, rows, columns, pageRows, scrollTo, onActive, onOpen } = options
  const [active, setActive] = useState<Place>({ row: 0, column: 0 })
  const wanted = useRef(false)

  useEffect(() => {
    if (!wanted.current) return
    // The row may have to be drawn first.
    const frame = requestAnimationFrame(() => {
      const cell = scroller.current?.querySelector<HTMLElement>(`[data-place="${active.row}:${active.column}"]`)
      if (!cell) return
      wanted.current = false
      cell.focus({ preventScroll: true })
      cell.scrollIntoView({ block: 'nearest', inline: 'nearest' })
    })
    return () => cancelAnimationFrame(frame)
  })

  return {
    /** The column of the active cell, if it is in this row; else null. */
    activeIn: (row: number): number | null => (active.row === row ? active.column : null),
    onFocus(place: Place): void {
      if (place.row !== active.row || place.column !== active.column) setActive(place)
      onActive(place)
    },
    onKeyDown(event: KeyboardEvent<HTMLDivElement>): void {
      const target = event.target
      if (!(target instanceof HTMLElement) || target.getAttribute('role') !== 'gridcell') return
      if (event.key === 'Enter' || event.key === 'F2') {
        event.preventDefault()
        onOpen(active)
        return
      }
      const next = moved(active, event.key, event.ctrlKey || event.metaKey, { rows, columns, pageRows })
      if (!next) return
      event.preventDefault()
      wanted.current = true
      scrollTo(next.row)
      setActive(next)
    },
  }
}
