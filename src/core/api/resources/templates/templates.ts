import { randomUUID } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { idempotencyHeaders, pageQuery } from '../../../../shared/api-schemas/common.ts'
import {
  copiesParams,
  type TemplateAnswer,
  templateAnswer,
  templateChange,
  templateChangeFields,
  templateFields,
  templateParams,
  templateRequest,
} from '../../../../shared/api-schemas/templates.ts'
import type { Project } from '../../../../shared/app-api.ts'
import type { CollectionRow } from '../../../store/collections/collections.ts'
import { addTemplate, type NewTemplate } from '../../../store/collections/new-templates.ts'
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
import { type KeyedRequest, keyedRequest, markReplay, onceFor } from '../../http/replay.ts'
import { check, checkedByHandler } from '../../http/validation.ts'
import { requireCollection } from '../contracts.ts'
import { readMetadata } from '../nfts/mint-drafts.ts'
import { acceptChange } from './template-changes.ts'

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
      const wish = readTemplate(request.body, collection)
      const made = await make(context, collection, wish, keyedRequest(project.id, request))
      if (made.replayed) markReplay(reply, wish.named ? mismatches(made.template, wish) : [])
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
      const wish = readTemplate(request.body, collection, request.params.templateId)
      const made = await make(context, collection, wish, undefined)
      if (made.replayed) markReplay(reply, mismatches(made.template, wish))
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
        querystring: pageQuery,
        response: { 200: z.array(templateAnswer), ...refusals(400, 404, 422) },
      },
    },
    async (request) => {
      const { project } = callers(request)
      const { page, perPage } = request.query
      const collection = await copiesCollection(context, project, request.params.collectionId)
      const rows = await listTemplates(context.db, collection.pk, { offset: (page - 1) * perPage, limit: perPage })
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
      const { pk, id } = await requireTemplate(context, collection, request.params.templateId)
      await context.db.transaction().execute(async (tx) => {
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

/** @throws ApiFault 404, 422 where the collection is not semi-fungible. */
export async function copiesCollection(context: CoreContext, project: Project, given: string): Promise<CollectionRow> {
  const collection = requireCollection(context, project, given)
  if (collection.fungibility === 'semi-fungible') return collection
  throw new ApiFault(
    422,
    'collection.nonFungible',
    `The collection ${JSON.stringify(collection.id)} is not semi-fungible, so it has no templates: mint into it with POST …/nfts, or make a collection with "fungibility": "semi-fungible".`,
  )
}

/** @throws ApiFault 404 */
export async function requireTemplate(
  { db }: Pick<CoreContext, 'db'>,
  collection: CollectionRow,
  id: string,
): Promise<TemplateFigures> {
  const template = await findTemplate(db, collection.pk, id)
  if (!template) throw notFound('template', id)
  return template
}

type Wish = NewTemplate & { named: boolean; limited: boolean }

function readTemplate(body: unknown, collection: CollectionRow, id?: string): Wish {
  const shape = check(templateFields, body)
  const metadata = readMetadata(hasMetadata(body) ? body.metadata : undefined, collection.base_uri !== null)
  if (!shape.ok || !metadata.ok)
    throw invalidRequest([...(shape.ok ? [] : shape.faults), ...(metadata.ok ? [] : metadata.faults)])
  const { templateId, onChain, supply, reuploadLinkedFiles } = shape.value
  const own = id ?? templateId
  return {
    id: own ?? randomUUID(),
    named: own !== undefined,
    metadata: metadata.value,
    reupload: reuploadLinkedFiles ?? true,
    supplyLimit: supply?.limit ?? null,
    limited: supply?.limit !== undefined,
    tokenId: onChain?.tokenId,
  }
}

function hasMetadata(body: unknown): body is { metadata: unknown } {
  return typeof body === 'object' && body !== null && 'metadata' in body
}

async function make(
  { db, clock }: CoreContext,
  collection: CollectionRow,
  wish: Wish,
  keyed: KeyedRequest | undefined,
): Promise<{ template: TemplateFigures; replayed: boolean }> {
  const now = clock()
  return await db.transaction().execute(async (tx) => {
    let made = false
    const { ids } = await onceFor(tx, keyed, now, async () => {
      if (await findTemplate(tx, collection.pk, wish.id)) return [wish.id]
      await addTemplate(tx, collection, wish, now)
      made = true
      return [wish.id]
    })
    const template = await findTemplate(tx, collection.pk, ids[0] ?? wish.id)
    if (!template) throw notFound('template', ids[0] ?? wish.id)
    return { template, replayed: !made }
  })
}

/** The fields in which a body asks for something else than what stands. */
function mismatches(standing: TemplateFigures, wish: Wish): string[] {
  const { metadata } = wish
  const same =
    metadata === null
      ? standing.metadata_hash === null && standing.metadata_uri === null
      : 'hash' in metadata
        ? metadata.hash === standing.metadata_hash
        : metadata.uri === standing.metadata_uri
  return [
    ...(same ? [] : ['metadata']),
    ...(wish.tokenId === undefined || wish.tokenId === standing.token_id ? [] : ['onChain.tokenId']),
    ...(!wish.limited || wish.supplyLimit === standing.supply_limit ? [] : ['supply.limit']),
    ...(wish.reupload === (standing.reupload === 1) ? [] : ['reuploadLinkedFiles']),
  ]
}

function templateView(row: TemplateFigures): TemplateAnswer {
  return {
    templateId: row.id,
    metadata: row.json === null ? row.metadata_uri : JSON.parse(row.json),
    onChain: { tokenId: String(row.token_id) },
    supply: { ...(row.supply_limit === null ? {} : { limit: row.supply_limit }), minted: Number(row.minted) },
  }
}
