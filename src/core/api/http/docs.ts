/** `/openapi.json` and `/docs`, which describe the API. The modules that make them are loaded at the first request. */
import type { FastifyInstance, RouteOptions } from 'fastify'
import type { Logger } from 'pino'
import { baseOf } from './host.ts'
import { answerBy, openLater } from './later.ts'

export interface DocsOptions {
  version: string
  log: Logger
}

/**
 * Remembers the routes that are added from now on and are not hidden. The returned function adds the routes that describe them; it is called
 * when all are there.
 */
export function watchDescribed(app: FastifyInstance): (options: DocsOptions) => void {
  const added: RouteOptions[] = []
  app.addHook('onRoute', (route) => {
    if (route.method !== 'HEAD') added.push(route)
  })
  return ({ version, log }) => {
    const docs = openLater(app, log, async (part) => {
      const { addDocs } = await import('./add-docs.ts')
      // Filtered only now, because hooks of plugins hide routes, too.
      const described = added.filter(({ schema }) => schema?.hide !== true)
      await addDocs(part, described, version)
    })
    app.get('/openapi.json', { schema: { hide: true } }, async (request) => ({
      ...(await docs.opened()).swagger(),
      servers: [{ url: baseOf(request) }],
    }))
    for (const url of ['/docs', '/docs/*']) answerBy(app, url, docs)
  }
}
