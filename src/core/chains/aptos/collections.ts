import { contractVersion } from '../../../shared/contract-features.ts'
import type { ChainCall } from '../family/call.ts'
import type { CollectionFacts, CollectionsClient, ContractSettings } from '../family/collections.ts'
import type { CollectionNow } from '../family/history.ts'
import { Refusal } from '../family/outcome.ts'
import type { Work } from '../family/work.ts'
import { collectionAddressOf } from './addresses.ts'
import { resourceOf, resourcesOf } from './resources.ts'
import {
  collectionResource,
  concurrentSupplyResource,
  fixedSupplyResource,
  royaltyResource,
  unlimitedSupplyResource,
} from './rpc/answers.ts'
import type { AptosRpc } from './rpc/rpc.ts'
import { requireSame } from './same-collection.ts'
import { type CollectionTexts, collectionPayload, royaltyDenominator, royaltyPayload } from './scripts/payloads.ts'
import { types } from './tokens.ts'
import { changeUse, collectionUse } from './transactions/gas.ts'
import { chargedCall } from './transactions/prepare.ts'
import type { Sending } from './transactions/simulate.ts'

type CollectionChange = Extract<Work, { kind: 'set-supply-limit' | 'set-royalty' }>

/** A collection's supply. */
export interface Supply {
  /** Tokens ever minted, burnt ones too. */
  minted: number
  /** Most tokens that may exist at a time; null: no limit. */
  limit: number | null
}

const u64Max = 2n ** 64n - 1n

/** A collection's supply, from the first of three resources that exists; null if there is none. */
export async function supplyOf(node: AptosRpc, collection: string): Promise<Supply | null> {
  const concurrent = await resourceOf(node, collection, types.concurrentSupply, concurrentSupplyResource)
  if (concurrent) {
    const { current_supply: current, total_minted: total } = concurrent.data
    return { minted: total.value, limit: limitOf(current.max_value) }
  }
  const fixed = await resourceOf(node, collection, types.fixedSupply, fixedSupplyResource)
  if (fixed) return { minted: fixed.data.total_minted, limit: limitOf(fixed.data.max_supply) }
  const unlimited = await resourceOf(node, collection, types.unlimitedSupply, unlimitedSupplyResource)
  return unlimited && { minted: unlimited.data.total_minted, limit: null }
}

/** Collections of this kind always have a limit: the largest u64 stands for none. */
function limitOf(most: bigint): number | null {
  return most === u64Max ? null : Number(most)
}

/** A collection as it is now; null if the address has no collection of the standard into which Mintdesk mints. */
export async function collectionNow(node: AptosRpc, contract: string): Promise<CollectionNow | null> {
  const found = await resourcesOf(node, contract)
  const collection = collectionResource.safeParse(found.get(types.collection))
  const supply = collection.success && found.has(types.ownCollection) ? await supplyOf(node, contract) : null
  if (!collection.success || supply === null) return null
  const { creator, name, uri, description } = collection.data.data
  return {
    ...{
      contract,
      authority: creator,
      delegates: null,
      limitKept: true,
      counted: { nfts: supply.minted, inTrees: false },
    },
    facts: {
      ...{ name, symbol: null, description, contractUri: uri, contractKind: 'digital-asset', contractVersion },
      ...{ supplyLimit: supply.limit ?? 0, sale: null },
    },
    settings: await settingsAt(node, contract),
  }
}

/** The texts with which a collection is made. */
export function textsOf({ name, contractUri: uri, description = '' }: CollectionFacts): CollectionTexts {
  return { name, uri, description }
}

/** The calls that make a collection; none if it exists. @throws Refusal `collection.name` if another collection of that name exists */
export async function collectionCalls(node: AptosRpc, sending: Sending, facts: CollectionFacts): Promise<ChainCall[]> {
  const address = collectionAddressOf(sending.sender.address, facts.name)
  const found = await resourcesOf(node, address)
  if (found.has(types.collection)) {
    requireSame(address, facts, { resources: found, supply: await supplyOf(node, address) })
    return []
  }
  const texts = textsOf(facts)
  const payload = collectionPayload({ ...texts, supplyLimit: facts.supplyLimit })
  return [
    await chargedCall(node, sending, {
      payload,
      to: address,
      owner: null,
      atWorst: collectionUse(texts, true),
    }),
  ]
}

/** The call that changes a collection. @throws Refusal if the standard does not support the change */
export async function prepareChange(node: AptosRpc, sending: Sending, work: CollectionChange): Promise<ChainCall> {
  if (work.kind === 'set-supply-limit')
    throw new Refusal({
      kind: 'failed',
      code: 'collection.unsupported',
      message: 'The supply limit of a collection on Aptos is set when it is made, and cannot be changed.',
    })
  const { receiver, basisPoints } = work.royalty ?? { receiver: sending.sender.address, basisPoints: 0 }
  const payload = royaltyPayload(work.contract, receiver, basisPoints)
  return chargedCall(node, sending, { payload, to: work.contract, owner: null, atWorst: changeUse })
}

/**
 * See `CollectionsClient`. Collections have no jobs and no batches, and only count their tokens: queries by token id answer as if there were no such
 * token.
 */
export function collectionsClient(
  rpc: () => Promise<AptosRpc>,
  sendingOf: (projectIndex: number, price: bigint | undefined) => Sending,
  treasury: (projectIndex: number) => string,
): CollectionsClient {
  return {
    contractAddress: (facts) => collectionAddressOf(treasury(facts.projectIndex), facts.name),
    deploymentCalls: async (facts, price) => collectionCalls(await rpc(), sendingOf(facts.projectIndex, price), facts),
    job: async () => 0,
    async counters(contract) {
      const supply = await supplyOf(await rpc(), contract)
      return { minted: supply?.minted ?? 0, batches: 0, purchased: 0, saleLeft: 0 }
    },
    settings: async (contract) => settingsAt(await rpc(), contract),
    purchases: async () => [],
    batchRanges: async () => [],
    chainBatch: async () => {
      throw new Error('collections on Aptos have no batches')
    },
    batchOfToken: async () => null,
    madeCollections: async () => [],
    mintedTokens: async () => [],
    mintTransaction: async () => '',
    ownerOf: async () => null,
  }
}

async function settingsAt(node: AptosRpc, contract: string): Promise<ContractSettings> {
  const supply = await supplyOf(node, contract)
  const royalty = await resourceOf(node, contract, types.royalty, royaltyResource)
  return {
    supplyLimit: supply?.limit ?? null,
    royalty: royalty && royaltyIn(royalty.data),
    ...{ sale: null, baseUri: null, transferable: true },
  }
}

function royaltyIn({
  numerator,
  denominator,
  payee_address: receiver,
}: {
  numerator: bigint
  denominator: bigint
  payee_address: string
}): { receiver: string; basisPoints: number } | null {
  const basisPoints = denominator === 0n ? 0 : Number((numerator * royaltyDenominator) / denominator)
  return basisPoints === 0 ? null : { receiver, basisPoints }
}
