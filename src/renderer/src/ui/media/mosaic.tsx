import type { CSSProperties } from 'react'
import classes from './mosaic.module.css'
import { Thumbnail } from './thumbnail.tsx'

export interface MosaicProps {
  /** Addresses of pictures; of two or three, some are shown twice. */
  pictures: readonly string[]
  /** The name of what is shown: its initials replace missing pictures. */
  name: string
  /** Determines the placeholder's colour. */
  id: string
  /** Pixels on the screen; by default the width of the container. */
  width?: number
  alt?: string
  /** The import whose dropped files the pictures may name. */
  importId?: string
}

const places: Record<number, readonly number[]> = { 2: [0, 1, 1, 0], 3: [0, 1, 2, 0], 4: [0, 1, 2, 3] }

/** A square of up to four pictures: the face of many NFTs that have no picture of their own. */
export function Mosaic({ pictures, name, id, width, alt = name, importId }: MosaicProps) {
  const of = importId === undefined ? {} : { importId }
  const whole = { name, id, alt, ...(width === undefined ? {} : { width }) }
  const shown = places[Math.min(4, pictures.length)]
  if (!shown)
    return <Thumbnail src={pictures[0] ?? ''} size={width === undefined || width > 40 ? 320 : 64} {...whole} {...of} />
  const style: CSSProperties & Record<'--mosaic', string> = { '--mosaic': width === undefined ? '100%' : `${width}px` }
  return (
    <span className={classes.mosaic} style={style} {...(alt === '' ? {} : { role: 'img', 'aria-label': alt })}>
      {shown.map((place, at) => (
        <Thumbnail
          // biome-ignore lint/suspicious/noArrayIndexKey: a place of the mosaic
          key={at}
          src={pictures[place] ?? ''}
          name={name}
          id={`${id} ${place}`}
          alt=""
          {...of}
          size={width === undefined || width > 80 ? 320 : 64}
        />
      ))}
    </span>
  )
}
