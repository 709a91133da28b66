import type { FastifyInstance, FastifySchemaCompiler } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { type ActionAnswer, actionAnswer } from '../../shared/api-schemas/actions.ts'
import { collectionParams } from '../../shared/api-schemas/collections.ts'
import { pageQuery } from '../../shared/api-schemas/common.ts'
import {
  largestBatch,
  locatorParams,
  mintAnswer,
  mintBatchRequest,
  mintRequest,
  nftAnswer,
  nftParams,
  nftUpdateRequest,
} from '../../shared/api-schemas/nfts.ts'
import type { Project } from '../../shared/app-api.ts'
import type { CoreContext } from '../context.ts'
import { findAction } from '../store/actions.ts'
import { type CollectionRow, findContract } from '../store/collections.ts'
import { groupCommit } from '../store/group-commit.ts'
import { findNft, listNfts, type NftRow, nftsByTokens } from '../store/nfts.ts'
import { actionOf } from './action-view.ts'
import { acceptBurn } from './burn.ts'
import { identifyCallers } from './callers.ts'
import { readyToMint, requireCollection, withContract } from './contracts.ts'
import { ApiFault, invalidRequest, notFound } from './faults.ts'
import { baseOf } from './host.ts'
import { isBatch } from './json-body.ts'
import { readBatch, readMint, type WantedMint } from './mint-drafts.ts'
import { acceptMints } from './minting-requests.ts'
import { acceptUpdate, readUpdate } from './nft-updates.ts'
import { nftView, ownersOf } from './nft-view.ts'
import { errorAnswer, security } from './openapi.ts'
import { keyedRequest } from './replay.ts'
import { check } from './validation.ts'

const common = { tags: ['NFTs'], security }

