import { type FocusEvent, type ReactNode, type SyntheticEvent, useState } from 'react'
import { InTable } from '../tip.tsx'
import classes from './table-tip.module.css'

/** Shows the `data-tip` under the pointer, or of the focused button. One tip serves the whole table: one for each cell makes scrolling slow. */
export function TableTip({ children }: { children: ReactNode }) {
  const [tip, setTip] = useState<{ text: string; left: number; top: number } | null>(null)
  const look = ({ target }: SyntheticEvent): void => {
    const place = target instanceof Element ? target.closest<HTMLElement>('[data-tip]') : null
    const text = place?.dataset.tip
    if (!place || text === undefined) {
      setTip(null)
      return
    }
    const { left, bottom } = place.getBoundingClientRect()
    setTip((old) => (old?.text === text && old.top === bottom ? old : { text, left, top: bottom }))
  }
  // The text of a cell's tip is also below the table.
  const onFocus = (event: FocusEvent): void => (event.target.matches('button, a') ? look(event) : setTip(null))
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it shows what is said elsewhere, too, for whoever has no pointer
    <div onMouseOver={look} onFocus={onFocus} onMouseLeave={() => setTip(null)} onWheel={() => setTip(null)}>
      <InTable value={true}>{children}</InTable>
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
