import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { visibility } from '../../../shared/app-api/visibility.ts'
import { visibleFromOutside } from '../../verification/visible.ts'
import { requireCollection } from '../resources/contracts.ts'
import type { AppContext, ProjectOf } from './context.ts'

/** What others see of a collection. A route of its own, because it asks public gateways, which takes seconds. */
export function visibilityRoutes(context: AppContext, projectOf: ProjectOf): FastifyPluginAsyncZod {
  const { providers } = context
  return async (app) => {
    app.get(
      '/collections/:id/visible',
      { schema: { params: z.object({ id: z.string() }), response: { 200: visibility } } },
      (request) => {
        const project = projectOf(request)
        const collection = requireCollection(context, project, request.params.id)
        return visibleFromOutside(
          { ...context, items: context.storage.items, gateways: () => providers.gateways() },
          project,
          collection,
        )
      },
    )
  }
}
