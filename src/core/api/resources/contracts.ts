import { setTimeout } from 'node:timers/promises'
import { type CollectionMetadata, collectionMetadata } from '../../../shared/api-schemas/collections.ts'
import { lookedAtOnly } from '../../../shared/api-schemas/common.ts'
import type { Project } from '../../../shared/app-api.ts'
import { collectionChains, isChainName } from '../../../shared/chains.ts'
import type { ContractFeature } from '../../../shared/collection-kinds.ts'
import { lacksFeature } from '../../../shared/contract-features.ts'
import { CoreError } from '../../lib/errors.ts'
import { collectionFacts } from '../../minting/deps.ts'
import {
  type CollectionRow,
  deploymentFailed,
  readCollection,
  setContract,
} from '../../store/collections/collections.ts'
import { collectionIdOf } from '../../store/collections/default-collections.ts'
import type { CoreContext } from '../http/context.ts'
import { invalidRequest, notFound } from '../http/faults.ts'

/**
 * The collection with the address of its contract, which is known before the contract is on chain; without one where the chain
 * is not available (a listing must not fail for that).
 */
export async function withContract(
  context: Pick<CoreContext, 'db' | 'chains' | 'metadata'>,
  project: Project,
  collection: CollectionRow,
): Promise<CollectionRow> {
  const { chains } = context
  if (collection.contract_address !== null || chains.locked(project.kind) !== null) return collection
  if (chains.unavailable(project.kind, collection.chain) !== null) return collection
  const client = await context.chains.client(project.kind, collection.chain).catch(ignoreCoreError)
  if (!client) return collection
  const { anyAddress } = client.family
  const uri =
    collection.contract_uri ??
    (await contractUri(context, { kind: project.kind, anyAddress }, metadataOf(collection), collection.reupload === 1))
  const address = client.contractAddress(collectionFacts(project, { ...collection, contract_uri: uri }))
  await setContract(context.db, collection.pk, { uri, address })
  return { ...collection, contract_uri: uri, contract_address: address }
}

/** The collection that a path names. @throws ApiFault 404; 400 for the default collection of a read-only chain */
export function requireCollection(
  { reads, cache }: Pick<CoreContext, 'reads' | 'cache'>,
  project: Project,
  given: string,
): CollectionRow {
  const id = collectionIdOf(given)
  const collection = cache.get(ofCollections, `collection ${project.id} ${id}`, () =>
    readCollection(reads, project.id, id),
  )
  if (collection) return collection
  const said = lookedAtOnly(id.replace(/^default-/, ''), collectionChains)
  throw said === undefined ? notFound('collection', given) : invalidRequest([{ path: 'collectionId', message: said }])
}

const ofCollections = ['collections'] as const

/** What wallets show of a collection, as it was requested at its creation. */
export function metadataOf(row: CollectionRow): CollectionMetadata {
  return collectionMetadata.parse(JSON.parse(row.metadata))
}

/** Milliseconds that a new collection waits for its image to be copied; after that its metadata keeps the image's given URL. */
const imagePatience = 3_000

/** Stores the contract's own metadata. The contract's address follows from it, so this is done before the request is answered. */
export async function contractUri(
  { metadata }: Pick<CoreContext, 'metadata'>,
  project: Pick<Project, 'kind'> & { anyAddress: boolean },
  { imageUrl, ...rest }: CollectionMetadata,
  reupload: boolean,
  sealed?: { project: Project; id: string },
): Promise<string> {
  const shown = { ...rest, image: imageUrl }
  const copied =
    reupload && imageUrl !== ''
      ? metadata.storeContract(project, shown, true, sealed).catch(ignoreCoreError)
      : undefined
  const late = setTimeout(imagePatience, undefined, { ref: false })
  return (await Promise.race([copied, late])) ?? (await metadata.storeContract(project, shown, false, sealed))
}

/** @throws CoreError 422 `network.unsupported`, with the reason, when nothing can be made on the chain. */
export function requireChain({ chains }: Pick<CoreContext, 'chains'>, project: Project, chain: string): void {
  if (isChainName(chain)) chains.networks.of(chain)
  const lack = project.kind === 'practice' ? chains.practiceLacks?.(chain) : null
  if (lack) throw lack
  const reason = isChainName(chain) ? chains.unavailable(project.kind, chain) : `There is no chain named ${chain}.`
  if (reason !== null) throw new CoreError('network.unsupported', reason)
}

/**
 * Asserts that a collection can be minted into now. @returns the collection with the address of its contract, which the engine needs for all
 * its work
 * @throws CoreError 422 `network.unsupported`, `collection.halted`, `collection.failed`; 503 `vault.locked` where its address is not known yet
 */
export async function readyToMint(
  context: Pick<CoreContext, 'db' | 'chains' | 'metadata'>,
  project: Project,
  collection: CollectionRow,
): Promise<CollectionRow> {
  requireChain(context, project, collection.chain)
  if (collection.halted !== null) throw new CoreError('collection.halted', collection.halted)
  if (collection.state === 'failed') throw deploymentFailed(collection.id)
  const ready = await withContract(context, project, collection)
  const locked = context.chains.locked(project.kind)
  if (ready.contract_address === null && locked !== null) throw new CoreError('vault.locked', locked)
  return ready
}

/** Asserts that a collection's contract has a feature. @throws CoreError 422 `collection.unsupported` */
export function requireFeature(collection: CollectionRow, feature: ContractFeature): void {
  const lack = lacksFeature(collection.contract_kind, feature)
  if (lack !== null) throw new CoreError('collection.unsupported', lack)
}

function ignoreCoreError(error: unknown): undefined {
  if (error instanceof CoreError) return undefined
  throw error
}
