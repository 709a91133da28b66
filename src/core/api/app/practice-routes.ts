import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { resetCounts } from '../../../shared/app-api.ts'
import { practiceChains } from '../../../shared/chains.ts'
import { countForReset } from '../../store/practice-reset.ts'
import { ApiFault } from '../faults.ts'
import type { AppContext, ProjectOf } from './context.ts'

const params = z.object({ chain: z.enum(practiceChains) })

/** `GET /app/practice/{chain}/reset`: what would be removed. `POST`: the network begins afresh, with all that Mintdesk knows of it. */
export function practiceRoutes({ db, resetPractice }: AppContext, projectOf: ProjectOf): FastifyPluginAsyncZod {
  return async (app) => {
    app.get('/practice/:chain/reset', { schema: { params, response: { 200: resetCounts } } }, (request) =>
      countForReset(db, request.params.chain),
    )
    app.post('/practice/:chain/reset', { schema: { params } }, async (request, reply) => {
      if (projectOf(request).kind === 'live')
        throw new ApiFault(
          409,
          'network.live',
          'This project is live, and live networks cannot be reset: choose a practice project.',
        )
      await resetPractice(request.params.chain)
      return reply.code(204).send()
    })
  }
}
