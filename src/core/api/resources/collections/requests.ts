import { randomUUID } from 'node:crypto'
import type { Transaction } from 'kysely'
import {
  type CollectionPatch,
  type CollectionRequest,
  collectionPatch,
  collectionRequest,
} from '../../../../shared/api-schemas/collections.ts'
import type { Project } from '../../../../shared/app-api.ts'
import { type ChainName, chainLabel, isCollectionChain } from '../../../../shared/chains.ts'
import { familyOf } from '../../../../shared/families.ts'
import { tooLongOnChain } from '../../../../shared/on-chain-lengths.ts'
import type { KnownNetworks } from '../../../chains/networks.ts'
import { CoreError, type FaultDetail } from '../../../lib/errors.ts'
import {
  addCollection,
  type CollectionRow,
  collectionNamed,
  findCollection,
} from '../../../store/collections/collections.ts'
import type { InitialSettings } from '../../../store/collections/settings.ts'
import { freeActionId } from '../../../store/journal/actions.ts'
import type { Database } from '../../../store/tables/schema.ts'
import type { CoreContext } from '../../http/context.ts'
import { type KeyedRequest, madeFor, onceFor } from '../../http/replay.ts'
import { check, fieldOf } from '../../http/validation.ts'
import { contractUri, requireChain, withContract } from '../contracts.ts'
import type { Read } from '../nfts/mint-drafts.ts'
import { paymentFaults, saleOf } from './payments.ts'

/** Reads the body that creates a collection, and reports all its faults at once. */
export function readCollection(networks: Pick<KnownNetworks, 'of' | 'lack'>, body: unknown): Read<CollectionRequest> {
  const shape = check(collectionRequest, body)
  const chain = fieldOf(body, 'chain')
  const faults = shape.ok ? [] : [...shape.faults]
  const lack = typeof chain === 'string' ? networks.lack(chain) : null
  if (lack !== null) faults.push({ path: 'chain', message: lack })
  else if (typeof chain === 'string' && isCollectionChain(chain)) {
    if (fieldOf(body, 'fungibility') === 'semi-fungible' && familyOf(chain).semiFungible === null)
      faults.push(copiesOnEvmOnly(chain))
    faults.push(...paymentFaults(networks, fieldOf(body, 'payments'), chain), ...lengthFaults(body, chain))
  }
  if (!shape.ok) return { ok: false, faults }
  const { image, ...metadata } = shape.value.metadata
  if (image !== undefined && (metadata.imageUrl ?? image) !== image)
    faults.push({
      path: 'metadata.image',
      message: 'metadata.image and metadata.imageUrl are two names of one field, and differ: send one of them.',
    })
  if (faults.length > 0) return { ok: false, faults }
  return {
    ok: true,
    value: { ...shape.value, metadata: image === undefined ? metadata : { ...metadata, imageUrl: image } },
  }
}

/** Reads the body that changes a collection, and reports all its faults at once. */
export function readPatch(networks: Pick<KnownNetworks, 'of'>, body: unknown, chain: ChainName): Read<CollectionPatch> {
  const shape = check(collectionPatch, body)
  const faults = [...(shape.ok ? [] : shape.faults), ...paymentFaults(networks, fieldOf(body, 'payments'), chain)]
  return shape.ok && faults.length === 0 ? shape : { ok: false, faults }
}

export interface NewCollectionRequest {
  project: Project
  /** The caller's own id; without one the collection gets a UUID. */
  id: string | undefined
  body: CollectionRequest
  keyed: KeyedRequest | undefined
}

/**
 * Creates a collection, once: if the id or the idempotency key made one before, the answer is that one as it is now, even if it could not be
 * created any more.
 * @throws CoreError 409 for a key that came with another body; 422 for what cannot be made on the chain, or in this version
 */
export async function acceptCollection(
  context: CoreContext,
  request: NewCollectionRequest,
): Promise<{ collection: CollectionRow; replayed: boolean }> {
  const { project, keyed } = request
  const id = request.id ?? (keyed && (await madeFor(context.db, keyed))?.[0])
  const standing = id === undefined ? undefined : await findCollection(context.db, project.id, id)
  if (standing) return { collection: standing, replayed: true }
  requirePossible(context, project, request.body)
  const made = await add(context, request, id ?? randomUUID())
  if (made.replayed) return made
  const collection = await withContract(context, project, made.collection)
  context.minting.wake(collection.pk)
  return { collection, replayed: false }
}

