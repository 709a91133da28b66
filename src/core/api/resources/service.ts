import type { FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { collectionChains } from '../../../shared/chains.ts'
import { listProjects } from '../../store/installation/projects.ts'
import type { CoreContext } from '../http/context.ts'
import { refusalsToAll } from '../http/openapi.ts'

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

/** The health of the service; needs no key. */
export async function serviceRoutes(plain: FastifyInstance, { context }: { context: CoreContext }): Promise<void> {
  const app = plain.withTypeProvider<ZodTypeProvider>()

  app.get(
    '/health',
    {
      schema: {
        tags: ['Service'],
        security: [],
        operationId: 'getHealth',
        summary: 'Whether the service is well; needs no key',
        response: { 200: health, ...refusalsToAll() },
      },
    },
    async () => {
      const kinds = new Set((await listProjects(context.db)).map(({ kind }) => kind))
      const networks = [...kinds].flatMap((kind) =>
        [...collectionChains, ...context.chains.networks.custom()].map((chain) => {
          const reason = context.chains.unavailable(kind, chain)
          return { chain, kind, available: reason === null, ...(reason === null ? {} : { reason }) }
        }),
      )
      return { status: 'ok' as const, version: context.version, networks }
    },
  )
}
