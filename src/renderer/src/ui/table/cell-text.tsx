import type { ReactNode } from 'react'
import classes from './virtual-table.module.css'

interface CellTextProps {
  children: ReactNode
  /** Said where the pointer rests: by the browser itself. */
  title?: string
  /** The same by the table's own tip. */
  tip?: string | undefined
  /** Of whichever script it is written in. */
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
