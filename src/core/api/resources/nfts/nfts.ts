import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { type ActionAnswer, actionAnswer } from '../../../../shared/api-schemas/actions.ts'
import { collectionParams } from '../../../../shared/api-schemas/collections.ts'
import { listQuery } from '../../../../shared/api-schemas/common.ts'
import { nftAnswer, nftParams, nftUpdateRequest } from '../../../../shared/api-schemas/nfts.ts'
import type { Project } from '../../../../shared/app-api.ts'
import type { CollectionRow } from '../../../store/collections/collections.ts'
import type { NftRow } from '../../../store/collections/nft-rows.ts'
import { keptNft, listNfts } from '../../../store/collections/nfts.ts'
import { findAction } from '../../../store/journal/actions.ts'
import type { Page, PageStart } from '../../../store/sqlite/pages.ts'
import { identifyCallers } from '../../http/callers.ts'
import type { CoreContext } from '../../http/context.ts'
import { notFound } from '../../http/faults.ts'
import { baseOf } from '../../http/host.ts'
import { sendLines, wantsLines } from '../../http/ndjson.ts'
import { refusals, security } from '../../http/openapi.ts'
import { pageAsked, tellNext } from '../../http/pages.ts'
import { answeredAsMade, checkedByHandler } from '../../http/validation.ts'
import { actionOf } from '../actions/view.ts'
import { requireCollection, withContract } from '../contracts.ts'
import { acceptBurn } from './burn.ts'
import { ownerOf, ownersOf } from './owners.ts'
import { acceptUpdate, readUpdate } from './updates.ts'
import { nftView } from './view.ts'

const common = { tags: ['NFTs'], security }

/** NFTs of a collection: reading, changing and burning them. */
export async function nftRoutes(plain: FastifyInstance, { context }: { context: CoreContext }): Promise<void> {
  const callers = identifyCallers(plain, context)
  const app = plain.withTypeProvider<ZodTypeProvider>()

  type Named = FastifyRequest & { params: { collectionId: string; id: string } }
  const nftOf = (request: Named): { project: Project; collection: CollectionRow; row: NftRow } => {
    const { project } = callers(request)
    const collection = requireCollection(context, project, request.params.collectionId)
    const row = keptNft(context, collection.pk, request.params.id)
    if (!row) throw notFound('nft', request.params.id)
    return { project, collection, row }
  }

  app.get(
    '/collections/:collectionId/nfts',
    {
      ...answeredAsMade,
      config: { scopes: ['nfts.read'] },
      schema: {
        ...common,
        operationId: 'listNfts',
        summary: 'List the NFTs of a collection, oldest first',
        description:
          'By `page`, or with `cursor` from the header `X-Mintdesk-Next` of the page before. With `Accept: application/x-ndjson` all of them are sent, one NFT a line, from `cursor` on where there is one.',
        params: collectionParams,
        querystring: listQuery,
        // NDJSON is documented only in words: client generators would take every answer for one of the two types.
        response: { 200: z.array(nftAnswer), ...refusals(400, 404) },
      },
    },
    async (request, reply) => {
      const { project } = callers(request)
      const { start, limit } = pageAsked('nfts', request.query)
      const named = requireCollection(context, project, request.params.collectionId)
      const collection = await withContract(context, project, named)
      const viewed = async (rows: readonly NftRow[]) => {
        const owners = await ownersOf(context, project, collection, rows)
        return rows.map((row) => nftView(row, collection, owners.get(row.pk), baseOf(request)))
      }
      if (wantsLines(request)) {
        const from = 'after' in start ? start : { after: 0 }
        return sendLines(reply, allNfts(context.db, collection, from, viewed))
      }
      const { rows, next } = await listNfts(context.db, collection.pk, start, limit)
      tellNext(reply, 'nfts', next)
      return await viewed(rows)
    },
  )

  app.get(
    '/collections/:collectionId/nfts/:id',
    {
      ...answeredAsMade,
      config: { scopes: ['nfts.read'] },
      schema: {
        ...common,
        operationId: 'getNft',
        summary: 'Read an NFT',
        params: nftParams,
        response: { 200: nftAnswer, ...refusals(400, 404) },
      },
    },
    async (request) => {
      const { project, collection: named, row } = nftOf(request)
      const collection = await withContract(context, project, named)
      return nftView(row, collection, await ownerOf(context, project, collection, row), baseOf(request))
    },
  )

  app.patch(
    '/collections/:collectionId/nfts/:id',
    {
      config: { scopes: ['nfts.update'], ...checkedByHandler },
      schema: {
        ...common,
        operationId: 'updateNft',
        summary: 'Replace the metadata of an NFT',
        description: 'The new metadata replaces the old whole. Linked files are copied before the answer.',
        params: nftParams,
        body: nftUpdateRequest,
        response: { 200: actionAnswer, ...refusals(400, 404, 413, 415, 422, 503) },
      },
    },
    async (request) => {
      const { project, collection, row } = nftOf(request)
      const id = await acceptUpdate(context, project, collection, row, readUpdate(request.body, collection))
      return await acceptedAction(context, request, project, id, collection, row)
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
        response: { 200: actionAnswer, ...refusals(400, 404, 422, 503) },
      },
    },
    async (request) => {
      const { project, collection, row } = nftOf(request)
      const id = await acceptBurn(context, project, collection, row)
      return await acceptedAction(context, request, project, id, collection, row)
    },
  )
}

/** Ours: NFTs that are read and sent together when all are listed. They take one or two milliseconds of CPU, and other requests wait no longer. */
const linesAtOnce = 50

async function* allNfts<Item>(
  db: CoreContext['db'],
  { pk }: CollectionRow,
  from: PageStart,
  viewed: (rows: readonly NftRow[]) => Promise<Item[]>,
): AsyncGenerator<Item[]> {
  for (let start: PageStart | null = from; start !== null; ) {
    const { rows, next }: Page<NftRow> = await listNfts(db, pk, start, linesAtOnce)
    yield await viewed(rows)
    start = next === null ? null : { after: next }
  }
}

/** The accepted action of an NFT, as the API answers it. @param id the action's */
export async function acceptedAction(
  { reads }: Pick<CoreContext, 'reads'>,
  request: FastifyRequest,
  project: Project,
  id: string,
  collection: CollectionRow,
  row: NftRow,
): Promise<ActionAnswer> {
  const action = findAction(reads, project.id, id)
  if (!action) throw new Error('an action that was just made is not there')
  return actionOf(action, collection, row, baseOf(request))
}
