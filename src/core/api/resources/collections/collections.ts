import type { FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { actionAnswer } from '../../../../shared/api-schemas/actions.ts'
import {
  collectionAnswer,
  collectionList,
  collectionParams,
  collectionPatch,
  collectionRequest,
} from '../../../../shared/api-schemas/collections.ts'
import { idempotencyHeaders, listQuery } from '../../../../shared/api-schemas/common.ts'
import type { ChainName } from '../../../../shared/chains.ts'
import { listCollections } from '../../../store/collections/collections.ts'
import { collectionIdOf } from '../../../store/collections/default-collections.ts'
import { pageOfCollections } from '../../../store/collections/summaries.ts'
import { findAction } from '../../../store/journal/actions.ts'
import { identifyCallers } from '../../http/callers.ts'
import type { CoreContext } from '../../http/context.ts'
import { baseOf } from '../../http/host.ts'
import { refusals, security } from '../../http/openapi.ts'
import { pageAsked, tellNext } from '../../http/pages.ts'
import { keyedRequest, markReplay } from '../../http/replay.ts'
import { accepted, checkedByHandler } from '../../http/validation.ts'
import { actionOf } from '../actions/view.ts'
import { requireCollection, withContract } from '../contracts.ts'
import { acceptChanges, patchChanges } from './changes.ts'
import { acceptCollection, readCollection, readPatch } from './requests.ts'
import { withSale } from './sale.ts'
import { collectionView, mismatches } from './view.ts'

const common = { tags: ['Collections'], security }

export async function collectionRoutes(plain: FastifyInstance, { context }: { context: CoreContext }): Promise<void> {
  const { networks } = context.chains
  const callers = identifyCallers(plain, context)
  const app = plain.withTypeProvider<ZodTypeProvider>()

  app.post(
    '/collections',
    {
      config: { scopes: ['collections.create'], ...checkedByHandler },
      schema: {
        ...common,
        operationId: 'createCollection',
        summary: 'Create a collection',
        description:
          'Its contract is deployed at once; the action tells when it is on chain. `Idempotency-Key` makes repeats safe.',
        headers: idempotencyHeaders,
        body: collectionRequest,
        response: { 200: collectionAnswer, ...refusals(400, 409, 413, 415, 422, 503) },
      },
    },
    async (request, reply) => {
      const { project } = callers(request)
      const body = accepted(readCollection(networks, request.body))
      const keyed = keyedRequest(project.id, null, request)
      const made = await acceptCollection(context, { project, id: undefined, body, keyed })
      if (made.replayed) markReplay(reply, [])
      return collectionView(networks, await withContract(context, project, made.collection))
    },
  )

  app.put(
    '/collections/:collectionId',
    {
      config: { scopes: ['collections.create'], ...checkedByHandler },
      schema: {
        ...common,
        operationId: 'putCollection',
        summary: 'Create a collection under your own id',
        description:
          'The same id again answers the collection as it stands and creates nothing: `Idempotent-Replay: true`, and `Idempotent-Mismatch` names the fields that asked for something else.',
        params: collectionParams,
        body: collectionRequest,
        response: { 200: collectionAnswer, ...refusals(400, 413, 415, 422, 503) },
      },
    },
    async (request, reply) => {
      const { project } = callers(request)
      const id = collectionIdOf(request.params.collectionId)
      const body = accepted(readCollection(networks, request.body))
      const made = await acceptCollection(context, { project, id, body, keyed: undefined })
      if (made.replayed) markReplay(reply, mismatches(networks, made.collection, body))
      return collectionView(networks, await withContract(context, project, made.collection))
    },
  )

  app.patch(
    '/collections/:collectionId',
    {
      config: { scopes: ['collections.update'], ...checkedByHandler },
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
      const named = requireCollection(context, project, request.params.collectionId)
      const patch = accepted(readPatch(networks, request.body, named.chain as ChainName))
      const { actionId, collection } = await acceptChanges(context, project, named, (standing, tx) =>
        patchChanges(networks, patch, standing, tx),
      )
      const action = findAction(context.reads, project.id, actionId)
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
        description:
          'All of them, or with any of `page`, `perPage` and `cursor` a page: `cursor` is the header `X-Mintdesk-Next` of the page before.',
        querystring: listQuery,
        response: { 200: collectionList, ...refusals(400) },
      },
    },
    async (request, reply) => {
      const { project } = callers(request)
      const { query } = request
      const all = query.page === undefined && query.perPage === undefined && query.cursor === undefined
      const { start, limit } = pageAsked('collections', query)
      const { rows, next } = all
        ? { rows: await listCollections(context.db, project.id), next: null }
        : await pageOfCollections(context.db, project.id, start, limit)
      tellNext(reply, 'collections', next)
      const results = await Promise.all(rows.map((row) => withContract(context, project, row)))
      return { results: results.map((row) => collectionView(networks, row)) }
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
      const collection = requireCollection(context, project, request.params.collectionId)
      return collectionView(
        networks,
        await withSale(context, project, await withContract(context, project, collection)),
      )
    },
  )
}
