import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import type { FastifyInstance, RouteOptions } from 'fastify'
import { documentApi } from './openapi.ts'

/**
 * Adds the description of routes to a server, and `/docs`, which shows it.
 * @param described routes of another server, which handles them
 */
export async function addDocs(
  part: FastifyInstance,
  described: readonly RouteOptions[],
  version: string,
): Promise<void> {
  await part.register(swagger, documentApi(version))
  for (const { method, url, schema } of described)
    part.route({ method, url, ...(schema === undefined ? {} : { schema }), handler: async () => undefined })
  await part.register(swaggerUi, {
    routePrefix: '/docs',
    staticCSP: docsPolicy,
    theme: { title: 'Mintdesk API' },
    uiConfig: { layout: 'BaseLayout', deepLinking: true, persistAuthorization: false, tryItOutEnabled: true },
  })
}

const docsPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')
