import type { FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { idempotencyHeaders, listQuery } from '../../../../shared/api-schemas/common.ts'
import {
  copiesParams,
  templateAnswer,
  templateChange,
  templateChangeFields,
  templateParams,
  templateRequest,
} from '../../../../shared/api-schemas/templates.ts'
import type { CollectionRow } from '../../../store/collections/collections.ts'
import { addTemplate } from '../../../store/collections/new-templates.ts'
import {
  findTemplate,
  listTemplates,
  removeTemplate,
  type TemplateFigures,
  templateUse,
} from '../../../store/collections/templates.ts'
import { identifyCallers } from '../../http/callers.ts'
import type { CoreContext } from '../../http/context.ts'
import { ApiFault, invalidRequest, notFound } from '../../http/faults.ts'
import { refusals, security } from '../../http/openapi.ts'
import { pageAsked, tellNext } from '../../http/pages.ts'
import { type KeyedRequest, keyedRequest, markReplay, onceFor } from '../../http/replay.ts'
import { check, checkedByHandler } from '../../http/validation.ts'
import { readMetadata } from '../nfts/mint-drafts.ts'
import { acceptChange } from './changes.ts'
import { copiesCollection, requireTemplate } from './find-template.ts'
import { hasMetadata, mismatches, readTemplate, type TemplateInput } from './requests.ts'
import { templateView } from './view.ts'

const common = { tags: ['Templates'], security }

/** Templates of semi-fungible collections. */
export async function templateRoutes(plain: FastifyInstance, { context }: { context: CoreContext }): Promise<void> {
  const callers = identifyCallers(plain, context)
  const app = plain.withTypeProvider<ZodTypeProvider>()

  app.post(
    '/collections/:collectionId/templates',
    {
      config: { scopes: ['collections.update'], ...checkedByHandler },
      schema: {
        ...common,
        operationId: 'createTemplate',
        summary: 'Make a template',
        description:
          'Nothing is sent: the contract learns of it with its first copies. `Idempotency-Key` makes repeats safe.',
        params: copiesParams,
        headers: idempotencyHeaders,
        body: templateRequest,
        response: { 200: templateAnswer, ...refusals(400, 404, 409, 413, 415, 422, 503) },
      },
    },
    async (request, reply) => {
      const { project } = callers(request)
      const collection = await copiesCollection(context, project, request.params.collectionId)
      const input = readTemplate(request.body, collection)
      const made = await make(context, collection, input, keyedRequest(project.id, collection.pk, request))
      if (made.replayed) markReplay(reply, input.named ? mismatches(made.template, input) : [])
      return templateView(made.template)
    },
  )

  app.put(
    '/collections/:collectionId/templates/:templateId',
    {
      config: { scopes: ['collections.update'], ...checkedByHandler },
      schema: {
        ...common,
        operationId: 'putTemplate',
        summary: 'Make a template under your own id',
        description:
          'The same id again answers the template as it stands and changes nothing: `Idempotent-Replay: true`, and `Idempotent-Mismatch` names the fields that asked for something else.',
        params: templateParams,
        body: templateRequest,
        response: { 200: templateAnswer, ...refusals(400, 404, 413, 415, 422, 503) },
      },
    },
    async (request, reply) => {
      const { project } = callers(request)
      const collection = await copiesCollection(context, project, request.params.collectionId)
      const input = readTemplate(request.body, collection, request.params.templateId)
      const made = await make(context, collection, input, undefined)
      if (made.replayed) markReplay(reply, mismatches(made.template, input))
      return templateView(made.template)
    },
  )

  app.get(
    '/collections/:collectionId/templates',
    {
      config: { scopes: ['nfts.read'] },
      schema: {
        ...common,
        operationId: 'listTemplates',
        summary: 'List the templates of a collection, oldest first',
        params: copiesParams,
        querystring: listQuery,
        response: { 200: z.array(templateAnswer), ...refusals(400, 404, 422) },
      },
    },
    async (request, reply) => {
      const { project } = callers(request)
      const { start, limit } = pageAsked('templates', request.query)
      const collection = await copiesCollection(context, project, request.params.collectionId)
      const { rows, next } = await listTemplates(context.db, collection.pk, start, limit)
      tellNext(reply, 'templates', next)
      return rows.map(templateView)
    },
  )

  app.get(
    '/collections/:collectionId/templates/:templateId',
    {
      config: { scopes: ['nfts.read'] },
      schema: {
        ...common,
        operationId: 'getTemplate',
        summary: 'Read a template',
        params: templateParams,
        response: { 200: templateAnswer, ...refusals(400, 404, 422) },
      },
    },
    async (request) => {
      const { project } = callers(request)
      const collection = await copiesCollection(context, project, request.params.collectionId)
      return templateView(await requireTemplate(context, collection, request.params.templateId))
    },
  )

  app.patch(
    '/collections/:collectionId/templates/:templateId',
    {
      config: { scopes: ['collections.update'], ...checkedByHandler },
      schema: {
        ...common,
        operationId: 'updateTemplate',
        summary: 'Change the metadata or the supply of a template',
        description:
          'Once copies of it were minted, the contract is changed as well. New metadata replaces the old whole.',
        params: templateParams,
        body: templateChange,
        response: { 204: z.null(), ...refusals(400, 404, 413, 415, 422, 503) },
      },
    },
    async (request, reply) => {
      const { project } = callers(request)
      const collection = await copiesCollection(context, project, request.params.collectionId)
      const template = await requireTemplate(context, collection, request.params.templateId)
      const { body } = request
      const shape = check(templateChangeFields, body)
      const metadata = hasMetadata(body) ? readMetadata(body.metadata, false) : undefined
      if (!shape.ok || metadata?.ok === false)
        throw invalidRequest([...(shape.ok ? [] : shape.faults), ...(metadata?.ok === false ? metadata.faults : [])])
      const { supply, reuploadLinkedFiles } = shape.value
      if (!metadata && supply?.limit === undefined)
        throw invalidRequest([{ path: '', message: 'Nothing is to be changed: give metadata, supply.limit, or both.' }])
      await acceptChange(context, project, collection, template, {
        metadata: metadata?.ok ? { value: metadata.value, reupload: reuploadLinkedFiles ?? true } : undefined,
        supplyLimit: supply?.limit,
      })
      return reply.code(204).send(null)
    },
  )

  app.delete(
    '/collections/:collectionId/templates/:templateId',
    {
      config: { scopes: ['collections.update'] },
      schema: {
        ...common,
        operationId: 'deleteTemplate',
        summary: 'Remove a template that nothing was minted from',
        params: templateParams,
        response: { 204: z.null(), ...refusals(400, 404, 422) },
      },
    },
    async (request, reply) => {
      const { project } = callers(request)
      const collection = await copiesCollection(context, project, request.params.collectionId)
      await context.db.transaction().execute(async (tx) => {
        const { pk, id } = await requireTemplate({ db: tx }, collection, request.params.templateId)
        if ((await templateUse(tx, pk)).mints > 0)
          throw new ApiFault(
            422,
            'template.used',
            `NFTs were minted or asked for from the template ${JSON.stringify(id)}, so it cannot be removed: set its supply.limit to end it.`,
          )
        await removeTemplate(tx, pk)
      })
      return reply.code(204).send(null)
    },
  )
}

async function make(
  { db, clock }: CoreContext,
  collection: CollectionRow,
  input: TemplateInput,
  keyed: KeyedRequest | undefined,
): Promise<{ template: TemplateFigures; replayed: boolean }> {
  const now = clock()
  return await db.transaction().execute(async (tx) => {
    let made = false
    const { ids } = await onceFor(tx, keyed, now, async () => {
      if (await findTemplate(tx, collection.pk, input.id)) return [input.id]
      await addTemplate(tx, collection, input, now)
      made = true
      return [input.id]
    })
    const template = await findTemplate(tx, collection.pk, ids[0] ?? input.id)
    if (!template) throw notFound('template', ids[0] ?? input.id)
    return { template, replayed: !made }
  })
}
