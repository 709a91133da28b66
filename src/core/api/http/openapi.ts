import type { SwaggerOptions } from '@fastify/swagger'
import { jsonSchemaTransform, jsonSchemaTransformObject } from 'fastify-type-provider-zod'
import { apiError } from '../../../shared/app-api.ts'
import { collectionChains } from '../../../shared/chains.ts'
import { answerExamplesOf } from './answer-examples.ts'
import { headersOf } from './openapi-headers.ts'

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

/** The statuses that every operation can answer in addition to its own. */
const everywhere = [403, 405, 421, 431, 500] as const
type Refusal = 400 | 401 | 404 | 409 | 413 | 415 | 422 | 429 | 503 | (typeof everywhere)[number]

/** The documented refusals of an operation that needs a key. @param own statuses that not all operations have */
export function refusals(...own: readonly Refusal[]): Record<Refusal, typeof errorAnswer> {
  return refusalsToAll(429, ...own)
}

/** The same for an operation that needs no key. */
export function refusalsToAll(...own: readonly Refusal[]): Record<Refusal, typeof errorAnswer> {
  return Object.fromEntries([...own, ...everywhere].map((status) => [status, errorAnswer])) as Record<
    Refusal,
    typeof errorAnswer
  >
}

export const security = [{ apiKey: [] }]

/** What `/openapi.json` (OpenAPI 3.1) says of the API as a whole; the routes describe themselves. */
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
        {
          name: 'Collections',
          description: 'Contracts, or what stands for them on a chain, that NFTs are minted into.',
        },
        { name: 'NFTs', description: 'Minting, reading, changing and burning them.' },
        { name: 'Templates', description: 'What the NFTs of semi-fungible collections are copies of.' },
        { name: 'Actions', description: 'How what was asked for is getting on.' },
        { name: 'Wallets', description: 'The wallets of your users, what any wallet holds, and transfers.' },
        { name: 'Service', description: 'Whether Mintdesk is well.' },
      ],
      components: { securitySchemes: { apiKey: { type: 'apiKey', in: 'header', name: 'X-API-KEY' } } },
    },
    transform: jsonSchemaTransform,
    transformObject: (document) => tidy(jsonSchemaTransformObject(document)),
  }
}

type Document = ReturnType<typeof jsonSchemaTransformObject>

interface Schema {
  $ref?: string
  anyOf?: Schema[]
  properties?: Record<string, Schema>
  items?: Schema
  description?: string
  default?: unknown
  example?: unknown
  examples?: unknown[]
}
interface Media {
  schema: Schema
  examples?: Record<string, { value: unknown }>
}
/** The parts of the document that `tidy` changes. */
interface Operation {
  operationId?: string
  parameters?: { schema: Schema; example?: unknown }[]
  requestBody?: { content: Record<string, Media> }
  responses?: Record<string, { description: string; headers?: unknown; content?: Record<string, Media> }>
}
interface Parts {
  paths?: Record<string, Record<string, Operation>>
  components?: { schemas?: Record<string, Schema> }
}

/**
 * Removes shapes that nothing refers to, adds descriptions to answers without one, and puts examples where programs look for them:
 * beside the schema of a parameter, a body or an answer.
 */
