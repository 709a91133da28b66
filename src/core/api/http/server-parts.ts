import type { FastifyServerOptions } from 'fastify'
import { serializerCompiler } from 'fastify-type-provider-zod'

type Compilers = NonNullable<FastifyServerOptions['schemaController']>['compilersFactory']

/** Compilers in the form that Fastify's types allow. This validator checks nothing: `checkRequests` does. */
const compilersFactory = {
  buildValidator: () => () => (value: unknown) => ({ value }),
  buildSerializer: () => serializerCompiler,
} as unknown as Compilers

/** How every server parses URLs and sends answers. With these compilers Fastify does not load its own, which are slow to load. */
export const serverParts: Pick<FastifyServerOptions, 'routerOptions' | 'schemaController'> = {
  routerOptions: { ignoreTrailingSlash: true, maxParamLength: 4096 },
  schemaController: { compilersFactory },
}
