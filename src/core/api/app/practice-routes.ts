import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { chainLabel, practiceChains } from '../../../shared/chains.ts'
import { isBusy } from '../../store/lane-work.ts'
import { ApiFault } from '../faults.ts'
import type { AppContext } from './context.ts'

/**
 * `POST /app/practice/{chain}/reset`: the practice network begins anew. What others put there is gone; what Mintdesk made comes back by
 * itself, transaction by transaction. 409 `network.busy` while something is in flight on it.
 */
export function practiceRoutes({ db, resetPractice }: AppContext): FastifyPluginAsyncZod {
  return async (app) => {
    app.post(
      '/practice/:chain/reset',
      { schema: { params: z.object({ chain: z.enum(practiceChains) }) } },
      async (request, reply) => {
        const { chain } = request.params
        if (await isBusy(db, 'practice', chain))
          throw new ApiFault(
            409,
            'network.busy',
            `The practice network for ${chainLabel(chain)} cannot be reset while something is minted on it: wait for its runs to end, or pause them.`,
          )
        await resetPractice(chain)
        return reply.code(204).send()
      },
    )
  }
}
