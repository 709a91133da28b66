/** Pictures for tests, good and hostile. */
import { deflateSync } from 'node:zlib'
import sharp, { type Sharp } from 'sharp'

type Colour = { r: number; g: number; b: number }
export const red = { r: 255, g: 0, b: 0 }
export const blue = { r: 0, g: 0, b: 255 }

export function plain(colour: Colour, width = 400, height = 300): Sharp {
  return sharp({ create: { width, height, channels: 3, background: colour } })
}

export function svgOf(inner: string, width = 100, height = 100): Buffer {
  return Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" xmlns:xi="http://www.w3.org/2001/XInclude" width="${width}" height="${height}"><rect width="100%" height="100%" fill="#00f"/>${inner}</svg>`,
  )
}

/** A PNG of a hundred bytes that says it has this many pixels. */
export function pngClaiming(width: number, height: number): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header[8] = 1
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(Buffer.alloc(1_000))),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

/** The colour in the middle of a picture, and its size. */
export async function middleOf(picture: Uint8Array): Promise<{ size: string; colour: Colour }> {
  const { data, info } = await sharp(picture).removeAlpha().raw().toBuffer({ resolveWithObject: true })
  const at = (Math.floor(info.height / 2) * info.width + Math.floor(info.width / 2)) * info.channels
  const near = (value: number | undefined): number => ((value ?? 0) > 127 ? 255 : 0)
  return {
    size: `${info.width}×${info.height}`,
    colour: { r: near(data[at]), g: near(data[at + 1]), b: near(data[at + 2]) },
  }
}

function chunk(name: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(name, 'latin1'), data])
  const ends = [Buffer.alloc(4), Buffer.alloc(4)] as const
  ends[0].writeUInt32BE(data.length)
  ends[1].writeUInt32BE(crc(body))
  return Buffer.concat([ends[0], body, ends[1]])
}

function crc(bytes: Buffer): number {
  let value = 0xffffffff
  for (const byte of bytes) {
    value ^= byte
    for (let bit = 0; bit < 8; bit++) value = (value >>> 1) ^ (value & 1 ? 0xedb88320 : 0)
  }
  return (value ^ 0xffffffff) >>> 0
}
