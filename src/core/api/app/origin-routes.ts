import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { allowedOrigins } from '../../../shared/app-api.ts'
import type { AppContext } from './context.ts'

/** Pages of other origins that may call the API; of the installation, not of a project. */
export function originRoutes({ origins }: AppContext): FastifyPluginAsyncZod {
  return async (app) => {
    app.get('/origins', { schema: { response: { 200: allowedOrigins } } }, async () => ({ origins: origins.list() }))
    app.put('/origins', { schema: { body: allowedOrigins, response: { 200: allowedOrigins } } }, async (request) => ({
      origins: await origins.set(request.body.origins),
    }))
  }
}
