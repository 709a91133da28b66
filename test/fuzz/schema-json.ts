import fc from 'fast-check'

interface Schema {
  $ref?: string
  $defs?: Record<string, Schema>
  anyOf?: Schema[]
  type?: string
  enum?: unknown[]
  const?: unknown
  example?: unknown
  properties?: Record<string, Schema>
  required?: string[]
  items?: Schema
  minimum?: number
  maximum?: number
}

/** Values of the form that a JSON schema of the description has; patterns of texts are met by chance only. */
export function fromSchema(schema: Schema, defs: Record<string, Schema> = schema.$defs ?? {}): fc.Arbitrary<unknown> {
  if (schema.$ref !== undefined) return fromSchema(defs[schema.$ref.slice('#/$defs/'.length)] ?? {}, defs)
  if (schema.anyOf) return fc.oneof(...schema.anyOf.map((one) => fromSchema(one, defs)))
  if (schema.const !== undefined) return fc.constant(schema.const)
  if (schema.enum) return fc.constantFrom(...schema.enum)
  const usual = schema.example === undefined ? [] : [fc.constant(schema.example), fc.constant(schema.example)]
  switch (schema.type) {
    case 'string':
      return fc.oneof(...usual, fc.string({ unit: 'grapheme', maxLength: 30 }))
    case 'integer':
    case 'number': {
      const { minimum = -1e9, maximum = 1e9 } = schema
      return fc.oneof(
        ...usual,
        fc.maxSafeInteger().map((value) => Math.max(minimum, Math.min(value, maximum))),
      )
    }
    case 'boolean':
      return fc.boolean()
    case 'array':
      return fc.array(fromSchema(schema.items ?? {}, defs), { maxLength: 3 })
    case 'object': {
      const fields = Object.entries(schema.properties ?? {}).map(
        ([name, field]) => [name, fromSchema(field, defs)] as const,
      )
      return fc.record(Object.fromEntries(fields), { requiredKeys: schema.required ?? [] })
    }
    default:
      return fc.jsonValue({ maxDepth: 2 })
  }
}
