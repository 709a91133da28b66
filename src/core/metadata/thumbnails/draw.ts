import type Sharp from 'sharp'
import type { DrawFault, ThumbnailSize } from './thumbnail.ts'

/** Ours: what one picture may take from the machine. */
export const drawBounds = {
  /** 7,071 × 7,071: 200 MB when unpacked. */
  pixels: 50_000_000,
  seconds: 8,
}

/** The only loaders of libvips for untrusted bytes: picture formats, from memory, so that no picture can name a file or an address. */
const readers = ['Jpeg', 'Png', 'Webp', 'Nsgif', 'Heif', 'Tiff', 'Svg'].map((name) => `VipsForeignLoad${name}Buffer`)

/** Draws small pictures; refuses by a {@link DrawFault}. */
export type Draw = (bytes: Uint8Array, size: ThumbnailSize) => Promise<Uint8Array | DrawFault>

/** Draws with `sharp`, after turning off all loaders that are not needed. */
export function drawWith(sharp: typeof Sharp): Draw {
  sharp.block({ operation: ['VipsForeignLoad'] })
  sharp.unblock({ operation: readers })
  sharp.cache(false)
  sharp.concurrency(1)
  return async (bytes, size) => {
    try {
      const head = await sharp(bytes, { limitInputPixels: false }).metadata()
      const short = Math.min(head.width, head.height)
      const isSvg = head.format === 'svg'
      if (!isSvg && head.width * head.height > drawBounds.pixels) return 'large'
      const picture = sharp(bytes, {
        // Of an animation, the first picture.
        page: 0,
        pages: 1,
        failOn: 'error',
        limitInputPixels: drawBounds.pixels,
        autoOrient: true,
        // Drawn at the wanted size, whatever size the file states.
        ...(isSvg ? { density: densityFor(short, size) } : {}),
      })
      const small = await picture
        // Pixel art stays sharp.
        .resize(size, size, { fit: 'cover', kernel: !isSvg && short * 2 <= size ? 'nearest' : 'lanczos3' })
        .webp({ quality: 82, effort: 3 })
        .timeout({ seconds: drawBounds.seconds })
        .toBuffer()
      return small
    } catch (error) {
      const message = error instanceof Error ? error.message : ''
      if (/timeout/i.test(message)) return 'slow'
      return /pixel limit|too large/i.test(message) ? 'large' : 'broken'
    }
  }
}

/** Dots per inch; at 72 an SVG has as many pixels as it states. */
function densityFor(short: number, size: ThumbnailSize): number {
  return Math.min(2_400, Math.max(1, (72 * size) / Math.max(1, short)))
}
