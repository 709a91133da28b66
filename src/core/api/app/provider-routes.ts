import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import {
  gatewaysRequest,
  providerRequest,
  providersState,
  providerTest,
} from '../../../shared/api-schemas/providers.ts'
import type { AppContext } from './context.ts'
import { providersShownTo } from './shown-settings.ts'

const byScope = z.object({ scope: z.string().max(50) })

/** The providers: see, set, test, remove them. Keys go in and are never returned. */
export function providerRoutes({ providers }: AppContext): FastifyPluginAsyncZod {
  return async (app) => {
    const state = { response: { 200: providersState } }
    app.get('/providers', { schema: state }, async ({ caller }) =>
      providersShownTo(caller?.person, await providers.state()),
    )
    app.put('/providers/:scope', { schema: { ...state, params: byScope, body: providerRequest } }, (request) =>
      providers.set(request.params.scope, request.body),
    )
    app.delete('/providers/:scope', { schema: { ...state, params: byScope } }, (request) =>
      providers.drop(request.params.scope),
    )
    app.post('/providers/:scope/test', { schema: { params: byScope, response: { 200: providerTest } } }, (request) =>
      providers.test(request.params.scope),
    )
    app.put('/gateways', { schema: { ...state, body: gatewaysRequest } }, (request) =>
      providers.setGateways(request.body.gateways, request.body.shown),
    )
  }
}