export async function nftRoutes(plain: FastifyInstance, { context }: { context: CoreContext }): Promise<void> {
  const callers = identifyCallers(plain, context)
  const app = plain.withTypeProvider<ZodTypeProvider>()
  const commit = groupCommit(context.db)

  /** A collection that can be minted into now, with its contract's address. */
  const openCollection = async (project: Project, given: string): Promise<CollectionRow> => {
    return await readyToMint(context, project, await requireCollection(context, project, given))
  }

  app.post(
    '/collections/:collectionId/nfts',
    {
      config: { scopes: ['nfts.create'] },
      validatorCompiler: checkedByHandler,
      schema: {
        ...common,
        operationId: 'mintNft',
        summary: 'Mint an NFT, or up to 10,000 at once',
        description:
          'A body of `{"nfts": […]}` is a batch: taken whole or, with 400 and every fault, not at all. Answered once it is on disk. `Idempotency-Key` makes repeats safe.',
        params: collectionParams,
        body: z.union([mintRequest, mintBatchRequest]),
        response: { 200: z.union([mintAnswer, z.object({ results: z.array(mintAnswer) })]), '4xx': errorAnswer },
      },
    },
    async (request, reply) => {
      const { project } = callers(request)
      const collection = await openCollection(project, request.params.collectionId)
      const body: unknown = request.body
      const keyed = keyedRequest(project.id, request)
      if (typeof body === 'object' && body !== null && 'nfts' in body) {
        const wanted = accepted(await readBatch(batchItems(body), collection))
        return { results: await acceptMints(context, commit, project, collection, wanted, keyed, reply) }
      }
      const wanted = accepted(readMint(body, collection))
      return only(await acceptMints(context, commit, project, collection, [wanted], keyed, reply))
    },
  )

  app.put(
    '/collections/:collectionId/nfts/:id',
    {
      config: { scopes: ['nfts.create'] },
      validatorCompiler: checkedByHandler,
      schema: {
        ...common,
        operationId: 'putNft',
        summary: 'Mint an NFT under your own id: once, whatever happens',
        description:
          'The same id again answers the NFT as it stands and mints nothing: `Idempotent-Replay: true`, and `Idempotent-Mismatch` names the fields that asked for something else.',
        params: nftParams,
        body: mintRequest,
        response: { 200: mintAnswer, '4xx': errorAnswer },
      },
    },
    async (request, reply) => {
      const { project } = callers(request)
      const collection = await openCollection(project, request.params.collectionId)
      const wanted: WantedMint = accepted(readMint(request.body, collection, '', request.params.id))
      return only(await acceptMints(context, commit, project, collection, [wanted], undefined, reply))
    },
  )

  app.get(
    '/collections/:collectionId/nfts',
    {
      config: { scopes: ['nfts.read'] },
      schema: {
        ...common,
        operationId: 'listNfts',
        summary: 'List the NFTs of a collection, oldest first',
        params: collectionParams,
        querystring: pageQuery,
        response: { 200: z.array(nftAnswer), '4xx': errorAnswer },
      },
    },
    async (request) => {
      const { project } = callers(request)
      const { page, perPage } = request.query
      const collection = await readableCollection(context, project, request.params.collectionId)
      const rows = await listNfts(context.db, collection.pk, { offset: (page - 1) * perPage, limit: perPage })
      const owners = await ownersOf(context, project, collection, rows)
      return rows.map((row) => nftView(row, collection, owners.get(row.pk), baseOf(request)))
    },
  )

  app.get(
    '/collections/:collectionId/nfts/:id',
    {
      config: { scopes: ['nfts.read'] },
      schema: {
        ...common,
        operationId: 'getNft',
        summary: 'Read an NFT',
        params: nftParams,
        response: { 200: nftAnswer, '4xx': errorAnswer },
      },
    },
    async (request) => {
      const { project } = callers(request)
      const collection = await readableCollection(context, project, request.params.collectionId)
      const row = await findNft(context.db, collection.pk, request.params.id)
      if (!row) throw notFound('nft', request.params.id)
      const owners = await ownersOf(context, project, collection, [row])
      return nftView(row, collection, owners.get(row.pk), baseOf(request))
    },
  )

  app.patch(
    '/collections/:collectionId/nfts/:id',
    {
      config: { scopes: ['nfts.update'] },
      validatorCompiler: checkedByHandler,
      schema: {
        ...common,
        operationId: 'updateNft',
        summary: 'Replace the metadata of an NFT',
        description: 'The new metadata replaces the old whole. Linked files are copied before the answer.',
        params: nftParams,
        body: nftUpdateRequest,
        response: { 200: actionAnswer, '4xx': errorAnswer },
      },
    },
    async (request) => {
      const { project } = callers(request)
      const collection = await openCollection(project, request.params.collectionId)
      const row = await findNft(context.db, collection.pk, request.params.id)
      if (!row) throw notFound('nft', request.params.id)
      requireNoCopy(row)
      const id = await acceptUpdate(context, project, collection, row, readUpdate(request.body, collection))
      return await acceptedAction(context, project, id, collection, row, baseOf(request))
    },
  )

  app.delete(
    '/collections/:collectionId/nfts/:id',
    {
      config: { scopes: ['nfts.delete'] },
      schema: {
        ...common,
        operationId: 'deleteNft',
        summary: 'Burn an NFT',
        description: 'Only what a wallet of the project holds can be burnt. It is gone for good.',
        params: nftParams,
        response: { 200: actionAnswer, '4xx': errorAnswer },
      },
    },
    async (request) => {
      const { project } = callers(request)
      const collection = await openCollection(project, request.params.collectionId)
      const row = await findNft(context.db, collection.pk, request.params.id)
      if (!row) throw notFound('nft', request.params.id)
      requireNoCopy(row)
      const id = await acceptBurn(context, project, collection, row)
      return await acceptedAction(context, project, id, collection, row, baseOf(request))
    },
  )
}

