import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { recoveryOptions, recoveryState } from '../../../shared/app-api.ts'
import type { AppContext } from './context.ts'

/** Rebuilds collections and NFTs from the seed and the chains, after the database was lost. */
export function recoveryRoutes({ recovery }: AppContext): FastifyPluginAsyncZod {
  return async (app) => {
    app.post('/recovery', { schema: { body: recoveryOptions, response: { 200: recoveryState } } }, async (request) => {
      await recovery.start(request.body)
      return recovery.state()
    })
    app.get('/recovery', { schema: { response: { 200: recoveryState } } }, async () => recovery.state())
  }
}
