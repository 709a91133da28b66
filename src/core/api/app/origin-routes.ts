import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { allowedOrigins, originParams } from '../../../shared/app-api.ts'
import type { AppContext } from './context.ts'

/** Web origins whose pages may call the API; they belong to the installation, not to a project. */
export function originRoutes({ origins }: AppContext): FastifyPluginAsyncZod {
  return async (app) => {
    app.get('/origins', { schema: { response: { 200: allowedOrigins } } }, async () => ({ origins: origins.list() }))
    const schema = { params: originParams, response: { 200: allowedOrigins } }
    app.put('/origins/:origin', { schema }, async ({ params }) => ({ origins: await origins.allow(params.origin) }))
    app.delete('/origins/:origin', { schema }, async ({ params }) => ({ origins: await origins.remove(params.origin) }))
  }
}
