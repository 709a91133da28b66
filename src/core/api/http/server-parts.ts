import type { FastifyServerOptions } from 'fastify'
import { serializerCompiler } from 'fastify-type-provider-zod'

type Compilers = NonNullable<FastifyServerOptions['schemaController']>['compilersFactory']

/** Fastify's types know only its own kinds of compilers. Nothing is checked with this one: `checkRequests` does. */
const compilersFactory = {
  buildValidator: () => () => (value: unknown) => ({ value }),
  buildSerializer: () => serializerCompiler,
} as unknown as Compilers

/** How every server reads addresses and sends answers. Given compilers from the start, Fastify does not load its own, which take long. */
export const serverParts: Pick<FastifyServerOptions, 'routerOptions' | 'schemaController'> = {
  routerOptions: { ignoreTrailingSlash: true, maxParamLength: 4096 },
  schemaController: { compilersFactory },
}
