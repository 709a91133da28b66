import type { FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { type ActionAnswer, actionAnswer, actionParams } from '../../../../shared/api-schemas/actions.ts'
import type { Project, Scope } from '../../../../shared/app-api.ts'
import { scopes } from '../../../../shared/app-api.ts'
import {
  type CollectionRow,
  readCollectionByAction,
  readCollectionByPk,
} from '../../../store/collections/collections.ts'
import { findMint, readMint } from '../../../store/collections/nfts.ts'
import { findAction } from '../../../store/journal/actions.ts'
import { findTransfer } from '../../../store/journal/transfers/transfers.ts'
import { requireScope } from '../../http/auth.ts'
import { identifyCallers } from '../../http/callers.ts'
import type { CoreContext } from '../../http/context.ts'
import { notFound } from '../../http/faults.ts'
import { baseOf } from '../../http/host.ts'
import { refusals, security } from '../../http/openapi.ts'
import { answeredAsMade } from '../../http/validation.ts'
import { actionOfTransfer } from '../transfers/view.ts'
import { actionOf, actionOfMint, actionOfNewCollection } from './view.ts'

export async function actionRoutes(plain: FastifyInstance, { context }: { context: CoreContext }): Promise<void> {
  const callers = identifyCallers(plain, context)
  plain.withTypeProvider<ZodTypeProvider>().get(
    '/actions/:actionId',
    {
      ...answeredAsMade,
      schema: {
        tags: ['Actions'],
        security,
        operationId: 'getAction',
        summary: 'Read an action',
        description:
          'Found by the id of the action or of the NFT. Any scope reads actions of its own kind; `nfts.create` reads all.',
        params: actionParams,
        response: { 200: actionAnswer, ...refusals(400, 404) },
      },
    },
    (request) => {
      const caller = callers(request)
      const action = readAction(context, caller.project, request.params.actionId, baseOf(request))
      if (!action) throw notFound('action', request.params.actionId)
      requireScope(caller, 'nfts.create', ...scopesOf(action.action))
      return action
    },
  )
}

/** An action of the project, or a mint's, by its id or by the id of an NFT, in its committed state. */
export function readAction(
  { reads, cache }: Pick<CoreContext, 'reads' | 'cache'>,
  project: Project,
  id: string,
  base: string,
): ActionAnswer | undefined {
  const collectionOf = ({ collection_pk: pk }: { collection_pk: number }): CollectionRow =>
    cache.get(['collections'], `collection ${pk}`, () => readCollectionByPk(reads, pk))
  const nftOf = ({ mint_pk: pk }: { mint_pk: number | null }) => (pk === null ? undefined : readMint(reads, pk))
  const action = findAction(reads, project.id, id)
  if (action) return actionOf(action, collectionOf(action), nftOf(action), base)
  const transfer = findTransfer(reads, project.id, id)
  if (transfer) return actionOfTransfer(transfer, nftOf(transfer)?.id, base)
  const mint = findMint(reads, project.id, id)
  if (mint) return actionOfMint(mint, collectionOf(mint), base)
  const collection = readCollectionByAction(reads, project.id, id)
  return collection && actionOfNewCollection(collection, base)
}

/** The scopes that may read an action: all scopes for the same resource. */
function scopesOf(action: ActionAnswer['action']): Scope[] {
  const things = action.slice(0, action.lastIndexOf('.') + 1)
  return scopes.filter((scope) => scope.startsWith(things))
}
