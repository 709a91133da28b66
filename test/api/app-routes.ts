import Fastify from 'fastify'
import type { z } from 'zod'
import type { AppContext } from '../../src/core/api/app/context.ts'
import { appRoutes } from '../../src/core/api/app/routes.ts'
import { serverParts } from '../../src/core/api/http/server-parts.ts'
import type { OpenApi } from './open-api.ts'

export interface AppRoute {
  method: string
  /** With `:names`. */
  path: string
  body: z.ZodType | undefined
  query: z.ZodType | undefined
  /** Whether it takes an API key. */
  forKeys: boolean
}

/** Every route under `/app`, as it is registered; they are not in the description that programs read. */
export async function listAppRoutes({ context }: Pick<OpenApi, 'context'>): Promise<AppRoute[]> {
  const app = Fastify(serverParts)
  const routes: AppRoute[] = []
  app.addHook('onRoute', ({ method, url, schema, config }) => {
    for (const name of [method].flat().filter((one) => one !== 'HEAD'))
      routes.push({
        method: name,
        path: url,
        body: schema?.body as z.ZodType | undefined,
        query: schema?.querystring as z.ZodType | undefined,
        forKeys: config?.scopes !== undefined,
      })
  })
  // They are only registered here, which asks nothing of what they work with.
  await app.register(appRoutes(context as AppContext), { prefix: '/app' })
  await app.ready()
  await app.close()
  return routes
}
