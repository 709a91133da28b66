import { getBaseUpdateAuthoritySerializer } from '@metaplex-foundation/mpl-core'
import { publicKey, string, struct, u8 } from '@metaplex-foundation/umi/serializers'
import { coreProgram } from './instructions/core-instructions.ts'

/** A Core asset, read from its account. */
export interface CoreAsset {
  owner: string
  /** Its collection; null: none. */
  collection: string | null
  name: string
  uri: string
}

/** The head of an asset's account; its plugins follow. */
const head = struct([
  ['key', u8()],
  ['owner', publicKey()],
  ['updateAuthority', getBaseUpdateAuthoritySerializer()],
  ['name', string()],
  ['uri', string()],
])
const collectionHead = struct([
  ['key', u8()],
  ['updateAuthority', publicKey()],
  ['name', string()],
])
/** First byte of an asset; a burnt one leaves an account of one byte, 0. */
const assetKey = 1
const collectionKey = 5
/** An asset's first byte, and the offset of its owner. */
export const assetHead = { key: assetKey, ownerAt: 1 } as const

/** Reads an account (data in base64); null if it is no asset, or a burnt one. */
export function readAsset(account: { owner: string; data: readonly [string, ...string[]] } | null): CoreAsset | null {
  if (account?.owner !== coreProgram) return null
  const data = Buffer.from(account.data[0], 'base64')
  if (data[0] !== assetKey) return null
  const [{ owner, updateAuthority, name, uri }] = head.deserialize(data)
  return { owner, collection: updateAuthority.__kind === 'Collection' ? updateAuthority.fields[0] : null, name, uri }
}

interface Account {
  owner: string
  data: readonly [string, ...string[]]
}

/** Whether an account (data in base64) is a Core collection. */
export function isCollection<One extends Account>(account: One | null): account is One {
  return account?.owner === coreProgram && Buffer.from(account.data[0], 'base64')[0] === collectionKey
}

/** A Core collection's name; null if the account is none. */
export function readCollectionName(account: Account | null): string | null {
  return isCollection(account) ? collectionHead.deserialize(Buffer.from(account.data[0], 'base64'))[0].name : null
}