function tidy(document: Document): Document {
  // Answers may get new fields (docs/api.md, "Clients and versions"), and unknown fields in requests are ignored.
  const parsed = JSON.parse(
    JSON.stringify(document, (key, value) => (key === 'additionalProperties' && value === false ? undefined : value)),
  )
  const copy: Parts = parsed
  const schemas = copy.components?.schemas ?? {}
  for (const operation of Object.values(copy.paths ?? {}).flatMap((path) => Object.values(path))) {
    for (const [status, response] of Object.entries(operation.responses ?? {})) {
      response.description = descriptions[status] ?? 'What is wrong, and how to cure it.'
      const headers = headersOf(operation.operationId ?? '', Number(status))
      if (headers) response.headers = headers
      const named = Number(status) < 300 ? answerExamplesOf(operation.operationId ?? '') : {}
      for (const media of Object.values(response.content ?? {})) {
        const answers = Object.entries(named).map(([name, value]) => [name, { value }] as const)
        if (answers.length > 0) media.examples = Object.fromEntries(answers)
      }
    }
    for (const parameter of operation.parameters ?? [])
      if (parameter.schema.example !== undefined) {
        parameter.example = parameter.schema.example
        delete parameter.schema.example
      }
    const contents = [operation.requestBody, ...Object.values(operation.responses ?? {})].map(
      (one) => one?.content ?? {},
    )
    for (const media of contents.flatMap((content) => Object.values(content))) {
      const examples = examplesOf(media.schema, schemas)
      if (examples.length > 0)
        media.examples = Object.fromEntries(
          examples.map((value, at) => [`example ${at + 1}${chainIn(value)}`, { value }]),
        )
    }
  }
  for (const schema of Object.values(schemas)) {
    delete schema.examples
    tellDefaults(schema)
  }
  let unused: string[]
  do {
    const used = JSON.stringify(copy)
    unused = Object.keys(schemas).filter((name) => !used.includes(`"#/components/schemas/${name}"`))
    for (const name of unused) delete schemas[name]
  } while (unused.length > 0)
  return parsed
}

/** Describes a field's default in words: client generators treat a field with a `default` as always present. */
function tellDefaults({ properties = {}, items, anyOf = [] }: Schema): void {
  for (const field of Object.values(properties)) {
    if (field.default !== undefined) {
      const sentence = `\`${JSON.stringify(field.default)}\` when it is left out.`
      field.description = field.description === undefined ? sentence : `${field.description} ${sentence}`
      delete field.default
    }
    tellDefaults(field)
  }
  for (const part of [...anyOf, ...(items ? [items] : [])]) tellDefaults(part)
}

function examplesOf(schema: Schema, schemas: Readonly<Record<string, Schema>>): unknown[] {
  const named = schema.$ref === undefined ? undefined : schemas[schema.$ref.slice('#/components/schemas/'.length)]
  return [
    ...(schema.examples ?? []),
    ...(named ? examplesOf(named, schemas) : []),
    ...(schema.anyOf ?? []).flatMap((one) => examplesOf(one, schemas)),
  ]
}

/** ` on solana`: the chain of an example body; '' where the chain does not matter. */
function chainIn(example: unknown): string {
  const text = JSON.stringify(example)
  const chain = collectionChains.find((name) =>
    [`"${name}"`, `"${name}:`, `:${name}"`].some((one) => text.includes(one)),
  )
  return chain === undefined ? '' : ` on ${chain}`
}

const descriptions: Readonly<Record<string, string>> = {
  200: 'Done, or accepted: what the answer names as pending goes on by itself.',
  201: 'Made.',
  202: 'Accepted; the action tells how it goes on.',
  204: 'Done; no body.',
  400: 'Not of the documented form; `details` names every fault at once.',
  401: 'No key, or an unknown one.',
  403: 'No key, an unknown or revoked one, one without the scope, or the page of another origin.',
  404: 'There is no such thing in this project.',
  405: 'The address does not have this method; `Allow` says which it has.',
  409: 'The idempotency key was used with another body.',
  413: 'The body is over 10 MiB; a batch, over 64 MiB.',
  415: 'The body is not JSON.',
  421: 'The Host of the request is not one of this server.',
  422: 'Well-formed, but it cannot be done; `code` says why.',
  429: 'Over the limit that was set for the key; `Retry-After` says how many seconds to wait.',
  431: 'The headers are over 16 KiB.',
  500: 'A fault in Mintdesk itself; what was accepted before is safe.',
  503: 'Not now, and it cannot wait: the chain does not answer, the vault of the live projects is locked, or too many large bodies are arriving; `code` says which.',
}
