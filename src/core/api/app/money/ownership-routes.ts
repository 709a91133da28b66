import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import {
  handoverRequest,
  handoverStarted,
  type Ownership,
  offerRequest,
  ownership,
  type Project,
} from '../../../../shared/app-api.ts'
import { isChainName } from '../../../../shared/chains.ts'
import { familyOf } from '../../../../shared/families.ts'
import type { Acceptance } from '../../../chains/family/collections.ts'
import type { ChainClient } from '../../../chains/family/family.ts'
import { CoreError } from '../../../lib/errors.ts'
import { coinOf } from '../../../minting/runs/view.ts'
import { type CollectionRow, collectionByPk, deploymentFailed } from '../../../store/collections/collections.ts'
import { setOffer } from '../../../store/collections/ownership.ts'
import { acceptChanges } from '../../resources/collections/changes.ts'
import { requireCollection } from '../../resources/contracts.ts'
import type { AppContext, ProjectOf } from '../context.ts'

const byId = z.object({ id: z.string() })
/** Ours, ms: with less time left, a request could expire before the completing transaction is in a block. */
const leastLeft = 10 * 60_000

/** Giving a collection to another owner, in two steps; only a person may, never an API key. */
export function ownershipRoutes(context: AppContext, projectOf: ProjectOf): FastifyPluginAsyncZod {
  const { db, chains, vault } = context
  const look = async (project: Project, given: CollectionRow): Promise<Ownership & { client: ChainClient | null }> => {
    const { pk, chain, contract_address: contract, contract_kind: kind, ...row } = await collectionByPk(db, given.pk)
    const { state, offered_to: offeredTo } = row
    const unavailable = isChainName(chain) ? chains.unavailable(project.kind, chain) : 'Its network is not known here.'
    const client = unavailable === null ? await chains.client(project.kind, chain) : null
    const impossible =
      unavailable ??
      (client?.handover === undefined
        ? 'On this chain a collection’s creator alone mints into it, and stays its creator: Mintdesk could not go on minting for another owner.'
        : (client.handover.impossible(kind) ??
          (state === 'deployed' && contract !== null ? null : undeployed(given.id, state))))
    if (impossible !== null || contract === null || !client?.handover)
      return { impossible, owner: null, isOurs: true, offeredTo, askedUntil: null, request: null, client }
    const [owner, until] = await Promise.all([
      client.owner?.(contract) ?? null,
      offeredTo === null ? null : client.handover.askedUntil(contract, offeredTo, project.index),
    ])
    const isOurs = owner === null || owner === client.treasury(project.index)
    // A completed transfer of ownership is no longer an offer.
    if (!isOurs && offeredTo !== null && owner === offeredTo) await setOffer(db, pk, null)
    const stands = isOurs ? offeredTo : null
    return {
      ...{ impossible, owner, isOurs, client, offeredTo: stands },
      askedUntil: until === null ? null : new Date(until).toISOString(),
      request:
        stands === null ? null : shownRequest(chain, client.handover.acceptance(contract, stands, project.index)),
    }
  }
  const shownRequest = (chain: string, request: Acceptance): Ownership['request'] =>
    request.kind === 'call' ? request : { ...request, amount: coinOf(chains.networks, chain)(request.amount) }
  const shown = async (project: Project, collection: CollectionRow): Promise<Ownership> => {
    const { client: _client, ...seen } = await look(project, collection)
    return seen
  }
  const answers = { params: byId, response: { 200: ownership } }

  return async (app) => {
    app.get('/collections/:id/ownership', { schema: answers }, (request) => {
      const project = projectOf(request)
      return shown(project, requireCollection(context, project, request.params.id))
    })

    app.put('/collections/:id/ownership', { schema: { ...answers, body: offerRequest } }, async (request) => {
      const project = projectOf(request)
      const collection = requireCollection(context, project, request.params.id)
      const { to, again, passphrase } = request.body
      const { impossible, isOurs, owner, client } = await look(project, collection)
      if (impossible !== null) throw new CoreError('collection.handover', impossible)
      if (!isOurs)
        throw new CoreError('collection.notOwner', `It belongs to ${owner}: only that address can give it away.`)
      const address = addressIn(collection.chain, to)
      if (address !== addressIn(collection.chain, again))
        throw new CoreError(
          'collection.handover',
          'The two addresses differ: type the address once more, from where you have it.',
        )
      if (address === client?.treasury(project.index))
        throw new CoreError('collection.handover', 'That is the address of the fee balance, which owns it already.')
      if (project.kind === 'live') await vault.prove(passphrase)
      await setOffer(db, collection.pk, address)
      return shown(project, collection)
    })

    app.delete('/collections/:id/ownership', { schema: answers }, async (request) => {
      const project = projectOf(request)
      const collection = requireCollection(context, project, request.params.id)
      await setOffer(db, collection.pk, null)
      return shown(project, collection)
    })

    app.post(
      '/collections/:id/ownership/complete',
      { schema: { params: byId, body: handoverRequest, response: { 200: handoverStarted } } },
      async (request) => {
        const project = projectOf(request)
        const collection = requireCollection(context, project, request.params.id)
        const { impossible, offeredTo, askedUntil, request: asked } = await look(project, collection)
        if (impossible !== null) throw new CoreError('collection.handover', impossible)
        if (offeredTo === null)
          throw new CoreError('collection.handover', 'It is offered to nobody: offer it to an address first.')
        if (offeredTo !== request.body.to)
          throw new CoreError(
            'collection.offerChanged',
            `It is offered to ${offeredTo} now, and no longer to ${request.body.to}: look at it again, then complete it.`,
          )
        if (askedUntil === null || Date.parse(askedUntil) - context.clock() < leastLeft)
          throw new CoreError(
            'collection.handover',
            `${offeredTo} has not asked for it on chain, or its request ends too soon: ${asked?.kind === 'payment' ? 'send the amount that is asked for' : 'call requestOwnershipHandover'} from that address, then complete it within 48 hours. So it cannot go to an address that nobody has.`,
          )
        const { actionId } = await acceptChanges(context, project, collection, async (now, tx) => {
          // A second click must not give it away twice.
          if (now.offered_to !== offeredTo)
            throw new CoreError('collection.handover', 'It is being given away already.')
          await setOffer(tx, now.pk, null)
          return [{ kind: 'hand-over', to: offeredTo }]
        })
        return { actionId }
      },
    )
  }
}

function undeployed(id: string, state: CollectionRow['state']): string {
  if (state === 'failed') return deploymentFailed(id).message
  return state === 'wanted'
    ? 'It is being put on chain: look at it again when it is there.'
    : 'It is not on chain yet: mint into it, or change one of its settings, first.'
}

/** @throws CoreError `collection.handover` for a text that is no address there */
function addressIn(chain: string, text: string): string {
  const checked = familyOf(chain).checkAddress(text.trim())
  if (checked.ok && !/^0x0+$/.test(checked.address)) return checked.address
  const why = checked.ok
    ? 'Nobody has the key of that address.'
    : checked.faults.map(({ message }) => message).join(' ')
  throw new CoreError('collection.handover', why)
}
