import { getLeafSchemaSerializer, type LeafSchema } from '@metaplex-foundation/mpl-bubblegum'
import { keccak_256 } from '@noble/hashes/sha3'
import { base58 } from '@scure/base'
import type { KnownLeaf, LeafChange } from '../family.ts'
import { logWrapper } from './instructions.ts'
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
    const said = new Map<number, LeafSchema>()
    return instructions.flatMap(({ programIdIndex, data }): LeafChange[] => {
      if (keys[programIdIndex] !== logWrapper) return []
      const bytes = Buffer.from(base58.decode(data))
      if (bytes[leafEvent.kindAt] === leafEvent.kind && bytes[leafEvent.eventAt] === leafEvent.event) {
        const [leaf] = getLeafSchemaSerializer().deserialize(bytes.subarray(leafEvent.leafAt))
        said.set(Number(leaf.nonce), leaf)
        return []
      }
      const change = readChange(bytes, tree)
      return change === null ? [] : [{ ...change, says: saysOf(said.get(change.place), change.node) }]
    })
  })
}

function readChange(bytes: Buffer, tree: string): Omit<LeafChange, 'says'> | null {
  const { kind, treeAt, countAt, pathAt, perNode, nodeBytes } = changeEvent
  if (bytes[0] !== kind || bytes.length < pathAt) return null
  if (base58.encode(bytes.subarray(treeAt, countAt)) !== tree) return null
  const end = pathAt + perNode * bytes.readUInt32LE(countAt)
  return {
    node: bytes.subarray(pathAt, pathAt + nodeBytes).toString('hex'),
    sequence: Number(bytes.readBigUInt64LE(end)),
    place: bytes.readUInt32LE(end + 8),
  }
}

/** What was told of a leaf counts only where the tree holds just that. */
function saysOf(leaf: LeafSchema | undefined, node: string): LeafChange['says'] {
  if (!leaf) return null
  const [owner, delegate] = [String(leaf.owner), String(leaf.delegate)]
  const says = {
    owner,
    delegate: delegate === owner ? null : delegate,
    dataHash: hex(leaf.dataHash),
    creatorHash: hex(leaf.creatorHash),
  }
  const told = { ...says, place: Number(leaf.nonce), address: String(leaf.id) }
  return hex(minted(told)) === node ? says : null
}

/** What lies in a tree for a leaf (Bubblegum V1). */
export function nodeOf({ node, ...leaf }: KnownLeaf): Uint8Array {
  return node === null ? minted(leaf) : Buffer.from(node, 'hex')
}

/** LeafSchema V1: version, id, owner, delegate, nonce, data hash, creator hash. */
function minted({ place, address, owner, delegate, dataHash, creatorHash }: Omit<KnownLeaf, 'node'>): Uint8Array {
  const nonce = Buffer.alloc(8)
  nonce.writeBigUInt64LE(BigInt(place))
  return keccak_256(
    Buffer.concat([
      Buffer.of(1),
      base58.decode(address),
      base58.decode(owner),
      base58.decode(delegate ?? owner),
      nonce,
      Buffer.from(dataHash, 'hex'),
      Buffer.from(creatorHash, 'hex'),
    ]),
  )
}

function hex(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('hex')
}
