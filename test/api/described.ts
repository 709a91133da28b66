/** The API's own description, as tests use it. */
import { z } from 'zod'

type Json = Record<string, unknown>
interface Parameter {
  name: string
  in: 'path' | 'query' | 'header'
  required?: boolean
  schema: Json
  example?: unknown
}

/** One operation of `/openapi.json`. */
export interface Operation {
  id: string
  method: string
  /** With `{names}`. */
  path: string
  parameters: Parameter[]
  /** The schema of the body, whole: every shape that it refers to is in `$defs`. */
  body: Json | undefined
  examples: unknown[]
  /** By status: examples of answers, by name. */
  answerExamples: Map<number, Record<string, unknown>>
  /** By status: the schema of the answer, whole; null for one without a body. */
  answers: Map<number, Json | null>
  /** By status: the names of the headers that it may bear, in small letters. */
  headers: Map<number, string[]>
}

const mediaOf = z.object({
  headers: z.record(z.string(), z.unknown()).default({}),
  content: z.record(z.string(), z.looseObject({ schema: z.looseObject({}).optional() })).optional(),
})
const document = z.object({
  paths: z.record(
    z.string(),
    z.record(
      z.string(),
      z.looseObject({
        operationId: z.string().default(''),
        parameters: z.array(z.custom<Parameter>()).default([]),
        requestBody: mediaOf.optional(),
        responses: z.record(z.string(), mediaOf),
      }),
    ),
  ),
  components: z.looseObject({ schemas: z.record(z.string(), z.unknown()) }),
})

/** The operations that a description names. */
export function operationsOf(openapi: unknown): Operation[] {
  const { paths, components } = document.parse(openapi)
  const whole = (schema: Json | undefined): Json | undefined =>
    schema &&
    JSON.parse(JSON.stringify({ ...schema, $defs: components.schemas }).replaceAll('#/components/schemas/', '#/$defs/'))
  const examples = z.record(z.string(), z.object({ value: z.unknown() }))
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { operationId, parameters, requestBody, responses }]) => {
      const media = requestBody?.content?.['application/json']
      return {
        id: operationId,
        method: method.toUpperCase(),
        path,
        parameters,
        body: whole(media?.schema),
        examples: Object.values(examples.parse(media?.examples ?? {})).map(({ value }) => value),
        answerExamples: new Map(
          Object.entries(responses).map(([status, { content }]) => [
            Number(status),
            Object.fromEntries(
              Object.entries(examples.parse(content?.['application/json']?.examples ?? {})).map(([name, { value }]) => [
                name,
                value,
              ]),
            ),
          ]),
        ),
        answers: new Map(
          Object.entries(responses).map(([status, { content }]) => [
            Number(status),
            whole(content?.['application/json']?.schema) ?? null,
          ]),
        ),
        headers: new Map(
          Object.entries(responses).map(([status, { headers }]) => [
            Number(status),
            Object.keys(headers).map((name) => name.toLowerCase()),
          ]),
        ),
      }
    }),
  )
}

/** The address of an operation with its parameters' own examples, or others by name. */
export function addressOf({ path, parameters }: Operation, values: Readonly<Record<string, string>> = {}): string {
  return path.replace(/\{([^}]+)\}/g, (_, name: string) => {
    const given = values[name] ?? parameters.find((parameter) => parameter.name === name)?.example
    if (typeof given !== 'string') throw new Error(`${path} has no example for ${name}`)
    return encodeURIComponent(given)
  })
}

/** Why an answer is not of its documented form; undefined when it is. */
export function faultOf(schema: Json | null | undefined, answer: unknown): string | undefined {
  if (schema === undefined) return 'its status is not documented'
  if (schema === null)
    return answer === undefined || answer === null ? undefined : 'it has a body, and none is documented'
  const result = z.fromJSONSchema(schema as Parameters<typeof z.fromJSONSchema>[0]).safeParse(answer)
  return result.success ? undefined : z.prettifyError(result.error)
}
