import { base58 } from '@scure/base'

/** Ids of tokens that are accounts start here; ids of tokens in trees are lower. */
const firstOwn = 2 ** 52
const perTree = 2 ** 32

/** The token id, in the journal, of a token in a tree of its collection; from 1. */
export function treeTokenId(ordinal: number, place: number): number {
  return ordinal * perTree + place + 1
}

/** The inverse of `treeTokenId`. */
export function treePlace(tokenId: number): { ordinal: number; place: number } {
  return { ordinal: Math.floor((tokenId - 1) / perTree), place: (tokenId - 1) % perTree }
}

/** The token id, in the journal, of a token that is an account: derived from its address. */
export function ownTokenId(address: string): number {
  const bytes = Buffer.from(base58.decode(address))
  // 48 bits: among a million tokens, the chance that two have the same id is about one in 500.
  return firstOwn + bytes.readUIntBE(0, 6)
}
