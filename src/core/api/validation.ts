import type { z } from 'zod'
import { pathText } from '../../shared/nft-metadata.ts'
import type { FaultDetail } from '../errors.ts'

type Issue = Parameters<z.core.$ZodErrorMap>[0]

/** Parses with a schema and gives every fault a path such as `nfts[17].recipient` and a sentence. */
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
    case 'too_small':
      return `${name} must be at least ${issue.minimum}${issue.origin === 'string' ? ' characters long' : ''}.`
    case 'too_big':
      return `${name} must be at most ${issue.maximum}${issue.origin === 'string' ? ' characters long' : ''}.`
    default:
      return undefined
  }
}
