import { resourceOf, resourcesOf } from './resources.ts'
import { collectionResource, objectResource, tokenNamesResource, tokenResource } from './rpc/answers.ts'
import type { AptosRpc } from './rpc/rpc.ts'

/** Types of the resources that make up collections and tokens of the Digital Asset standard. */
export const types = {
  object: '0x1::object::ObjectCore',
  collection: '0x4::collection::Collection',
  /** Of collections whose creator mints by `0x4::aptos_token`. */
  ownCollection: '0x4::aptos_token::AptosCollection',
  concurrentSupply: '0x4::collection::ConcurrentSupply',
  fixedSupply: '0x4::collection::FixedSupply',
  unlimitedSupply: '0x4::collection::UnlimitedSupply',
  royalty: '0x4::royalty::Royalty',
  token: '0x4::token::Token',
  tokenNames: '0x4::token::TokenIdentifiers',
} as const

/** A token as it stands on chain now. */
export interface TokenOnChain {
  owner: string
  collection: string
  name: string
  uri: string
  /** Whether its holder may move it. */
  movable: boolean
}

/** What is at an address. */
export type Standing = { kind: 'nothing' } | { kind: 'other' } | { kind: 'token'; token: TokenOnChain }

/** The holder of an object; null if there is none (any more). */
export async function objectOwner(node: AptosRpc, address: string): Promise<string | null> {
  return (await resourceOf(node, address, types.object, objectResource))?.data.owner ?? null
}

/** What is at an address now. */
export async function standingAt(node: AptosRpc, address: string): Promise<Standing> {
  const found = await resourcesOf(node, address)
  if (found.size === 0) return { kind: 'nothing' }
  const object = objectResource.safeParse(found.get(types.object))
  const token = tokenResource.safeParse(found.get(types.token))
  if (!object.success || !token.success) return { kind: 'other' }
  const { owner, allow_ungated_transfer: movable } = object.data.data
  const { collection, uri } = token.data.data
  return { kind: 'token', token: { owner, collection: collection.inner, name: nameIn(found), uri, movable } }
}

/** A token's name, from `TokenIdentifiers` or, for older tokens, from `Token`. @param resources of one address, by type */
function nameIn(resources: ReadonlyMap<string, unknown>): string {
  const names = tokenNamesResource.safeParse(resources.get(types.tokenNames))
  if (names.success) return names.data.data.name.value
  const token = tokenResource.safeParse(resources.get(types.token))
  return token.success ? token.data.data.name : ''
}

/** A collection's name; null if there is no collection. */
export async function collectionName(node: AptosRpc, address: string): Promise<string | null> {
  return (await resourceOf(node, address, types.collection, collectionResource))?.data.name ?? null
}
