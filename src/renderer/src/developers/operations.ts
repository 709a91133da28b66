/** What the API offers, read from its own description (`/openapi.json`). */
import { z } from 'zod'

const media = z.looseObject({ examples: z.record(z.string(), z.object({ value: z.unknown() })).optional() })
const parameter = z.looseObject({ in: z.string(), name: z.string(), example: z.unknown().optional() })
const operation = z.looseObject({
  operationId: z.string().optional(),
  summary: z.string().optional(),
  parameters: z.array(parameter).default([]),
  security: z.array(z.unknown()).default([]),
  requestBody: z.looseObject({ content: z.record(z.string(), media) }).optional(),
})
/** The parts of `/openapi.json` that are used here. */
export const description = z.looseObject({ paths: z.record(z.string(), z.record(z.string(), operation)) })

export interface Operation {
  id: string
  /** `Mint an NFT, or up to 10,000 at once` */
  summary: string
  method: string
  /** The path, with example values in place of its parameters. */
  path: string
  /** An example body, JSON with line breaks; '' where it takes none. */
  body: string
}

/** The operations of the API that take a key, in the order of the description. */
export function operationsOf({ paths }: z.infer<typeof description>): Operation[] {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, { operationId, summary, parameters, security, requestBody }]) => {
      if (operationId === undefined || security.length === 0) return []
      const example = Object.values(requestBody?.content['application/json']?.examples ?? {})[0]
      return [
        {
          id: operationId,
          summary: summary ?? operationId,
          method: method.toUpperCase(),
          path: filled(path, parameters),
          body: example === undefined ? '' : JSON.stringify(example.value, null, 2),
        },
      ]
    }),
  )
}

function filled(path: string, parameters: readonly z.infer<typeof parameter>[]): string {
  const exampleOf = (name: string): string => {
    const example = parameters.find((one) => one.in === 'path' && one.name === name)?.example
    return encodeURIComponent(typeof example === 'string' ? example : name)
      .replaceAll('%3A', ':')
      .replaceAll('%40', '@')
  }
  const address = path.replace(/\{([^}]+)\}/g, (_, name: string) => exampleOf(name))
  // The operation needs one of its two parameters.
  const user = parameters.find(({ in: where, name }) => where === 'query' && name === 'email')?.example
  return typeof user === 'string' ? `${address}?email=${encodeURIComponent(user)}` : address
}
