import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { collectionParams } from '../../../../shared/api-schemas/collections.ts'
import { stable } from '../../../../shared/api-schemas/common.ts'
import {
  baseUriAnswer,
  baseUriRequest,
  royaltiesAnswer,
  royaltiesRequest,
  transferableRequest,
} from '../../../../shared/api-schemas/contract-settings.ts'
import { type ChainName, chainLabel } from '../../../../shared/chains.ts'
import { familyOf } from '../../../../shared/families.ts'
import { CoreError } from '../../../lib/errors.ts'
import { type CollectionSettings, settledOf } from '../../../store/collections/settings.ts'
import { identifyCallers } from '../../http/callers.ts'
import type { CoreContext } from '../../http/context.ts'
import { invalidRequest } from '../../http/faults.ts'
import { baseOf } from '../../http/host.ts'
import { refusals, security } from '../../http/openapi.ts'
import { check, checkedByHandler, fieldOf } from '../../http/validation.ts'
import { requireCollection } from '../contracts.ts'
import { acceptChanges, type Change } from './changes.ts'
import { addressFaults, normalAddress } from './payments.ts'

const common = { tags: ['Collections'], security, params: collectionParams }
const taken = z.null().meta({ description: 'Accepted; the header `Location` names the action.' })
const later = 'Answered when it is on disk; the action in `Location` tells when it is on chain. '

/** Settings of a contract that have URLs of their own; alpha. */
export async function contractSettingRoutes(
  plain: FastifyInstance,
  { context }: { context: CoreContext },
): Promise<void> {
  const callers = identifyCallers(plain, context)
  const app = plain.withTypeProvider<ZodTypeProvider>()
  const path = (setting: string) => `/minting/collections/:collectionId/${setting}`
  const read = { config: { scopes: ['collections.read'] } } as const
  const write = { config: { scopes: ['collections.update'] } } as const

  type Named = FastifyRequest & { params: { collectionId: string } }
  const settings = async (request: Named): Promise<CollectionSettings> =>
    settledOf(requireCollection(context, callers(request).project, request.params.collectionId))
  const change = async (request: Named, reply: FastifyReply, wanted: (chain: ChainName) => Change): Promise<null> => {
    const { project } = callers(request)
    const collection = requireCollection(context, project, request.params.collectionId)
    const one = wanted(collection.chain as ChainName)
    const { actionId } = await acceptChanges(context, project, collection, () => [one])
    reply.code(204).header('Location', `${baseOf(request)}${stable}/actions/${actionId}`)
    return null
  }

  app.put(
    path('base-uri'),
    {
      ...write,
      schema: {
        ...common,
        operationId: 'putBaseUri',
        summary: 'Set the base URI of a collection',
        description: `${later}With it set, metadata may be left out of a mint: the token's URI is then \`{uri}/{tokenId}\`.`,
        body: baseUriRequest,
        response: { 204: taken, ...refusals(400, 404, 413, 415, 422, 503) },
      },
    },
    async (request, reply) =>
      change(request, reply, () => ({ kind: 'set-base-uri', uri: request.body.uri.replace(/\/+$/, '') })),
  )
  app.get(
    path('base-uri'),
    {
      ...read,
      schema: {
        ...common,
        operationId: 'getBaseUri',
        summary: 'Read the base URI of a collection, as the chain has it',
        response: { 200: baseUriAnswer, ...refusals(400, 404) },
      },
    },
    async (request) => ({ uri: (await settings(request)).baseUri }),
  )

  app.put(
    path('transferable'),
    {
      ...write,
      schema: {
        ...common,
        operationId: 'putTransferable',
        summary: 'Let holders transfer their tokens, or not',
        description: `${later}Off: transfers and approvals are refused by the contract; minting and burning are not.`,
        body: transferableRequest,
        response: { 204: taken, ...refusals(400, 404, 413, 415, 422, 503) },
      },
    },
    async (request, reply) =>
      change(request, reply, () => ({ kind: 'set-transferable', transferable: request.body.value })),
  )
  app.get(
    path('transferable'),
    {
      ...read,
      schema: {
        ...common,
        operationId: 'getTransferable',
        summary: 'Whether holders can transfer their tokens, as the chain has it',
        response: { 200: transferableRequest, ...refusals(400, 404) },
      },
    },
    async (request) => ({ value: (await settings(request)).transferable }),
  )

  app.put(
    path('royalties'),
    {
      config: { ...write.config, ...checkedByHandler },
      schema: {
        ...common,
        operationId: 'putRoyalties',
        summary: 'Set the royalties of a collection',
        description: `${later}One recipient, as EIP-2981 has it.`,
        body: royaltiesRequest,
        response: { 204: taken, ...refusals(400, 404, 413, 415, 422, 503) },
      },
    },
    async (request, reply) =>
      change(request, reply, (chain) => ({ kind: 'set-royalty', royalty: readRoyalty(request.body, chain) })),
  )
  app.get(
    path('royalties'),
    {
      ...read,
      schema: {
        ...common,
        operationId: 'getRoyalties',
        summary: 'Read the royalties of a collection, as the chain has them',
        response: { 200: royaltiesAnswer, ...refusals(400, 404) },
      },
    },
    async (request) => {
      const { royalty } = await settings(request)
      const recipients = royalty ? [{ address: royalty.receiver, basisPoints: royalty.basisPoints }] : []
      return { recipients }
    },
  )
  app.delete(
    path('royalties'),
    {
      ...write,
      schema: {
        ...common,
        operationId: 'deleteRoyalties',
        summary: 'Take the royalties of a collection away',
        description: later,
        response: { 204: taken, ...refusals(400, 404, 422, 503) },
      },
    },
    async (request, reply) => change(request, reply, () => ({ kind: 'set-royalty', royalty: null })),
  )
}

/** @throws ApiFault 400 with every fault; CoreError 422 for several recipients */
function readRoyalty(body: unknown, chain: ChainName): { receiver: string; basisPoints: number } {
  const shape = check(royaltiesRequest, body)
  const given = fieldOf(body, 'recipients')
  const faults = (Array.isArray(given) ? given : []).flatMap((recipient, at) => {
    const address = fieldOf(recipient, 'address')
    return typeof address === 'string' ? addressFaults(chain, `recipients[${at}].address`, address) : []
  })
  if (!shape.ok || faults.length > 0) throw invalidRequest([...(shape.ok ? [] : shape.faults), ...faults])
  const [recipient, ...more] = shape.value.recipients
  const receiver = recipient && normalAddress(chain, recipient.address)
  if (!recipient || receiver === undefined || more.length > 0)
    throw new CoreError('royalties.recipients', familyOf(chain).words.oneRoyaltyRecipient(chainLabel(chain)))
  return { receiver, basisPoints: recipient.basisPoints }
}
