import type { ReactNode } from 'react'
import classes from './bar.module.css'

/** The bar at the foot of the Mint page, always in view from the drop to the run. */
export function Bar({ above, button, children }: { above?: ReactNode; button: ReactNode; children: ReactNode }) {
  return (
    <section className={classes.bar} aria-label="Mint this file">
      {above}
      <div className={classes.line}>
        <div className={classes.words}>{children}</div>
        {button}
      </div>
    </section>
  )
}
