import type { NoThumbnail } from '../../../shared/app-api/media.ts'

/** The lengths of a thumbnail's sides, in pixels. */
export const thumbnailSizes = [64, 320] as const
export type ThumbnailSize = (typeof thumbnailSizes)[number]

/** Why a picture could not be drawn: it is damaged, too large or too slow, or drawing itself does not work. */
export type DrawFault = 'broken' | 'large' | 'slow' | 'off'

/** The core's orders to a drawer, and the drawer's answers. */
export type DrawOrder = { id: number; bytes: Uint8Array; size: ThumbnailSize }
export type DrawAnswer =
  | { kind: 'ready' }
  | { kind: 'off'; message: string }
  | { kind: 'drawn'; id: number; bytes: Uint8Array }
  | { kind: 'refused'; id: number; fault: DrawFault }

/** There is no thumbnail; the message says why, for a person. */
export class ThumbnailFault extends Error {
  readonly kind: NoThumbnail['kind']

  constructor(kind: NoThumbnail['kind'], message: string) {
    super(message)
    this.name = 'ThumbnailFault'
    this.kind = kind
  }
}

const drawSentences: Record<DrawFault, [NoThumbnail['kind'], string]> = {
  broken: ['broken', 'This picture cannot be drawn: its file is damaged, or of a kind that is not known here.'],
  large: ['large', 'This picture is too large to be shown small: it has more than 50 million pixels, or 50 MiB.'],
  slow: ['broken', 'This picture takes too long to draw, so it was given up.'],
  off: ['off', 'Small pictures cannot be made on this computer; everything else works.'],
}

export function drawFault(fault: DrawFault): ThumbnailFault {
  return new ThumbnailFault(...drawSentences[fault])
}

/** The fault of media whose type cannot be drawn; undefined for pictures. */
export function faultOfType(type: string): ThumbnailFault | undefined {
  if (type.startsWith('image/')) return undefined
  const found = types.find(([start]) => type.startsWith(start))
  return new ThumbnailFault(found?.[1] ?? 'other', found?.[2] ?? `There is no picture: this is ${type}.`)
}

const types: readonly [string, NoThumbnail['kind'], string][] = [
  ['video/', 'video', 'A video: open the NFT to play it.'],
  ['audio/', 'audio', 'A sound: open the NFT to hear it.'],
  ['model/', 'model', 'A model in three dimensions, which has no small picture.'],
  ['text/html', 'page', 'A web page, which is never run here.'],
]
