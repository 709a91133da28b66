import swaggerUi from '@fastify/swagger-ui'
import type { FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { collectionChains } from '../../shared/chains.ts'
import type { CoreContext } from '../context.ts'
import { listProjects } from '../store/projects.ts'
import { baseOf } from './host.ts'
import { refusalsToAll } from './openapi.ts'

const health = z
  .object({
    status: z.literal('ok'),
    version: z.string(),
    networks: z.array(
      z.object({
        chain: z.string(),
        kind: z.enum(['practice', 'live']),
        available: z.boolean(),
        reason: z.string().optional().meta({ description: 'Why nothing can be done on it now.' }),
      }),
    ),
  })
  .meta({ id: 'Health' })

/** What needs no key: whether the service is well, and what describes it. */
export async function serviceRoutes(plain: FastifyInstance, { context }: { context: CoreContext }): Promise<void> {
  const app = plain.withTypeProvider<ZodTypeProvider>()

  app.get(
    '/health',
    {
      schema: {
        tags: ['Service'],
        summary: 'Whether the service is well; needs no key',
        response: { 200: health, ...refusalsToAll() },
      },
    },
    async () => {
      const kinds = new Set((await listProjects(context.db)).map(({ kind }) => kind))
      const networks = [...kinds].flatMap((kind) =>
        collectionChains.map((chain) => {
          const reason = context.chains.unavailable(kind, chain)
          return { chain, kind, available: reason === null, ...(reason === null ? {} : { reason }) }
        }),
      )
      return { status: 'ok' as const, version: context.version, networks }
    },
  )

  plain.get('/openapi.json', { schema: { hide: true } }, async (request) => ({
    ...plain.swagger(),
    servers: [{ url: baseOf(request) }],
  }))

  await plain.register(swaggerUi, {
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
