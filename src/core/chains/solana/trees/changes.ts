import { getLeafSchemaSerializer, type LeafSchema } from '@metaplex-foundation/mpl-bubblegum'
import { keccak_256 } from '@noble/hashes/sha3'
import { base58 } from '@scure/base'
import type { ClaimedLeaf } from '../../family/assets.ts'
import type { KnownLeaf, Leaf, LeafChange } from '../../family/trees.ts'
import { logWrapperV2 } from '../instructions/core-instructions.ts'
import { logWrapper } from '../instructions/instructions.ts'
import { leafEvent, type TransactionAnswer } from './leaves.ts'

/**
 * AccountCompressionEvent::ChangeLog (0) V1 (0): the tree, the number of nodes, the nodes from the changed leaf up (32 bytes and an index each),
 * the sequence number, the place.
 */
const changeEvent = { kind: 0, treeAt: 2, countAt: 34, pathAt: 38, perNode: 36, nodeBytes: 32 } as const

/** All changes that a transaction made to a tree, in order; mints and changes by other programs are among them. */
export function changesOf({ meta, transaction }: TransactionAnswer, tree: string): LeafChange[] {
  const keys = [
    ...transaction.message.accountKeys,
    ...(meta.loadedAddresses?.writable ?? []),
    ...(meta.loadedAddresses?.readonly ?? []),
  ]
  return (meta.innerInstructions ?? []).flatMap(({ instructions }) => {
    const said: LeafSchema[] = []
    const changes: Omit<LeafChange, 'says'>[] = []
    for (const { programIdIndex, data } of instructions) {
      const program = keys[programIdIndex]
      if (program !== logWrapper && program !== logWrapperV2) continue
      const bytes = Buffer.from(base58.decode(data))
      // A program logs a leaf before or after its change.
      const leaf = readLeaf(bytes)
      if (leaf !== null) said.push(leaf)
      else changes.push(...readChange(bytes, tree))
    }
    return changes.map((change) => ({ ...change, says: saysOf(said, change) }))
  })
}

/** The leaf in an instruction of a log wrapper; else null. */
export function leafLogged({ program, data }: Logged): LeafSchema | null {
  return program === logWrapper || program === logWrapperV2 ? readLeaf(Buffer.from(data)) : null
}

/** The tree change in an instruction of a log wrapper; else null. */
export function changeLogged({ program, data }: Logged): (Omit<LeafChange, 'says'> & { tree: string }) | null {
  return program === logWrapper || program === logWrapperV2 ? changeIn(Buffer.from(data)) : null
}

interface Logged {
  program: string
  data: Uint8Array
}

function readLeaf(bytes: Buffer): LeafSchema | null {
  if (bytes[leafEvent.kindAt] !== leafEvent.kind || bytes[leafEvent.eventAt] !== leafEvent.event) return null
  return getLeafSchemaSerializer().deserialize(bytes.subarray(leafEvent.leafAt))[0]
}

function readChange(bytes: Buffer, wanted: string): Omit<LeafChange, 'says'>[] {
  const change = changeIn(bytes)
  if (change === null) return []
  const { tree, ...rest } = change
  return tree === wanted ? [rest] : []
}

function changeIn(bytes: Buffer): (Omit<LeafChange, 'says'> & { tree: string }) | null {
  const { kind, treeAt, countAt, pathAt, perNode, nodeBytes } = changeEvent
  if (bytes[0] !== kind || bytes.length < pathAt) return null
  const tree = base58.encode(bytes.subarray(treeAt, countAt))
  const end = pathAt + perNode * bytes.readUInt32LE(countAt)
  const node = bytes.subarray(pathAt, pathAt + nodeBytes).toString('hex')
  return { tree, node, sequence: Number(bytes.readBigUInt64LE(end)), place: bytes.readUInt32LE(end + 8) }
}

/** The logged leaf of a change. It counts only if it hashes to the node in the tree; else null. */
export function saysOf(said: readonly LeafSchema[], { place, node }: Omit<LeafChange, 'says'>): LeafChange['says'] {
  for (const leaf of said) {
    if (Number(leaf.nonce) !== place) continue
    const [owner, delegate] = [String(leaf.owner), String(leaf.delegate)]
    const says = {
      owner,
      delegate: delegate === owner ? null : delegate,
      dataHash: hex(leaf.dataHash),
      creatorHash: hex(leaf.creatorHash),
    }
    const more =
      leaf.__kind === 'V1'
        ? nothingMore
        : { version: 2, data: Buffer.concat([leaf.collectionHash, leaf.assetDataHash, Buffer.of(leaf.flags)]) }
    if (hex(minted({ ...says, place, address: String(leaf.id) }, more)) === node) return says
  }
  return null
}

/** A leaf's node in its tree. @param core the Core collection's address for a tree of Bubblegum V2; else null */
export function nodeOf({ node, ...leaf }: KnownLeaf, core: string | null): Uint8Array {
  return node === null ? minted(leaf, moreOf(core)) : Buffer.from(node, 'hex')
}

/** The node that a claimed leaf would have in its tree. */
export function claimedNode({ more, ...leaf }: Pick<ClaimedLeaf, 'more' | 'delegate' | keyof Leaf>): Uint8Array {
  if (more === null) return minted(leaf, nothingMore)
  const { collectionHash, assetDataHash, flags } = more
  const hashes = [collectionHash, assetDataHash].map((hash) => Buffer.from(hash, 'hex'))
  return minted(leaf, { version: 2, data: Buffer.concat([...hashes, Buffer.of(flags)]) })
}

/** Whether a leaf's known fields hash to its node. Those of a frozen leaf of Bubblegum V2 do not: its flags differ. */
export function isKnown({ node, ...leaf }: KnownLeaf, core: string | null): boolean {
  return node === null || hex(minted(leaf, moreOf(core))) === node
}

/** What a leaf's node hashes beside the fields of V1. */
interface More {
  version: number
  data: Uint8Array
}

const nothingMore: More = { version: 1, data: new Uint8Array() }

/** LeafSchema V2 ends with the hashes of the collection and of asset data (ours have none), and flags (0: neither frozen nor bound). */
function moreOf(core: string | null): More {
  if (core === null) return nothingMore
  const data = Buffer.concat([keccak_256(base58.decode(core)), keccak_256(new Uint8Array()), Buffer.of(0)])
  return { version: 2, data }
}

/** Hashes version, id, owner, delegate, nonce, data hash, creator hash, and further fields of V2. */
function minted(
  { place, address, owner, delegate, dataHash, creatorHash }: Omit<KnownLeaf, 'node'>,
  { version, data }: More,
): Uint8Array {
  const nonce = Buffer.alloc(8)
  nonce.writeBigUInt64LE(BigInt(place))
  return keccak_256(
    Buffer.concat([
      Buffer.of(version),
      base58.decode(address),
      base58.decode(owner),
      base58.decode(delegate ?? owner),
      nonce,
      Buffer.from(dataHash, 'hex'),
      Buffer.from(creatorHash, 'hex'),
      data,
    ]),
  )
}

function hex(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('hex')
}
