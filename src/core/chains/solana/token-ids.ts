import { base58 } from '@scure/base'

/** Tokens that are accounts of their own have ids from here on; those in trees below. */
const firstOwn = 2 ** 52
const perTree = 2 ** 32

/** The journal's number of a token in a tree of its collection: from 1. */
export function treeTokenId(ordinal: number, place: number): number {
  return ordinal * perTree + place + 1
}

/** Where a token in a tree is, by that number. */
export function treePlace(tokenId: number): { ordinal: number; place: number } {
  return { ordinal: Math.floor((tokenId - 1) / perTree), place: (tokenId - 1) % perTree }
}

/** The journal's number of a token that is an account: from its address. */
export function ownTokenId(address: string): number {
  const bytes = Buffer.from(base58.decode(address))
  // 48 bits: among a million tokens, two of one number are a chance of one in 500.
  return firstOwn + bytes.readUIntBE(0, 6)
}
