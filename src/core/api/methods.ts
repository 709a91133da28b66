import type { FastifyInstance, HTTPMethods } from 'fastify'
import { ApiFault } from './faults.ts'

const methods: HTTPMethods[] = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']

/**
 * Remembers the routes that are added from now on. The function it returns gives every path of `/api` and `/app`, `/health` and `/openapi.json` an answer 405 for
 * the methods it does not have; it is called when all routes are there.
 */
export function watchMethods(app: FastifyInstance): () => void {
  const known = new Map<string, Set<string>>()
  app.addHook('onRoute', ({ url, method }) => {
    const path = url.length > 1 ? url.replace(/\/$/, '') : url
    const held = known.get(path) ?? new Set<string>()
    for (const name of [method].flat()) held.add(name)
    known.set(path, held)
  })
  return () => {
    for (const [url, held] of [...known]) {
      if (!/^\/(api\/|app\/|health$|openapi\.json$)/.test(url) || url.endsWith('*')) continue
      const allowed = methods.filter((name) => held.has(name))
      const missing = methods.filter((name) => !held.has(name))
      if (missing.length === 0) continue
      app.route({
        method: missing,
        url,
        schema: { hide: true },
        handler: async (request, reply) => {
          reply.header('allow', allowed.join(', '))
          throw new ApiFault(
            405,
            'request.method',
            `${request.method} is not possible here: this address takes ${allowed.join(', ')}.`,
          )
        },
      })
    }
  }
}
