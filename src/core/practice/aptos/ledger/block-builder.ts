import { sha3_256 } from '@noble/hashes/sha3.js'
import type { LedgerBlock, LedgerVersion, VersionKind } from '../../../store/installation/aptos-ledger.ts'

/** Where a ledger ends. */
export interface LedgerHead {
  version: number
  height: number
  /** The hash over everything up to this version. */
  root: string
  /** Microseconds since 1970. */
  timestamp: number
}

/** A version of a block in the making. */
export type NewVersion = Pick<LedgerVersion, 'kind' | 'sender' | 'sequence' | 'raw' | 'output'> & {
  /** Absent: the version has no hash of its own and gets one. */
  hash?: string
}

/**
 * Builds the versions of the block after a head. As on a real network, its metadata come first and its epilogue last. A version's root is the
 * hash of the previous root, of its transaction, and of its output: a chain of hashes in place of the real accumulator, which is a tree.
 */
export function buildBlock(
  before: LedgerHead | null,
  timestamp: number,
  salt: string,
  inside: readonly NewVersion[],
): { block: LedgerBlock; versions: LedgerVersion[]; head: LedgerHead } {
  const first = before === null ? 0 : before.version + 1
  const height = before === null ? 0 : before.height + 1
  let root = before?.root ?? hashOf('root', salt)
  const bare = (kind: VersionKind): NewVersion => ({ kind, sender: null, sequence: null, raw: null, output: null })
  const all = before === null ? inside : [bare('metadata'), ...inside, bare('epilogue')]
  const versions = all.map((one, place): LedgerVersion => {
    const version = first + place
    const hash = one.hash ?? hashOf(salt, `${version}`, `${timestamp}`)
    root = hashOf(root, hash, JSON.stringify(one.output))
    return { ...one, version, height, hash, root }
  })
  const last = first + versions.length - 1
  return { block: { height, first, last, timestamp }, versions, head: { version: last, height, root, timestamp } }
}

/** 0x and 64 hex digits. */
export function hashOf(...parts: string[]): string {
  return `0x${Buffer.from(sha3_256(Buffer.from(parts.join('\n')))).toString('hex')}`
}
