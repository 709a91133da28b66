import { z } from 'zod'

/** The largest metadata object that is accepted, in bytes of UTF-8 JSON (docs/api.md, "Metadata"). */
export const maxMetadataBytes = 1024 * 1024

/** The display types of traits: OpenSea's, and `string`, which the hosted service also accepts. */
export const displayTypes = ['number', 'boost_number', 'boost_percentage', 'date', 'string'] as const

/** One trait of an NFT; keys that are not named here are kept. */
export const attributeSchema = z.looseObject(
  {
    display_type: z.enum(displayTypes, { error: `display_type must be one of ${displayTypes.join(', ')}.` }).optional(),
    // Some clients, such as @goat-sdk/crossmint, send traits without a name; marketplaces then show only the value.
    trait_type: z.string({ error: 'trait_type must be text.' }).optional(),
    value: z.union([z.string(), z.number(), z.boolean()], {
      error: 'value is required and must be text, a number, true or false.',
    }),
  },
  { error: ({ path = [] }) => `${pathText(path)} must be an object with value and, usually, trait_type.` },
)

/** The metadata of an NFT (docs/api.md, "Metadata"); keys that are not named here are kept. */
export const nftMetadataSchema = z.looseObject(
  {
    name: requiredText('name', 'the title of the NFT'),
    image: requiredText('image', "the address of the NFT's picture"),
    description: optionalText('description'),
    animation_url: optionalText('animation_url'),
    external_url: optionalText('external_url'),
    attributes: z
      .array(attributeSchema, { error: 'attributes must be a list of objects with value and, usually, trait_type.' })
      .optional(),
  },
  { error: 'metadata must be an object with name and image.' },
)

export type Attribute = z.infer<typeof attributeSchema>
export type NftMetadata = z.infer<typeof nftMetadataSchema>

/** A fault of a metadata object: its path, such as `attributes[2].value` ('': the whole object), and what to do. */
export type MetadataFault = { path: string; message: string }

/**
 * Checks a metadata object and returns all its faults at once, or the value as it was given, with unknown keys (even
 * `__proto__`).
 */
export function checkMetadata(
  value: unknown,
): { ok: true; metadata: NftMetadata } | { ok: false; faults: MetadataFault[] } {
  const result = nftMetadataSchema.safeParse(value)
  const faults = (result.error?.issues ?? []).map(({ path, message }) => ({ path: pathText(path), message }))
  const size = jsonSize(value)
  if (size === undefined) faults.push({ path: '', message: 'metadata must be a JSON object.' })
  else if (size > maxMetadataBytes) {
    faults.push({
      path: '',
      message: `metadata has ${size} bytes, and at most ${maxMetadataBytes} are taken: host large content as a file and link to it.`,
    })
  }
  if (faults.length > 0 || !result.success) return { ok: false, faults }
  // Not zod's parsed copy, which lacks some unknown keys.
  return { ok: true, metadata: value as NftMetadata }
}

/** A path of keys and indices as text: `attributes[2].value`. */
export function pathText(path: readonly PropertyKey[]): string {
  return path.reduce<string>((text, key) => {
    if (typeof key === 'number') return `${text}[${key}]`
    return text === '' ? String(key) : `${text}.${String(key)}`
  }, '')
}

function jsonSize(value: unknown): number | undefined {
  try {
    const text: unknown = JSON.stringify(value)
    if (typeof text !== 'string') return undefined
    // A UTF-16 code unit takes at most three bytes of UTF-8, so nearly all texts are known to be short without encoding them.
    return text.length * 3 <= maxMetadataBytes ? text.length : new TextEncoder().encode(text).length
  } catch {
    return undefined
  }
}

function requiredText(field: string, what: string): z.ZodString {
  return z
    .string({ error: `${field} is required and must be text: give ${what}.` })
    .refine((text) => text.trim() !== '', { error: `${field} is empty: give ${what}.` })
}

function optionalText(field: string): z.ZodOptional<z.ZodString> {
  return z.string({ error: `${field} must be text.` }).optional()
}
