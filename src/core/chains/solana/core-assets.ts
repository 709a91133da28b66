import { getBaseUpdateAuthoritySerializer } from '@metaplex-foundation/mpl-core'
import { publicKey, string, struct, u8 } from '@metaplex-foundation/umi/serializers'
import { coreProgram } from './instructions/core-instructions.ts'

/** A Core asset as its account has it. */
export interface CoreAsset {
  owner: string
  /** Its collection; null: none. */
  collection: string | null
  name: string
  uri: string
}

/** What an asset's account begins with; its plugins come behind. */
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
/** A burnt one leaves an account of one byte 0 behind. */
const assetKey = 1
const collectionKey = 5
/** Where an asset's account has its owner. */
export const assetHead = { key: assetKey, ownerAt: 1 } as const

/** Reads an account (its data base64); null when it is no asset, or was burnt. */
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

/** Whether an account (its data base64) is a collection's. */
export function isCollection<One extends Account>(account: One | null): account is One {
  return account?.owner === coreProgram && Buffer.from(account.data[0], 'base64')[0] === collectionKey
}

/** What a collection's account calls it; null when it is none. */
export function readCollectionName(account: Account | null): string | null {
  return isCollection(account) ? collectionHead.deserialize(Buffer.from(account.data[0], 'base64'))[0].name : null
}
