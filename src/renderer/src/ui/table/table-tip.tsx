import { type FocusEvent, type ReactNode, type SyntheticEvent, useState } from 'react'
import { InTable } from '../tip.tsx'
import classes from './table-tip.module.css'

/** Shows the `data-tip` of what is under the pointer, or of the button that has the focus: one tip for a whole table, since one for each cell is what makes scrolling slow. */
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
  // What the tip of a cell says stands below its table.
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
