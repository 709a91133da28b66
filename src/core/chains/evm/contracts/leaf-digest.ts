import type { Hex } from 'viem'
import { cidDigest } from '../../../lib/cid.ts'

/**
 * The digest in an `ipfs://` URI of one raw leaf, which determines the URI and is cheaper to store than text; null for any other URI, and for
 * one that must be stored as text (`literal`).
 */
export function leafDigest({ uri, literal }: { uri: string; literal?: true }): Hex | null {
  if (literal) return null
  const cid = /^ipfs:\/\/(bafkrei[a-z2-7]{52})$/.exec(uri)?.[1]
  return cid ? cidDigest(cid) : null
}
