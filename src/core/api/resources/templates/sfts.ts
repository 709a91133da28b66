import type { FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { actionAnswer } from '../../../../shared/api-schemas/actions.ts'
import { idempotencyHeaders } from '../../../../shared/api-schemas/common.ts'
import { copiesParams, sftRequest } from '../../../../shared/api-schemas/templates.ts'
import { isChainName } from '../../../../shared/chains.ts'
import { parseRecipient, type Recipient } from '../../../../shared/locator.ts'
import type { CollectionRow } from '../../../store/collections/collections.ts'
import { whoIs } from '../../http/audit.ts'
import { identifyCallers } from '../../http/callers.ts'
import type { CoreContext } from '../../http/context.ts'
import { baseOf } from '../../http/host.ts'
import { refusals, security } from '../../http/openapi.ts'
import { keyedRequest } from '../../http/replay.ts'
import { accepted, check, checkedByHandler } from '../../http/validation.ts'
import { readAction } from '../actions/actions.ts'
import { type Read, wantedEdition } from '../nfts/mint-drafts.ts'
import { acceptMints } from '../nfts/minting-requests.ts'
import { takeMints } from '../nfts/take-mints.ts'
import { copiesCollection, requireTemplate } from './find-template.ts'

/** The minting of copies of templates. */
export async function sftRoutes(plain: FastifyInstance, { context }: { context: CoreContext }): Promise<void> {
  const callers = identifyCallers(plain, context)
  const take = takeMints(context)

  plain.withTypeProvider<ZodTypeProvider>().post(
    '/collections/:collectionId/sfts',
    {
      config: { scopes: ['nfts.create'], ...checkedByHandler },
      schema: {
        tags: ['Templates'],
        security,
        operationId: 'mintSft',
        summary: 'Mint copies of a template',
        description: 'Answered once it is on disk. `Idempotency-Key` makes repeats safe.',
        params: copiesParams,
        headers: idempotencyHeaders,
        body: sftRequest,
        response: { 200: actionAnswer, ...refusals(400, 404, 409, 413, 415, 422, 503) },
      },
    },
    async (request, reply) => {
      const caller = callers(request)
      const { project } = caller
      const collection = await copiesCollection(context, project, request.params.collectionId)
      const { templateId, recipient, amount } = accepted(readSft(request.body, collection))
      await requireTemplate(context, collection, templateId)
      const given = [wantedEdition({ recipient, templateId, amount })]
      const keyed = keyedRequest(project.id, collection.pk, request)
      const [minted] = await acceptMints(
        context,
        take,
        { caller, who: whoIs(request), project, collection, given, keyed },
        reply,
      )
      const action = minted && readAction(context, project, minted.actionId, baseOf(request))
      if (!action) throw new Error('an action that was just made is not there')
      return action
    },
  )
}

type Sft = { templateId: string; recipient: Recipient; amount: number }

function readSft(body: unknown, { chain }: CollectionRow): Read<Sft> {
  const shape = check(sftRequest, body)
  const given: unknown = typeof body === 'object' && body !== null && 'recipient' in body ? body.recipient : undefined
  const parsed = typeof given === 'string' ? parseRecipient(given, isChainName(chain) ? chain : undefined) : undefined
  const faults = shape.ok ? [] : [...shape.faults]
  if (parsed?.ok === false) faults.push(...parsed.faults.map(({ message }) => ({ path: 'recipient', message })))
  if (!shape.ok || !parsed?.ok) return { ok: false, faults }
  const { templateId, amount = 1 } = shape.value
  return { ok: true, value: { templateId, recipient: parsed.recipient, amount } }
}
