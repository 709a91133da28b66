import { Skeleton } from '@mantine/core'
import { useElementSize } from '@mantine/hooks'
import { useVirtualizer } from '@tanstack/react-virtual'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { TableWindow, windowSize } from '../table/table-window.tsx'
import classes from './card-wall.module.css'

export interface CardWallProps {
  label: string
  total: number
  /** Lines below a card's name. */
  lines?: number
  /** The card at an index; undefined while its data is on the way. */
  card(place: number): ReactNode | undefined
  /** Reports which indexes are on screen. */
  onRange(first: number, last: number): void
}

const gap = 16
const narrowest = 184
/** Pixels below the square picture: a name of two lines, and a line about it. */
const words = 92
/** Pixels of one more line. */
const line = 22
/** Cards are higher than rows, and a browser draws nothing below 33.5 million pixels. */
const part = windowSize / 9

/** Any number of cards, of which only those on screen exist. */
export function CardWall({ label, total, lines: under = 1, card, onRange }: CardWallProps) {
  const scroller = useRef<HTMLElement>(null)
  const { ref, width } = useElementSize()
  const [chosen, setStart] = useState(0)
  const start = chosen < total ? chosen : 0
  const shown = Math.min(part, total - start)
  const columns = Math.max(1, Math.floor((width + gap) / (narrowest + gap)))
  const side = width === 0 ? narrowest : Math.floor((width - gap * (columns - 1)) / columns)
  const height = side + words + (under - 1) * line
  const virtualizer = useVirtualizer({
    count: Math.ceil(shown / columns),
    getScrollElement: () => scroller.current,
    estimateSize: () => height + gap,
    overscan: 1,
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: lines are as high as cards are wide
  useEffect(() => virtualizer.measure(), [virtualizer, height])
  const lines = virtualizer.getVirtualItems()
  const from = (lines[0]?.index ?? 0) * columns
  const to = Math.min(shown, ((lines.at(-1)?.index ?? 0) + 1) * columns) - 1
  useEffect(() => onRange(start + from, start + to), [start, from, to, onRange])
  return (
    <div>
      <TableWindow total={total} size={part} start={start} onStart={setStart} />
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard */}
      <section ref={scroller} className={classes.scroller} tabIndex={0} aria-label={label}>
        <div ref={ref} className={classes.ground} style={{ height: Math.max(0, virtualizer.getTotalSize() - gap) }}>
          {width > 0 &&
            Array.from({ length: Math.max(0, to - from + 1) }, (_, step) => {
              const index = from + step
              const x = (index % columns) * (side + gap)
              const y = Math.floor(index / columns) * (height + gap)
              return (
                <div
                  key={start + index}
                  className={classes.card}
                  style={{ width: side, height, transform: `translate(${x}px, ${y}px)` }}
                >
                  {card(start + index) ?? <Skeleton height={height} animate={false} />}
                </div>
              )
            })}
        </div>
      </section>
    </div>
  )
}
