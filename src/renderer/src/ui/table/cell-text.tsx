import type { ReactNode } from 'react'
import classes from './virtual-table.module.css'

interface CellTextProps {
  children: ReactNode
  /** The browser's own tooltip. */
  title?: string
  /** The table's tip (`TableTip`). */
  tip?: string | undefined
  /** The text may be of any script. */
  anyScript?: boolean
  isDimmed?: boolean
}

/** Text of a cell, cut where it does not fit. Hundreds are made while a table is scrolled, so it is a bare element. */
export function CellText({ children, title, tip, anyScript = false, isDimmed = false }: CellTextProps) {
  return (
    <span
      className={classes.text}
      title={title}
      data-tip={tip}
      data-dimmed={isDimmed || undefined}
      dir={anyScript ? 'auto' : undefined}
    >
      {children}
    </span>
  )
}
