import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { storageRequest, storageState, storageTest } from '../../../shared/api-schemas/storage.ts'
import type { AppContext } from './context.ts'

/** The pinning service of live projects: see, set, test, take away. Its secret goes in and never comes out. */
export function storageRoutes({ storage }: AppContext): FastifyPluginAsyncZod {
  return async (app) => {
    app.get('/storage', { schema: { response: { 200: storageState } } }, () => storage.state())
    app.put('/storage', { schema: { body: storageRequest, response: { 200: storageState } } }, (request) =>
      storage.set(request.body),
    )
    app.delete('/storage', { schema: { response: { 200: storageState } } }, () => storage.off())
    app.post('/storage/test', { schema: { response: { 200: storageTest } } }, () => storage.test())
  }
}
