import { type MouseEvent, type ReactNode, useState } from 'react'
import classes from './table-tip.module.css'

/** Shows the `data-tip` of what is under the pointer: one tip for a whole table, since one for each cell is what makes scrolling slow. */
export function TableTip({ children }: { children: ReactNode }) {
  const [tip, setTip] = useState<{ text: string; left: number; top: number } | null>(null)
  const look = ({ target }: MouseEvent): void => {
    const place = target instanceof Element ? target.closest<HTMLElement>('[data-tip]') : null
    const text = place?.dataset.tip
    if (!place || text === undefined) {
      setTip(null)
      return
    }
    const { left, bottom } = place.getBoundingClientRect()
    setTip((old) => (old?.text === text && old.top === bottom ? old : { text, left, top: bottom }))
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: what the tip says stands below the table, too, for whoever has no pointer
    <div onMouseOver={look} onFocus={() => setTip(null)} onMouseLeave={() => setTip(null)} onWheel={() => setTip(null)}>
      {children}
      {tip && (
        <div
          className={classes.tip}
          aria-hidden="true"
          style={{ left: `min(${tip.left}px, calc(100vw - 376px))`, top: tip.top + 4 }}
        >
          {tip.text}
        </div>
      )}
    </div>
  )
}
