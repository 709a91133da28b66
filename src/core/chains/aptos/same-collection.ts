import type { CollectionFacts } from '../family/collections.ts'
import { nameTaken, Refusal } from '../family/outcome.ts'
import { collectionResource, ownCollectionResource } from './rpc/answers.ts'
import { types } from './tokens.ts'

/** What is at a collection's address. */
export interface There {
  /** By type. */
  resources: ReadonlyMap<string, unknown>
  /** Null: it has no supply. */
  supply: { limit: number | null } | null
}

/**
 * Compares a collection on chain with the requested one. Only the treasury's key can have made it, because its address follows from treasury and
 * name. If a newer copy of the database made it, it is as requested. It may differ if another program made it, or if this database no longer knows
 * it. The royalty is not compared: each collection is made without one, and it can be set at any time.
 * @throws Refusal `collection.name` if the collections differ
 */
export function requireSame(address: string, facts: CollectionFacts, there: There): void {
  const other = differencesOf(facts, there)
  if (other.length === 0) return
  const orMintThere = other.includes(otherKind)
    ? ''
    : ' To mint into the one that is there, as it is, run “mintdesk recover”.'
  throw new Refusal({
    kind: 'failed',
    code: nameTaken,
    message: `On Aptos a name tells one collection from another, and this project has one called ${JSON.stringify(facts.name)} on chain already (${address}), which is not what is asked for: ${other.join('; ')}. Choose another name for yours.${orMintThere}`,
  })
}

/** Of a collection that `collectionNow` reads as none, so that no recovery lists it. */
const otherKind = 'it is of another kind, into which nothing is minted here'

function differencesOf(
  { contractUri, description = '', supplyLimit }: CollectionFacts,
  { resources, supply }: There,
): string[] {
  const collection = collectionResource.safeParse(resources.get(types.collection))
  const own = ownCollectionResource.safeParse(resources.get(types.ownCollection))
  if (!collection.success || !own.success || supply === null) return [otherKind]
  const limit = supplyLimit === 0 ? null : supplyLimit
  const { data } = collection.data
  const rights = own.data.data
  return [
    ...(supply.limit === limit ? [] : [`its supply limit is ${limitText(supply.limit)}, and not ${limitText(limit)}`]),
    ...(data.description === description ? [] : ['it has another description']),
    ...(data.uri === contractUri
      ? []
      : [`its metadata is at ${JSON.stringify(data.uri)}, and not at ${JSON.stringify(contractUri)}`]),
    ...(rights.mutable_token_name && rights.mutable_token_uri ? [] : ['its NFTs can never be updated']),
    ...(rights.tokens_burnable_by_creator ? [] : ['its NFTs cannot be burnt by its creator']),
    ...(rights.tokens_freezable_by_creator ? ['its NFTs can be frozen'] : []),
  ]
}

function limitText(limit: number | null): string {
  return limit === null ? 'none' : String(limit)
}
