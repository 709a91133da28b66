import type { SwaggerOptions } from '@fastify/swagger'
import { jsonSchemaTransform, jsonSchemaTransformObject } from 'fastify-type-provider-zod'
import { apiError } from '../../shared/app-api.ts'

/** The one body of errors, registered so that the description refers to it by name. */
export const errorAnswer = apiError.meta({
  id: 'Error',
  description: 'What is wrong and how to cure it; `details` names every fault at once.',
  example: {
    error: true,
    message: 'recipient is required and must be text.',
    code: 'request.invalid',
    details: [{ path: 'recipient', message: 'recipient is required and must be text.' }],
  },
})

/** What every operation can answer beside what is its own. */
const everywhere = [403, 421, 429, 431] as const
type Refusal = 400 | 401 | 404 | 409 | 413 | 415 | 422 | 503 | (typeof everywhere)[number]

/** The statuses with which an operation refuses, as its documented answers. @param own those that not every operation has */
export function refusals(...own: readonly Refusal[]): Record<Refusal, typeof errorAnswer> {
  return Object.fromEntries([...own, ...everywhere].map((status) => [status, errorAnswer])) as Record<
    Refusal,
    typeof errorAnswer
  >
}

export const security = [{ apiKey: [] }]

/** How `/openapi.json` (OpenAPI 3.1) describes the API as a whole; the routes bring their own parts. */
export function documentApi(version: string): SwaggerOptions {
  return {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Mintdesk',
        version,
        description:
          'Collections, NFTs and wallets on this machine. Every call bears a key made in the window (Developers) or with `mintdesk keys create`.',
        license: { name: 'MIT', identifier: 'MIT' },
      },
      tags: [
        { name: 'Collections' },
        { name: 'NFTs' },
        { name: 'Templates', description: 'What the NFTs of semi-fungible collections are copies of.' },
        { name: 'Actions', description: 'How what was asked for is getting on.' },
        { name: 'Wallets' },
        { name: 'Service' },
      ],
      components: { securitySchemes: { apiKey: { type: 'apiKey', in: 'header', name: 'X-API-KEY' } } },
    },
    transform: jsonSchemaTransform,
    transformObject: (document) => tidy(jsonSchemaTransformObject(document)),
  }
}

type Document = ReturnType<typeof jsonSchemaTransformObject>
/** The parts of the document that are tidied. */
interface Parts {
  paths?: Record<string, Record<string, { responses?: Record<string, { description: string }> }>>
  components?: { schemas?: Record<string, unknown> }
}

/** Leaves out shapes that nothing refers to, and describes answers that bring no words of their own. */
function tidy(document: Document): Document {
  const parsed = JSON.parse(JSON.stringify(document))
  const copy: Parts = parsed
  for (const path of Object.values(copy.paths ?? {}))
    for (const { responses = {} } of Object.values(path))
      for (const [status, response] of Object.entries(responses))
        response.description = status.startsWith('2') ? 'Done.' : 'What is wrong, and how to cure it.'
  const schemas = copy.components?.schemas ?? {}
  let unused: string[]
  do {
    const used = JSON.stringify(copy)
    unused = Object.keys(schemas).filter((name) => !used.includes(`"#/components/schemas/${name}"`))
    for (const name of unused) delete schemas[name]
  } while (unused.length > 0)
  return parsed
}
