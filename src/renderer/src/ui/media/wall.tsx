import { useElementSize } from '@mantine/hooks'
import { useVirtualizer } from '@tanstack/react-virtual'
import { type CSSProperties, useEffect, useRef } from 'react'
import { windowSize } from '../table/table-window.tsx'
import { Thumbnail } from './thumbnail.tsx'
import classes from './wall.module.css'

export interface WallPicture {
  src: string
  name: string
}

export interface WallProps {
  label: string
  total: number
  /** The picture at an index, oldest first; undefined while it is on the way. */
  at(place: number): WallPicture | undefined
  /** Reports which indexes are on screen. */
  onRange(first: number, last: number): void
  /** Pixels: a tile's least width, and the wall's greatest height. */
  tile?: number
  height?: number
}

const gap = 6

/** Any number of pictures, newest first. Only those on screen exist, and each keeps its element when others come before it. */
export function Wall({ label, total, at, onRange, tile = 84, height = 276 }: WallProps) {
  const scroller = useRef<HTMLDivElement>(null)
  const { ref, width } = useElementSize()
  const shown = Math.min(windowSize, total)
  const columns = Math.max(1, Math.floor((width + gap) / (tile + gap)))
  const side = width === 0 ? tile : Math.floor((width - gap * (columns - 1)) / columns)
  const virtualizer = useVirtualizer({
    count: Math.ceil(shown / columns),
    getScrollElement: () => scroller.current,
    estimateSize: () => side + gap,
    overscan: 2,
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: lines are as high as tiles are wide
  useEffect(() => virtualizer.measure(), [virtualizer, side])
  const lines = virtualizer.getVirtualItems()
  const from = (lines[0]?.index ?? 0) * columns
  const to = Math.min(shown, ((lines.at(-1)?.index ?? 0) + 1) * columns) - 1
  useEffect(() => onRange(total - 1 - to, total - 1 - from), [total, from, to, onRange])
  // Pictures that are there at first do not appear one by one.
  const first = useRef(total)
  const style: CSSProperties & Record<'--wall', string> = { '--wall': `${height}px` }
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard
    <section ref={scroller} className={classes.wall} style={style} tabIndex={0} aria-label={label}>
      <div ref={ref} className={classes.ground} style={{ height: Math.max(0, virtualizer.getTotalSize() - gap) }}>
        {width > 0 &&
          Array.from({ length: Math.max(0, to - from + 1) }, (_, step) => {
            const index = from + step
            const place = total - 1 - index
            const picture = at(place)
            const x = (index % columns) * (side + gap)
            const y = Math.floor(index / columns) * (side + gap)
            return (
              <div
                key={place}
                className={classes.tile}
                data-new={place >= first.current}
                style={{ width: side, height: side, transform: `translate(${x}px, ${y}px)` }}
              >
                <Thumbnail src={picture?.src ?? ''} name={picture?.name ?? ''} id={`${place}`} size={320} />
              </div>
            )
          })}
      </div>
    </section>
  )
}
