import { randomUUID } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { actionAnswer } from '../../shared/api-schemas/actions.ts'
import {
  type CollectionRequest,
  collectionAnswer,
  collectionList,
  collectionParams,
  collectionPatch,
  collectionRequest,
} from '../../shared/api-schemas/collections.ts'
import type { Project } from '../../shared/app-api.ts'
import { chainLabel, isEvmChain } from '../../shared/chains.ts'
import type { CoreContext } from '../context.ts'
import { CoreError } from '../errors.ts'
import { findAction, freeActionId } from '../store/actions.ts'
import type { InitialSettings } from '../store/collection-settings.ts'
import { addCollection, type CollectionRow, findCollection, listCollections } from '../store/collections.ts'
import { collectionIdOf } from '../store/default-collections.ts'
import { actionOf } from './action-view.ts'
import { identifyCallers } from './callers.ts'
import { acceptChanges, patchChanges, saleOf } from './collection-changes.ts'
import { collectionView, mismatches } from './collection-view.ts'
import { contractUri, requireChain, requireCollection, withContract } from './contracts.ts'
import { invalidRequest } from './faults.ts'
import { baseOf } from './host.ts'
import { refusals, security } from './openapi.ts'
import { type KeyedRequest, keyedRequest, markReplay, onceFor } from './replay.ts'
import { withSale } from './sale.ts'

const common = { tags: ['Collections'], security }

export async function collectionRoutes(plain: FastifyInstance, { context }: { context: CoreContext }): Promise<void> {
  const callers = identifyCallers(plain, context)
  const app = plain.withTypeProvider<ZodTypeProvider>()

  app.post(
    '/collections',
    {
      config: { scopes: ['collections.create'] },
      schema: {
        ...common,
        operationId: 'createCollection',
        summary: 'Create a collection',
        description:
          'Its contract is deployed at once; the action tells when it is on chain. `Idempotency-Key` makes repeats safe.',
        body: collectionRequest,
        response: { 200: collectionAnswer, ...refusals(400, 409, 413, 415, 422) },
      },
    },
    async (request, reply) => {
      const { project } = callers(request)
      const keyed = keyedRequest(project.id, request)
      checkPossible(context, project, request.body)
      const made = await make(context, project, randomUUID(), request.body, keyed)
      if (made.replayed) markReplay(reply, [])
      return collectionView(await withContract(context, project, made.collection))
    },
  )

  app.put(
    '/collections/:collectionId',
    {
      config: { scopes: ['collections.create'] },
      schema: {
        ...common,
        operationId: 'putCollection',
        summary: 'Create a collection under your own id',
        description:
          'The same id again answers the collection as it stands and creates nothing: `Idempotent-Replay: true`, and `Idempotent-Mismatch` names the fields that asked for something else.',
        params: collectionParams,
        body: collectionRequest,
        response: { 200: collectionAnswer, ...refusals(400, 413, 415, 422) },
      },
    },
    async (request, reply) => {
      const { project } = callers(request)
      const id = collectionIdOf(request.params.collectionId)
      const standing = await findCollection(context.db, project.id, id)
      if (!standing) checkPossible(context, project, request.body)
      const made = standing
        ? { collection: standing, replayed: true }
        : await make(context, project, id, request.body, undefined)
      if (made.replayed) markReplay(reply, mismatches(made.collection, request.body))
      return collectionView(await withContract(context, project, made.collection))
    },
  )

  app.patch(
    '/collections/:collectionId',
    {
      config: { scopes: ['collections.update'] },
      schema: {
        ...common,
        operationId: 'updateCollection',
        summary: 'Change the supply limit or the payments of a collection',
        description:
          'Answered when it is on disk; the action tells when it is on chain, and counts at once for what is accepted. Both at once make two actions, of which the last is answered. null takes a limit or a sale away.',
        params: collectionParams,
        body: collectionPatch,
        response: { 200: actionAnswer, ...refusals(400, 404, 413, 415, 422, 503) },
      },
    },
    async (request) => {
      const { project } = callers(request)
      const { actionId, collection } = await acceptChanges(
        context,
        project,
        request.params.collectionId,
        (standing, tx) => patchChanges(request.body, standing, tx),
      )
      const action = await findAction(context.db, project.id, actionId)
      if (!action) throw new Error('an action that was just made is not there')
      return actionOf(action, collection, undefined, baseOf(request))
    },
  )

  app.get(
    '/collections',
    {
      config: { scopes: ['collections.read'] },
      schema: {
        ...common,
        operationId: 'listCollections',
        summary: 'List the collections of the project, oldest first',
        response: { 200: collectionList, ...refusals() },
      },
    },
    async (request) => {
      const { project } = callers(request)
      const rows = await listCollections(context.db, project.id)
      const results = await Promise.all(rows.map((row) => withContract(context, project, row)))
      return { results: results.map(collectionView) }
    },
  )

  app.get(
    '/collections/:collectionId',
    {
      config: { scopes: ['collections.read'] },
      schema: {
        ...common,
        operationId: 'getCollection',
        summary: 'Read a collection',
        params: collectionParams,
        response: { 200: collectionAnswer, ...refusals(400, 404) },
      },
    },
    async (request) => {
      const { project } = callers(request)
      const collection = await requireCollection(context, project, request.params.collectionId)
      return collectionView(await withSale(context, project, await withContract(context, project, collection)))
    },
  )
}

