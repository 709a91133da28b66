import { getLeafSchemaSerializer, type LeafSchema } from '@metaplex-foundation/mpl-bubblegum'
import { keccak_256 } from '@noble/hashes/sha3'
import { base58 } from '@scure/base'
import type { ClaimedLeaf } from '../../family/assets.ts'
import type { KnownLeaf, Leaf, LeafChange } from '../../family/trees.ts'
import { logWrapperV2 } from '../instructions/core-instructions.ts'
import { logWrapper } from '../instructions/instructions.ts'
import { leafEvent, type TransactionAnswer } from './leaves.ts'

/** AccountCompressionEvent::ChangeLog (0) V1 (0): the tree, its nodes from the changed leaf up (32 bytes and their number), how many changes there were, the place. */
const changeEvent = { kind: 0, treeAt: 2, countAt: 34, pathAt: 38, perNode: 36, nodeBytes: 32 } as const

/** All changes of a tree that a transaction made, in order: mints among them, and what programs of others did. */
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
      // A leaf is told before or behind its change.
      const leaf = readLeaf(bytes)
      if (leaf !== null) said.push(leaf)
      else changes.push(...readChange(bytes, tree))
    }
    return changes.map((change) => ({ ...change, says: saysOf(said, change) }))
  })
}

/** A leaf, where a program of trees logged one. */
export function leafLogged({ program, data }: Logged): LeafSchema | null {
  return program === logWrapper || program === logWrapperV2 ? readLeaf(Buffer.from(data)) : null
}

/** A change of a tree, where a program of trees logged one. */
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

/** What was told of a leaf counts only where the tree holds just that. */
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

/** What lies in a tree for a leaf. @param core the Core collection's address, where the tree is of Bubblegum V2; else null */
export function nodeOf({ node, ...leaf }: KnownLeaf, core: string | null): Uint8Array {
  return node === null ? minted(leaf, moreOf(core)) : Buffer.from(node, 'hex')
}

/** What lies in a tree for a leaf that somebody tells of. */
export function claimedNode({ more, ...leaf }: Pick<ClaimedLeaf, 'more' | 'delegate' | keyof Leaf>): Uint8Array {
  if (more === null) return minted(leaf, nothingMore)
  const { collectionHash, assetDataHash, flags } = more
  const hashes = [collectionHash, assetDataHash].map((hash) => Buffer.from(hash, 'hex'))
  return minted(leaf, { version: 2, data: Buffer.concat([...hashes, Buffer.of(flags)]) })
}

/** Whether what is known of a leaf is all that its place in the tree says: a frozen one of Bubblegum V2 says more. */
export function isKnown({ node, ...leaf }: KnownLeaf, core: string | null): boolean {
  return node === null || hex(minted(leaf, moreOf(core))) === node
}

/** What a leaf's node is made of beside the fields of V1. */
interface More {
  version: number
  data: Uint8Array
}

const nothingMore: More = { version: 1, data: new Uint8Array() }

/** LeafSchema V2 has hashes of its collection and of further data behind, of which ours have none, and flags (0: neither frozen nor bound). */
function moreOf(core: string | null): More {
  if (core === null) return nothingMore
  const data = Buffer.concat([keccak_256(base58.decode(core)), keccak_256(new Uint8Array()), Buffer.of(0)])
  return { version: 2, data }
}

/** Version, id, owner, delegate, nonce, data hash, creator hash, and more in V2. */
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