/** NFTs by their place on chain; alpha. */
export async function locatedNftRoutes(plain: FastifyInstance, { context }: { context: CoreContext }): Promise<void> {
  const callers = identifyCallers(plain, context)
  plain.withTypeProvider<ZodTypeProvider>().patch(
    '/nfts/:locator',
    {
      config: { scopes: ['nfts.update'] },
      validatorCompiler: checkedByHandler,
      schema: {
        ...common,
        operationId: 'updateLocatedNft',
        summary: 'Replace the metadata of an NFT that is named by its locator',
        description: 'As the update under the collection, for `<chain>:<contract>:<tokenId>`.',
        params: locatorParams,
        body: nftUpdateRequest,
        response: { 200: actionAnswer, '4xx': errorAnswer },
      },
    },
    async (request) => {
      const { project } = callers(request)
      const { collection: found, row } = await locatedNftOf(context, project, request.params.locator)
      const collection = await readyToMint(context, project, found)
      const id = await acceptUpdate(context, project, collection, row, readUpdate(request.body, collection))
      return await acceptedAction(context, project, id, collection, row, baseOf(request))
    },
  )
}

/** A copy has nothing of its own to change. @throws ApiFault 422 */
function requireNoCopy({ id, template_id }: NftRow): void {
  if (template_id === null) return
  throw new ApiFault(
    422,
    'nft.copy',
    `The NFT ${JSON.stringify(id)} is a copy of the template ${JSON.stringify(template_id)}: change the template; copies themselves cannot be changed or burnt here.`,
  )
}

/** An NFT of the project by `<chain>:<contract>:<tokenId>`. @throws ApiFault 400, 404 */
export async function locatedNftOf(
  { db }: Pick<CoreContext, 'db'>,
  project: Project,
  locator: string,
): Promise<{ collection: CollectionRow; row: NftRow }> {
  const [, chain, contract, tokenId] = /^([^:]+):([^:]+):(\d{1,15})$/.exec(locator) ?? []
  if (chain === undefined || contract === undefined)
    throw invalidRequest([{ path: 'locator', message: 'The locator must be <chain>:<contract>:<tokenId>.' }])
  const collection = await findContract(db, project.id, chain, contract)
  const [row] = collection ? await nftsByTokens(db, collection.pk, [Number(tokenId)]) : []
  if (!collection || !row) throw notFound('nft', locator)
  return { collection, row }
}

async function acceptedAction(
  { db }: CoreContext,
  project: Project,
  id: string,
  collection: CollectionRow,
  row: NftRow,
  base: string,
): Promise<ActionAnswer> {
  const action = await findAction(db, project.id, id)
  if (!action) throw new Error('an action that was just made is not there')
  return actionOf(action, collection, row, base)
}

/** Bodies of mints and updates are checked by their handlers, which know the collection; all else by the schemas. */
export const checkedByHandler: FastifySchemaCompiler<unknown> = ({ schema, httpPart }) => {
  return (data: unknown) => {
    if (httpPart === 'body' || !(schema instanceof z.ZodType)) return { value: data }
    const checked = check(schema, data)
    return checked.ok ? { value: checked.value } : { error: invalidRequest(checked.faults) }
  }
}

function batchItems(body: object): unknown[] {
  if (!isBatch(body) || body.nfts.length === 0)
    throw invalidRequest([{ path: 'nfts', message: 'nfts must be a list of at least one NFT to mint.' }])
  if (body.nfts.length > largestBatch)
    throw invalidRequest([
      {
        path: 'nfts',
        message: `nfts holds ${body.nfts.length} NFTs, and a batch at most ${largestBatch}: send several batches.`,
      },
    ])
  return body.nfts
}

async function readableCollection(context: CoreContext, project: Project, given: string): Promise<CollectionRow> {
  return await withContract(context, project, await requireCollection(context, project, given))
}

function accepted<Value>(
  read: { ok: true; value: Value } | { ok: false; faults: Parameters<typeof invalidRequest>[0] },
): Value {
  if (read.ok) return read.value
  throw invalidRequest(read.faults)
}

function only<Item>(items: readonly Item[]): Item {
  const [item] = items
  if (item === undefined) throw new Error('a mint that was just made is not there')
  return item
}
