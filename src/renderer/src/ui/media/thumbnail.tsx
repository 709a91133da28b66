import { IconCube, IconMusic, IconPhotoOff, IconPlayerPlay, IconWorld } from '@tabler/icons-react'
import type { CSSProperties } from 'react'
import { useMediaBase } from '../../api/context.tsx'
import { droppedAddress, thumbnailAddress } from './address.ts'
import { hueOf, initialsOf } from './initials.ts'
import classes from './thumbnail.module.css'
import { usePicture } from './use-picture.ts'

export interface ThumbnailProps {
  /** As metadata names it (`ipfs://`, `https://`, `ar://`, `data:`), the page's own `blob:` address, or a file's name in the import `importId`. */
  src: string
  /** The NFT's name: its initials replace a missing picture, and it is the alternative text. */
  name: string
  /** Which thumbnail to load: 64 up to 40 pixels on the screen, 320 above. */
  size: 64 | 320
  /** Pixels on the screen; by default the width of the container. Always a square. */
  width?: number
  /** Determines the placeholder's colour, which is the same for the same id; by default the name. */
  id?: string
  /** The import whose dropped files `src` may name. */
  importId?: string
  /** The alternative text, if not the name; empty where the name stands beside it. */
  alt?: string
}

/** A small picture that never leaves its own square: a calm placeholder while it is missing, the same with a mark if it is broken. */
export function Thumbnail({ src, importId, size, ...rest }: ThumbnailProps) {
  const base = useMediaBase()
  const isName = importId !== undefined && src !== '' && !/^[a-z][a-z\d+.-]*:/i.test(src)
  const dropped = isName ? droppedAddress(`${base}/thumbnail`, importId, src) : null
  const address = dropped ? `${dropped}&size=${size}` : thumbnailAddress(base, src, size)
  return <Tile key={address ?? ''} {...rest} address={address} given={src !== ''} />
}

interface TileProps extends Pick<ThumbnailProps, 'name' | 'width' | 'id' | 'alt'> {
  address: string | null
  given: boolean
}

const kinds = new Map([
  ['video', IconPlayerPlay],
  ['audio', IconMusic],
  ['model', IconCube],
  ['page', IconWorld],
])
/** Reasons that are no fault of the picture. */
const calm = new Set(['waiting', 'off', ...kinds.keys()])

function Tile({ address, name, width, id = name, alt = name, given }: TileProps) {
  const picture = usePicture(address)
  const unreadable = given && address === null
  const why = unreadable ? 'This is no address of a picture.' : (picture.missing?.message ?? '')
  const isBroken = unreadable || (picture.missing !== null && !calm.has(picture.missing.kind))
  const Icon = isBroken ? IconPhotoOff : kinds.get(picture.missing?.kind ?? '')
  const style: CSSProperties & Record<'--hue' | '--tile', string> = {
    '--hue': String(hueOf(id)),
    '--tile': width === undefined ? '100%' : `${width}px`,
  }
  const said = [alt, why].filter((part) => part !== '').join('. ')
  return (
    <span
      className={classes.tile}
      style={style}
      data-state={picture.shown ? 'shown' : isBroken ? 'broken' : 'placeholder'}
      data-fixed={width === undefined ? undefined : true}
      title={why === '' ? undefined : why}
      {...(picture.source === null && said !== '' ? { role: 'img', 'aria-label': said } : {})}
    >
      {!picture.shown && (
        <span className={classes.placeholder} aria-hidden="true">
          {initialsOf(name)}
        </span>
      )}
      {Icon && !picture.shown && <Icon className={classes.mark} stroke={1.75} aria-hidden />}
      {picture.source !== null && (
        <img
          className={classes.picture}
          src={picture.source}
          alt={alt}
          loading="lazy"
          decoding="async"
          draggable={false}
          onLoad={picture.onLoad}
          onError={picture.onError}
        />
      )}
    </span>
  )
}
