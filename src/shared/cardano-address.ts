import { base58, bech32 } from '@scure/base'
import { type CheckedAddress, quoted, type RecipientCode } from './address.ts'

/** The contents of a Cardano address (CIP-19). */
export interface CardanoAddress {
  /** In normal form. */
  text: string
  /** `stake`: identifies a delegator and cannot receive anything. */
  kind: 'payment' | 'stake' | 'byron'
  network: 'mainnet' | 'testnet'
  /** The network magic, which distinguishes test networks; null for bech32 addresses, which do not contain it. */
  magic: number | null
}

/** Ours, characters: the longest addresses have 103 (bech32) and about 110 (Byron). Decoding long base58 is slow. */
const longest = 200

/** Parses an address and verifies its checksum; `wrong` is the predicate of a sentence about its fault. */
export function readCardanoAddress(text: string): CardanoAddress | { wrong: string } {
  if (text.length > longest) return { wrong: 'is longer than any: copy it again from the wallet' }
  return /^(addr|stake)(_test)?1/i.test(text) ? ofShelley(text) : ofByron(text)
}

/** Checks a recipient's address. The normal form of bech32 is lower case. A stake address is valid but cannot receive, so it has a fault. */
export function checkCardanoAddress(text: string): CheckedAddress {
  const address = readCardanoAddress(text)
  if ('wrong' in address)
    return fault('recipient.format', `${quoted(text)} is not a Cardano address: it ${address.wrong}.`)
  if (address.kind !== 'stake') return { ok: true, address: address.text, warnings: [] }
  return fault(
    'recipient.format',
    `${quoted(text)} is a stake address, to which nothing can be sent: give the recipient's address, which begins with addr.`,
    address.text,
  )
}

function ofShelley(text: string): ReturnType<typeof readCardanoAddress> {
  const decoded = bech32.decodeUnsafe(text, false)
  const bytes = decoded && bech32.fromWordsUnsafe(decoded.words)
  if (!decoded || !bytes)
    return { wrong: 'has a wrong checksum, so at least one character is mistyped: copy it again from the wallet' }
  const [header = 0] = bytes
  const [type, tag] = [header >> 4, header & 15]
  const isStake = type >= 14
  if (!hasForm(type, bytes) || decoded.prefix.startsWith('stake') !== isStake)
    return { wrong: 'is of no kind that there is: copy it again from the wallet' }
  const isTest = decoded.prefix.endsWith('_test')
  if (tag !== (isTest ? 0 : 1))
    return {
      wrong: `begins with ${decoded.prefix}1 and is of another network inside: copy it again from the wallet`,
    }
  return {
    text: text.toLowerCase(),
    kind: isStake ? 'stake' : 'payment',
    network: isTest ? 'testnet' : 'mainnet',
    magic: null,
  }
}

/** Whether the length fits the header's type: hashes have 28 bytes, a pointer is three numbers. */
function hasForm(type: number, bytes: Uint8Array): boolean {
  if (type <= 3) return bytes.length === 57
  if (type <= 5) return isPointer(bytes.subarray(29))
  return (type <= 7 || type >= 14) && bytes.length === 29
}

function isPointer(bytes: Uint8Array): boolean {
  // Only the last byte of a number has its high bit clear.
  return bytes.filter((byte) => byte < 128).length === 3 && (bytes.at(-1) ?? 255) < 128
}

const mainnetMagic = 764_824_073

function ofByron(text: string): ReturnType<typeof readCardanoAddress> {
  const none = { wrong: 'must begin with addr1, or be one of Byron in base58, and be copied whole from the wallet' }
  const magic = byronMagic(text)
  if (magic === undefined) return none
  return { text, kind: 'byron', network: magic === mainnetMagic ? 'mainnet' : 'testnet', magic }
}

/** The network magic of a Byron address; undefined if the text is none or has a wrong checksum. */
function byronMagic(text: string): number | undefined {
  const whole = base58Bytes(text)
  if (whole === undefined) return undefined
  // [24(payload), CRC-32 of the payload]
  const outer = new Cbor(whole)
  if (outer.head(4) !== 2 || outer.head(6) !== 24) return undefined
  const payload = outer.bytes()
  if (payload === undefined || outer.head(0) !== crc32(payload) || !outer.ended) return undefined
  // [root, {1: derivation path, 2: magic}, type]
  const inner = new Cbor(payload)
  if (inner.head(4) !== 3 || inner.bytes()?.length !== 28) return undefined
  const attributes = inner.head(5) ?? -1
  if (attributes < 0 || attributes > 2) return undefined
  let magic: number | undefined = mainnetMagic
  for (let n = 0; n < attributes; n++) {
    const key = inner.head(0)
    const value = inner.bytes()
    if (value === undefined || (key !== 1 && key !== 2)) return undefined
    if (key === 2) magic = new Cbor(value).head(0)
  }
  const type = inner.head(0)
  return type !== undefined && type <= 2 && inner.ended ? magic : undefined
}

function base58Bytes(text: string): Uint8Array | undefined {
  try {
    return base58.decode(text)
  } catch {
    return undefined
  }
}

/** A reader for the part of CBOR (RFC 8949) that Byron addresses use. */
class Cbor {
  readonly #all: Uint8Array
  #at = 0

  constructor(all: Uint8Array) {
    this.#all = all
  }

  get ended(): boolean {
    return this.#at === this.#all.length
  }

  /** The argument of the next head; undefined if its major type is another one. */
  head(major: number): number | undefined {
    const first = this.#all[this.#at]
    if (first === undefined || first >> 5 !== major) return undefined
    const low = first & 31
    const more = low < 24 ? 0 : (new Map([24, 25, 26].map((of, n) => [of, 2 ** n])).get(low) ?? -1)
    const from = this.#at + 1
    if (more < 0 || from + more > this.#all.length) return undefined
    this.#at = from + more
    return more === 0 ? low : this.#all.subarray(from, this.#at).reduce((sum, byte) => sum * 256 + byte, 0)
  }

  bytes(): Uint8Array | undefined {
    const length = this.head(2)
    const from = this.#at
    if (length === undefined || from + length > this.#all.length) return undefined
    this.#at += length
    return this.#all.subarray(from, this.#at)
  }
}

/** CRC-32 as in zlib. */
function crc32(bytes: Uint8Array): number {
  let crc = 0xffff_ffff
  for (const byte of bytes) {
    crc ^= byte
    for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >>> 1) ^ 0xedb8_8320 : crc >>> 1
  }
  return (crc ^ 0xffff_ffff) >>> 0
}

function fault(code: RecipientCode, message: string, address?: string): CheckedAddress {
  return { ok: false, faults: [{ code, message }], ...(address === undefined ? {} : { address }) }
}
