import { getBaseUpdateAuthoritySerializer } from '@metaplex-foundation/mpl-core'
import { publicKey, struct, u8 } from '@metaplex-foundation/umi/serializers'
import { coreProgram } from './core-instructions.ts'

/** A Core asset as its account has it. */
export interface CoreAsset {
  owner: string
  /** Its collection; null: none. */
  collection: string | null
}

/** What an asset's account begins with; its texts and plugins come behind. */
const head = struct([
  ['key', u8()],
  ['owner', publicKey()],
  ['updateAuthority', getBaseUpdateAuthoritySerializer()],
])
/** A burnt one leaves an account of one byte 0 behind. */
const assetKey = 1

/** Reads an account (its data base64); null when it is no asset, or was burnt. */
export function readAsset(account: { owner: string; data: readonly [string, ...string[]] } | null): CoreAsset | null {
  if (account?.owner !== coreProgram) return null
  const data = Buffer.from(account.data[0], 'base64')
  if (data[0] !== assetKey) return null
  const [{ owner, updateAuthority }] = head.deserialize(data)
  return { owner, collection: updateAuthority.__kind === 'Collection' ? updateAuthority.fields[0] : null }
}
