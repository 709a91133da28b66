/** A native asset. Policy and name are lower-case hex; joined they are its unit. */
export interface Asset {
  /** 56 digits. */
  policy: string
  /** Up to 64 digits, or none. */
  name: string
}

/** The form of a unit: policy and name joined. */
export const unitForm = /^[0-9a-f]{56}(?:[0-9a-f]{2}){0,32}$/

/** @param unit of `unitForm` */
export function assetOf(unit: string): Asset {
  return { policy: unit.slice(0, 56), name: unit.slice(56) }
}

/** The label at the start of a name (CIP-67): zero, four digits, a CRC-8 in two digits, zero; null if the name has none. */
export function labelOf(name: string): number | null {
  const [, label = '', sum = ''] = /^0([0-9a-f]{4})([0-9a-f]{2})0/.exec(name) ?? []
  if (label === '') return null
  return crc8(Buffer.from(label, 'hex')) === Number.parseInt(sum, 16) ? Number.parseInt(label, 16) : null
}

/** CIP-68's labels: of NFTs; and of reference tokens and fungible tokens, which are no NFTs even if only one exists. */
const nftLabel = 222
const noNfts: ReadonlySet<number | null> = new Set([100, 333])

/** Whether an asset is an NFT, by its name and the quantity in a wallet; `supply`: only if its total supply is one. */
export function nftBy({ name }: Asset, quantity: bigint): 'yes' | 'no' | 'supply' {
  const label = labelOf(name)
  if (label === nftLabel) return 'yes'
  return noNfts.has(label) || quantity !== 1n ? 'no' : 'supply'
}

/** A name without its label, as hex. */
export function contentOf(name: string): string {
  return labelOf(name) === null ? name : name.slice(8)
}

/** A name to show, without its label: as text if it is UTF-8, else as hex. */
export function nameText(name: string): string {
  const content = contentOf(name)
  return textOfHex(content) ?? content
}

/** Decodes UTF-8 without control characters (tabs and line breaks are allowed); null for other bytes. */
export function textOfHex(hex: string): string | null {
  if (!/^(?:[0-9a-f]{2})*$/i.test(hex)) return null
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(Buffer.from(hex, 'hex'))
    return /[\p{Cc}\p{Cn}]/u.test(text.replace(/[\t\n\r]/g, '')) ? null : text
  } catch {
    return null
  }
}

/** CRC-8 with the polynomial 0x07, as CIP-67 requires. */
function crc8(bytes: Uint8Array): number {
  let sum = 0
  for (const byte of bytes) {
    sum ^= byte
    for (let bit = 0; bit < 8; bit++) sum = ((sum << 1) ^ (sum & 0x80 ? 0x07 : 0)) & 0xff
  }
  return sum
}