type Made = { collection: CollectionRow; replayed: boolean }

async function make(
  context: CoreContext,
  project: Project,
  id: string,
  wish: CollectionRequest,
  keyed: KeyedRequest | undefined,
): Promise<Made> {
  const now = context.clock()
  const contractKind = contractKindOf(wish)
  const metadata = {
    name: wish.metadata.name,
    description: wish.metadata.description ?? '',
    imageUrl: wish.metadata.imageUrl ?? '',
    symbol: wish.metadata.symbol ?? '',
  }
  const reupload = wish.reuploadLinkedFiles ?? true
  const initial = initialSettings(wish)
  const uri = await contractUri(context, metadata, reupload, { project, id })
  const made = await context.db.transaction().execute(async (tx): Promise<Made> => {
    const { ids, replayed } = await onceFor(tx, keyed, now, async () => [id])
    const standing = await findCollection(tx, project.id, ids[0] ?? id)
    if (standing) return { collection: standing, replayed: true }
    const collection = await addCollection(
      tx,
      project.id,
      {
        id,
        chain: wish.chain,
        contractKind,
        fungibility: wish.fungibility ?? 'non-fungible',
        metadata,
        initial,
        contractUri: uri,
        reupload,
      },
      await freeActionId(tx, project.id, id),
      now,
    )
    return { collection, replayed }
  })
  if (made.replayed) return made
  const collection = await withContract(context, project, made.collection)
  context.minting.wake(collection.pk)
  return { collection, replayed: false }
}

/** What a collection is made with: without a saleSupply, all of its limit is for sale. @throws CoreError 400, 422 */
function initialSettings({ chain, supplyLimit: limit, payments }: CollectionRequest): InitialSettings {
  const supplyLimit = limit ?? null
  if (!payments) return { supplyLimit, payments: null }
  const { price, payee, supply } = saleOf(payments, chain)
  if (supplyLimit !== null && supply !== null && supply > supplyLimit)
    throw new CoreError(
      'payments.saleSupply',
      `payments.saleSupply is ${supply}, and supplyLimit is ${supplyLimit}: no more can be sold than there may be.`,
    )
  return { supplyLimit, payments: { price, payee, setAside: supply ?? supplyLimit } }
}

/** What is well-formed and cannot be made: on this chain, or in this version. */
function checkPossible(context: CoreContext, project: Project, wish: CollectionRequest): void {
  if (wish.fungibility === 'semi-fungible' && !isEvmChain(wish.chain))
    throw invalidRequest([
      {
        path: 'fungibility',
        message: `Collections on ${chainLabel(wish.chain)} cannot be semi-fungible: use non-fungible, or an EVM chain.`,
      },
    ])
  requireChain(context, project, wish.chain)
  const unsupported = (field: string, cure: string): CoreError =>
    new CoreError('collection.unsupported', `Version ${context.version} of Mintdesk cannot make ${field} yet: ${cure}.`)
  if (wish.fungibility === 'semi-fungible' && wish.payments !== undefined)
    throw new CoreError(
      'collection.unsupported',
      'Nothing can be sold from a semi-fungible collection: leave out payments, or make it non-fungible.',
    )
  if (wish.fungibility === 'semi-fungible' && wish.contractKind !== undefined && wish.contractKind !== 'economy')
    throw new CoreError(
      'collection.unsupported',
      'A semi-fungible collection has one kind of contract only: leave out contractKind, or make it non-fungible.',
    )
  if (wish.payments) initialSettings(wish)
  if (wish.contractKind === 'certified' || wish.contractKind === 'core')
    throw unsupported(
      `contracts of the kind ${wish.contractKind}`,
      'leave out contractKind, or set it to economy or standard',
    )
}

function contractKindOf({ fungibility, contractKind }: CollectionRequest): string {
  return fungibility === 'semi-fungible' ? 'copies' : (contractKind ?? 'economy')
}
