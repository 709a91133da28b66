import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { storageRequest, storageState, storageTest } from '../../../shared/api-schemas/storage.ts'
import { storageSeen } from '../../../shared/app-api/storage-seen.ts'
import { storageSeenFromOutside } from '../../verification/storage-seen.ts'
import type { AppContext } from './context.ts'
import { storageShownTo } from './shown-settings.ts'

/** The storage of live projects: see, set, test, remove it. Its secret goes in and is never returned. */
export function storageRoutes(context: AppContext): FastifyPluginAsyncZod {
  const { storage, providers } = context
  return async (app) => {
    app.get('/storage', { schema: { response: { 200: storageState } } }, async ({ caller }) =>
      storageShownTo(caller?.person, await storage.state()),
    )
    app.put('/storage', { schema: { body: storageRequest, response: { 200: storageState } } }, (request) =>
      storage.set(request.body),
    )
    app.delete('/storage', { schema: { response: { 200: storageState } } }, () => storage.off())
    app.post('/storage/seen', { schema: { response: { 200: storageSeen } } }, async () =>
      storageSeenFromOutside(await storage.probe(), {
        ...context,
        items: storage.items,
        gateways: () => providers.gateways(),
      }),
    )
    app.post('/storage/test', { schema: { response: { 200: storageTest } } }, () => storage.test())
  }
}
