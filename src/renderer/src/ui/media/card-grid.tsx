import type { ReactNode } from 'react'
import classes from './card-grid.module.css'

/** Cards of one width, as many in a line as fit. */
export function CardGrid({ children }: { children: ReactNode }) {
  return <div className={classes.grid}>{children}</div>
}