async function add(
  context: CoreContext,
  { project, body, keyed }: NewCollectionRequest,
  id: string,
): Promise<{ collection: CollectionRow; replayed: boolean }> {
  const now = context.clock()
  const metadata = {
    name: body.metadata.name,
    description: body.metadata.description ?? '',
    imageUrl: body.metadata.imageUrl ?? '',
    symbol: body.metadata.symbol ?? '',
  }
  const reupload = body.reuploadLinkedFiles ?? true
  const { anyAddress } = familyOf(body.chain)
  const uri = await contractUri(context, { kind: project.kind, anyAddress }, metadata, reupload, { project, id })
  return await context.db.transaction().execute(async (tx) => {
    const { ids } = await onceFor(tx, keyed, now, async () => [id])
    const standing = await findCollection(tx, project.id, ids[0] ?? id)
    if (standing) return { collection: standing, replayed: true }
    await requireOwnName(tx, project, body)
    const collection = await addCollection(
      tx,
      project.id,
      {
        id,
        chain: body.chain,
        contractKind: kindOf(body),
        fungibility: body.fungibility ?? 'non-fungible',
        metadata,
        initial: initialSettings(context, body),
        contractUri: uri,
        reupload,
      },
      await freeActionId(tx, project.id, id),
      now,
    )
    return { collection, replayed: false }
  })
}

/** On chains where a collection's address follows from its name, a name can be used only once. @throws CoreError 422 */
async function requireOwnName(db: Transaction<Database>, project: Project, body: CollectionRequest): Promise<void> {
  const { label, namesAreUnique } = familyOf(body.chain)
  const { name } = body.metadata
  const other = namesAreUnique ? await collectionNamed(db, project.id, body.chain, name) : undefined
  if (other)
    throw new CoreError(
      'collection.name',
      `The collection ${JSON.stringify(other.id)} is called ${JSON.stringify(name)} already, and on ${label} a name tells one collection from another: choose another metadata.name, or mint into that collection.`,
    )
}

/** A new collection's settings: without a saleSupply, all of its limit is for sale. @throws CoreError 422 */
function initialSettings(
  { chains }: Pick<CoreContext, 'chains'>,
  { chain, supplyLimit: limit, payments }: CollectionRequest,
): InitialSettings {
  const supplyLimit = limit ?? null
  if (!payments) return { supplyLimit, payments: null }
  const { price, payee, supply } = saleOf(chains.networks, payments, chain)
  if (supplyLimit !== null && supply !== null && supply > supplyLimit)
    throw new CoreError(
      'payments.saleSupply',
      `payments.saleSupply is ${supply}, and supplyLimit is ${supplyLimit}: no more can be sold than there may be.`,
    )
  return { supplyLimit, payments: { price, payee, setAside: supply ?? supplyLimit } }
}

/** Refuses a well-formed request that cannot be carried out on this chain, or in this version. @throws CoreError 422 */
function requirePossible(context: CoreContext, project: Project, request: CollectionRequest): void {
  requireChain(context, project, request.chain)
  if (request.fungibility === 'semi-fungible' && request.payments !== undefined)
    throw new CoreError(
      'collection.unsupported',
      'payments: nothing can be sold from a semi-fungible collection: leave payments out, or leave fungibility out, which makes it non-fungible.',
    )
  if (
    request.fungibility === 'semi-fungible' &&
    request.contractKind !== undefined &&
    request.contractKind !== 'economy'
  )
    throw new CoreError(
      'collection.unsupported',
      'A semi-fungible collection has one kind of contract only: leave out contractKind, or make it non-fungible.',
    )
  initialSettings(context, request)
  const family = familyOf(request.chain)
  const kinds = family.kinds.map(({ name }) => name)
  if (request.contractKind !== undefined && !kinds.includes(request.contractKind))
    throw new CoreError(
      'collection.unsupported',
      `Version ${context.version} of Mintdesk makes no collections of the kind ${request.contractKind} on ${chainLabel(request.chain)}: leave out contractKind, or set it to ${kinds.join(' or ')}.`,
    )
  if (!family.payments && request.payments)
    throw new CoreError(
      'collection.unsupported',
      `Nothing can be sold from a collection on ${family.label}: leave out payments.`,
    )
}

function kindOf({ chain, fungibility, contractKind }: CollectionRequest): string {
  const { kinds, semiFungible } = familyOf(chain)
  const usual = fungibility === 'semi-fungible' ? semiFungible : kinds[0]
  const kind = fungibility === 'semi-fungible' ? undefined : contractKind
  if (!usual) throw new TypeError(`a collection on ${chain} was taken`)
  return kind ?? usual.name
}

/** The faults of texts that are too long for the chain's own record of a collection. */
function lengthFaults(body: unknown, chain: ChainName): FaultDetail[] {
  return (['name', 'symbol', 'description'] as const).flatMap((field) => {
    const text = fieldOf(fieldOf(body, 'metadata'), field)
    const path = `metadata.${field}`
    const message = typeof text === 'string' ? tooLongOnChain(chain, field, text, path) : null
    return message === null ? [] : [{ path, message }]
  })
}

function copiesOnEvmOnly(chain: ChainName): FaultDetail {
  return {
    path: 'fungibility',
    message: `Collections on ${chainLabel(chain)} cannot be semi-fungible: use non-fungible, or an EVM chain.`,
  }
}
