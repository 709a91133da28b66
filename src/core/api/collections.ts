import { randomUUID } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import {
  type CollectionAnswer,
  type CollectionRequest,
  collectionAnswer,
  collectionList,
  collectionParams,
  collectionRequest,
} from '../../shared/api-schemas/collections.ts'
import type { Project } from '../../shared/app-api.ts'
import { chainLabel, familyOf, isChainName, isEvmChain } from '../../shared/chains.ts'
import type { CoreContext } from '../context.ts'
import { CoreError } from '../errors.ts'
import { freeActionId } from '../store/actions.ts'
import { addCollection, type CollectionRow, findCollection, listCollections } from '../store/collections.ts'
import { collectionIdOf } from '../store/default-collections.ts'
import { identifyCallers } from './callers.ts'
import { contractUri, metadataOf, requireChain, withContract } from './contracts.ts'
import { invalidRequest, notFound } from './faults.ts'
import { errorAnswer, security } from './openapi.ts'
import { type KeyedRequest, keyedRequest, markReplay, onceFor } from './replay.ts'

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
        response: { 200: collectionAnswer, '4xx': errorAnswer },
      },
    },
    async (request, reply) => {
      const { project } = callers(request)
      const keyed = keyedRequest(project.id, request)
      checkPossible(context, project, request.body)
      const made = await make(context, project, randomUUID(), request.body, keyed)
      if (made.replayed) markReplay(reply, [])
      return answer(await withContract(context, project, made.collection))
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
        response: { 200: collectionAnswer, '4xx': errorAnswer },
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
      return answer(await withContract(context, project, made.collection))
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
        response: { 200: collectionList, '4xx': errorAnswer },
      },
    },
    async (request) => {
      const { project } = callers(request)
      const rows = await listCollections(context.db, project.id)
      const results = await Promise.all(rows.map((row) => withContract(context, project, row)))
      return { results: results.map(answer) }
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
        response: { 200: collectionAnswer, '4xx': errorAnswer },
      },
    },
    async (request) => {
      const { project } = callers(request)
      return answer(
        await withContract(context, project, await requireCollection(context, project, request.params.collectionId)),
      )
    },
  )
}

/** The collection that a path names. @throws ApiFault 404 */
export async function requireCollection(
  { db }: Pick<CoreContext, 'db'>,
  project: Project,
  given: string,
): Promise<CollectionRow> {
  const collection = await findCollection(db, project.id, collectionIdOf(given))
  if (!collection) throw notFound('collection', given)
  return collection
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
        supplyLimit: wish.supplyLimit ?? null,
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
  if (wish.payments !== undefined) throw unsupported('collections with payments', 'leave out payments')
  if (wish.contractKind === 'certified' || wish.contractKind === 'core')
    throw unsupported(
      `contracts of the kind ${wish.contractKind}`,
      'leave out contractKind, or set it to economy or standard',
    )
}

function contractKindOf({ fungibility, contractKind }: CollectionRequest): string {
  return fungibility === 'semi-fungible' ? 'copies' : (contractKind ?? 'economy')
}

/** The fields in which a body asks for something else than what stands. */
function mismatches(standing: CollectionRow, wish: CollectionRequest): string[] {
  const metadata = metadataOf(standing)
  const pairs: [string, unknown, unknown][] = [
    ['chain', wish.chain, standing.chain],
    ['metadata.name', wish.metadata.name, metadata.name],
    ['metadata.imageUrl', wish.metadata.imageUrl, metadata.imageUrl],
    ['metadata.description', wish.metadata.description, metadata.description],
    ['metadata.symbol', wish.metadata.symbol, metadata.symbol],
    ['fungibility', wish.fungibility, standing.fungibility],
    ['supplyLimit', wish.supplyLimit, standing.supply_limit],
    ['reuploadLinkedFiles', wish.reuploadLinkedFiles, standing.reupload === 1],
    ['contractKind', wish.contractKind, standing.contract_kind],
  ]
  const fields = pairs.filter(([, asked, stands]) => asked !== undefined && asked !== stands).map(([field]) => field)
  return wish.payments === undefined ? fields : [...fields, 'payments']
}

function answer(row: CollectionRow): CollectionAnswer {
  return {
    id: row.id,
    metadata: metadataOf(row),
    fungibility: row.fungibility,
    onChain: {
      chain: row.chain,
      type: tokenStandard(row),
      ...(row.contract_address === null ? {} : { contractAddress: row.contract_address }),
    },
    ...(row.supply_limit === null ? {} : { supplyLimit: row.supply_limit }),
    actionId: row.action_id ?? row.id,
  }
}

function tokenStandard({ chain, fungibility }: CollectionRow): string {
  const family = isChainName(chain) ? familyOf(chain) : 'evm'
  if (family === 'solana') return 'metaplex-certified-collection'
  if (family === 'aptos') return 'aptos-digital-asset'
  return fungibility === 'semi-fungible' ? 'erc-1155' : 'erc-721'
}
