/** A native asset. Both in hex, small letters; together they are its unit. */
export interface Asset {
  /** 56 digits. */
  policy: string
  /** Up to 64 digits, or none. */
  name: string
}

/** What names an asset: policy and name in one. */
export const unitForm = /^[0-9a-f]{56}(?:[0-9a-f]{2}){0,32}$/

/** @param unit of `unitForm` */
export function assetOf(unit: string): Asset {
  return { policy: unit.slice(0, 56), name: unit.slice(56) }
}

/** The label with which a name begins (CIP-67): four digits between zeros, with a CRC-8; null where it begins with none. */
export function labelOf(name: string): number | null {
  const [, label = '', sum = ''] = /^0([0-9a-f]{4})([0-9a-f]{2})0/.exec(name) ?? []
  if (label === '') return null
  return crc8(Buffer.from(label, 'hex')) === Number.parseInt(sum, 16) ? Number.parseInt(label, 16) : null
}

/** CIP-68's: an NFT, and what is none though there may be one of it alone: a reference token, and a fungible one. */
const nftLabel = 222
const noNfts: ReadonlySet<number | null> = new Set([100, 333])

/** Whether an asset is an NFT, by its name and how much of it a wallet holds; `supply`: if there is one of it in all. */
export function nftBy({ name }: Asset, quantity: bigint): 'yes' | 'no' | 'supply' {
  const label = labelOf(name)
  if (label === nftLabel) return 'yes'
  return noNfts.has(label) || quantity !== 1n ? 'no' : 'supply'
}

/** A name without its label, as hex. */
export function contentOf(name: string): string {
  return labelOf(name) === null ? name : name.slice(8)
}

/** A name as people read it, without its label: text where it is text, else hex. */
export function nameText(name: string): string {
  const content = contentOf(name)
  return textOfHex(content) ?? content
}

/** UTF-8 without control characters; null for other bytes. */
export function textOfHex(hex: string): string | null {
  if (!/^(?:[0-9a-f]{2})*$/i.test(hex)) return null
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(Buffer.from(hex, 'hex'))
    return /[\p{Cc}\p{Cn}]/u.test(text.replace(/[\t\n\r]/g, '')) ? null : text
  } catch {
    return null
  }
}

/** With the polynomial 0x07, as CIP-67 wants it. */
function crc8(bytes: Uint8Array): number {
  let sum = 0
  for (const byte of bytes) {
    sum ^= byte
    for (let bit = 0; bit < 8; bit++) sum = ((sum << 1) ^ (sum & 0x80 ? 0x07 : 0)) & 0xff
  }
  return sum
}
