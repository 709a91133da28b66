import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { ApiFault } from './faults.ts'
import { pathOf } from './host.ts'

const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']

/** Refuses a request without a route. @throws ApiFault 405 where its URL has other methods */
export type RefuseOtherMethods = (request: FastifyRequest, reply: FastifyReply) => void

/**
 * Remembers the routes that are added from now on, and the window's own URL. The returned function answers 405 at each of them for methods that
 * it does not have.
 */
export function watchMethods(app: FastifyInstance): RefuseOtherMethods {
  const known = new Map([['/', new Set(['GET', 'HEAD'])]])
  app.addHook('onRoute', ({ url, method }) => {
    const path = url.length > 1 ? url.replace(/\/$/, '') : url
    const held = known.get(path) ?? new Set<string>()
    for (const name of [method].flat()) held.add(name)
    known.set(path, held)
  })
  let forms: { form: RegExp; held: Set<string> }[] | undefined
  return (request, reply) => {
    forms ??= [...known].map(([url, held]) => ({ form: formOf(url), held }))
    const path = pathOf(request)
    const held = forms.find(({ form }) => form.test(path))?.held
    if (held === undefined || held.has(request.method)) return
    const allowed = methods.filter((name) => held.has(name)).join(', ')
    reply.header('allow', allowed)
    throw new ApiFault(405, 'request.method', `${request.method} is not possible here: this address takes ${allowed}.`)
  }
}

/** Matches the URLs of a route. */
function formOf(url: string): RegExp {
  const form = url.replaceAll('.', '\\.').replace(/:\w+/g, '[^/]+').replace(/\*$/, '.*')
  return new RegExp(`^${form}/?$`)
}
