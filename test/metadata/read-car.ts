/** A reader of CARv1 by the specification (https://ipld.io/specs/transport/car/carv1/), apart from what writes it. */
import { createHash } from 'node:crypto'
import { CID } from 'multiformats/cid'

export interface ReadCar {
  roots: string[]
  /** By CID; each one's bytes have the hash that its CID names. */
  blocks: Map<string, Uint8Array>
}

export function readCar(bytes: Uint8Array): ReadCar {
  const [headerLength, start] = varintAt(bytes, 0)
  const roots = rootsOf(bytes.subarray(start, start + headerLength))
  const blocks = new Map<string, Uint8Array>()
  for (let at = start + headerLength; at < bytes.length; ) {
    const [length, from] = varintAt(bytes, at)
    if (from + length > bytes.length) throw new Error('unexpected EOF')
    const [cid, block] = CID.decodeFirst(bytes.subarray(from, from + length))
    const hash = createHash('sha256').update(block).digest()
    if (!hash.equals(cid.multihash.digest)) throw new Error(`mismatch in content integrity, expected: ${cid}`)
    blocks.set(cid.toString(), block)
    at = from + length
  }
  return { roots, blocks }
}

/** The CIDs that a block names: those of a DAG-PB node (links in field 2, the hash in field 1 of each); none of a leaf. */
export function linksOf(cid: string, block: Uint8Array): string[] {
  if (CID.parse(cid).code !== 0x70) return []
  return fieldsOf(block, 2).map((link) => {
    const [hash] = fieldsOf(link, 1)
    if (!hash) throw new Error(`a link of ${cid} has no hash`)
    return CID.decode(hash).toString()
  })
}

/** The CID of the first block that a DAG lacks; undefined when it is whole. */
export function lacking(root: string, blocks: ReadonlyMap<string, Uint8Array>): string | undefined {
  const block = blocks.get(root)
  if (!block) return root
  for (const link of linksOf(root, block)) {
    const missing = lacking(link, blocks)
    if (missing) return missing
  }
  return undefined
}

/** Length-delimited fields of that number in a protobuf message. */
function fieldsOf(message: Uint8Array, number: number): Uint8Array[] {
  const found: Uint8Array[] = []
  for (let at = 0; at < message.length; ) {
    const [tag, afterTag] = varintAt(message, at)
    const [value, afterValue] = varintAt(message, afterTag)
    if ((tag & 7) === 0) at = afterValue
    else {
      if (tag >> 3 === number) found.push(message.subarray(afterValue, afterValue + value))
      at = afterValue + value
    }
  }
  return found
}

function varintAt(bytes: Uint8Array, at: number): [value: number, after: number] {
  let value = 0
  for (let place = 0; ; place++) {
    const byte = bytes[at + place]
    if (byte === undefined) throw new Error('unexpected EOF')
    value += (byte & 0x7f) * 2 ** (7 * place)
    if (byte < 0x80) return [value, at + place + 1]
  }
}

/** The roots of a header: DAG-CBOR of `{roots, version: 1}` and nothing else. */
function rootsOf(header: Uint8Array): string[] {
  let at = 0
  const take = (length: number): Uint8Array => {
    at += length
    return header.subarray(at - length, at)
  }
  const head = (major: number): number => {
    const [first = 0] = take(1)
    if (first >> 5 !== major) throw new Error(`invalid header: major type ${first >> 5} at ${at - 1}`)
    const low = first & 0x1f
    if (low < 24) return low
    return [...take(2 ** (low - 24))].reduce((sum, byte) => sum * 256 + byte, 0)
  }
  const text = (): string => new TextDecoder().decode(take(head(3)))
  if (head(5) !== 2 || text() !== 'roots') throw new Error('invalid header: no roots')
  const roots = Array.from({ length: head(4) }, () => {
    if (head(6) !== 42) throw new Error('invalid header: a root is no CID')
    const bytes = take(head(2))
    if (bytes[0] !== 0) throw new Error('invalid header: a CID has no zero before it')
    return CID.decode(bytes.subarray(1)).toString()
  })
  if (text() !== 'version' || head(0) !== 1 || at !== header.length) throw new Error('invalid header: no version 1')
  return roots
}
