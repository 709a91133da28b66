import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { pathText } from '../../../shared/nft-metadata.ts'
import type { FaultDetail } from '../../lib/errors.ts'
import { invalidRequest } from './faults.ts'

type Issue = Parameters<z.core.$ZodErrorMap>[0]

/** Parses with a schema, and gives every fault a path such as `nfts[17].recipient` and a sentence. */
export function check<Schema extends z.ZodType>(
  schema: Schema,
  value: unknown,
  prefix = '',
): { ok: true; value: z.output<Schema> } | { ok: false; faults: FaultDetail[] } {
  const result = schema.safeParse(value, { error: (issue) => sentence(issue, prefix) })
  if (result.success) return { ok: true, value: result.data }
  return {
    ok: false,
    faults: result.error.issues.map(({ path, message }) => ({ path: joinPath(prefix, pathText(path)), message })),
  }
}

/**
 * Checks path, query and body of every request by the schemas of its route, all three before anything is answered, so that every
 * fault is reported at once. The parsed values replace the original ones.
 */
export function checkRequests(app: FastifyInstance): void {
  app.addHook('preValidation', (request, _reply, done) => {
    const { schema, config } = request.routeOptions
    const faults: FaultDetail[] = []
    const read = (part: unknown, value: unknown): unknown => {
      if (!(part instanceof z.ZodType)) return value
      const checked = check(part, value)
      if (checked.ok) return checked.value
      faults.push(...checked.faults)
      return value
    }
    request.params = read(schema?.params, request.params)
    request.query = read(schema?.querystring, request.query)
    if (config.bodyByHandler !== true) request.body = read(schema?.body, request.body)
    else if (faults.length > 0) faults.push(...bodyFaults(schema?.body, request.body))
    done(faults.length > 0 ? invalidRequest(faults) : undefined)
  })
}

/** The faults of a body; if it may have several forms, those of the form that knows most of its fields. */
function bodyFaults(schema: unknown, body: unknown): FaultDetail[] {
  const forms = schema instanceof z.ZodUnion ? schema.options : [schema]
  const known = (form: unknown) =>
    form instanceof z.ZodObject ? Object.keys(form.shape).filter((name) => fieldOf(body, name) !== undefined).length : 0
  const meant = forms.reduce((best, form) => (known(form) > known(best) ? form : best))
  const checked = meant instanceof z.ZodType ? check(meant, body) : undefined
  return checked && !checked.ok ? checked.faults : []
}

/** For the `config` of routes whose handlers check the body, because the check depends on the collection. */
export const checkedByHandler = { bodyByHandler: true } as const

/**
 * For routes that answer thousands of requests a second: TypeScript has checked the shape of their answers, so they are serialised directly and
 * not validated again.
 */
export const answeredAsMade = { serializerCompiler: () => (answer: unknown) => JSON.stringify(answer) } as const

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The body is checked by the handler; its schema describes it. */
    bodyByHandler?: true
  }
}

/** A field of a value that may be an object; undefined if there is none. */
export function fieldOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, name)
    ? (value as Record<string, unknown>)[name]
    : undefined
}

/** The value that was read from a request. @throws ApiFault 400 with every fault */
export function accepted<Value>(
  read: { ok: true; value: Value } | { ok: false; faults: readonly FaultDetail[] },
): Value {
  if (read.ok) return read.value
  throw invalidRequest(read.faults)
}

/** `nfts[3]` and `metadata.name` → `nfts[3].metadata.name`. */
export function joinPath(prefix: string, path: string): string {
  if (prefix === '' || path === '') return prefix + path
  return path.startsWith('[') ? `${prefix}${path}` : `${prefix}.${path}`
}

const kinds: Record<string, string> = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  object: 'an object',
  array: 'a list',
  record: 'an object',
}

function sentence(issue: Issue, prefix: string): string | undefined {
  const path = joinPath(prefix, pathText(issue.path ?? []))
  const name = path === '' ? 'The body' : path
  switch (issue.code) {
    case 'invalid_type': {
      const kind = kinds[issue.expected] ?? issue.expected
      if (issue.input === undefined && path !== '') return `${name} is required and must be ${kind}.`
      return path === '' ? `The request needs a JSON body that is ${kind}.` : `${name} must be ${kind}.`
    }
    case 'invalid_value':
      return issue.input === undefined
        ? `${name} is required: use one of ${issue.values.join(', ')}.`
        : `${name} must be one of ${issue.values.join(', ')}.`
    case 'invalid_union': {
      const [first] = issue.errors[0] ?? []
      return first?.code === 'invalid_value'
        ? sentence({ ...first, input: issue.input, path: issue.path }, prefix)
        : undefined
    }
    case 'too_small':
      if (issue.origin === 'string' && issue.minimum === 1) return `${name} is empty: give one.`
      return `${name} must be at least ${issue.minimum}${issue.origin === 'string' ? ' characters long' : ''}.`
    case 'too_big':
      return `${name} must be at most ${issue.maximum}${issue.origin === 'string' ? ' characters long' : ''}.`
    default:
      return undefined
  }
}
