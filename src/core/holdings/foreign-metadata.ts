/** Metadata that a stranger wrote: whatever it is, it becomes fields that can be shown, or empty ones. */
import { jsonOf } from '../lib/json.ts'

/** Ours: pictures that are whole in their metadata are rarely larger; a page of the API holds a hundred of them. */
export const metadataBytes = 256 * 1024
/** Ours: nobody means deeper metadata, and what is nested by the thousand breaks its readers. */
const deepest = 24

/** Names that would not be fields of an object but change it. */
const forbidden = new Set(['__proto__', 'constructor', 'prototype'])

export type ShownMetadata = { [key: string]: unknown } & {
  name: string
  description: string
  image: string
  animation_url: string
  attributes: unknown[]
}

/** The text of metadata as it is shown; null when it is no JSON object. Fields of another type than they should be count as empty. */
export function readForeign(text: string): ShownMetadata | null {
  const value = jsonOf(text)
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return null
  const fields: { [key: string]: unknown } = {}
  for (const [key, field] of Object.entries(value))
    if (!forbidden.has(key) && isShallow(field, deepest)) fields[key] = field
  const textOf = (key: string): string => (typeof fields[key] === 'string' ? String(fields[key]) : '')
  return {
    ...fields,
    name: textOf('name'),
    description: textOf('description'),
    // ERC-721 says `image`; some use what OpenSea took early on.
    image: textOf('image') || textOf('image_url'),
    animation_url: textOf('animation_url'),
    attributes: Array.isArray(fields.attributes) ? fields.attributes : [],
  }
}

/** What is shown of a token whose metadata cannot be had. */
export const nothingShown: Readonly<ShownMetadata> = {
  name: '',
  description: '',
  image: '',
  animation_url: '',
  attributes: [],
}

/** ERC-1155: `{id}` stands for the token id, 64 hex digits in lower case without 0x. */
export function withTokenId(uri: string, tokenId: string): string {
  return uri.includes('{id}') ? uri.replaceAll('{id}', BigInt(tokenId).toString(16).padStart(64, '0')) : uri
}

/** The text in a `data:` address; null when it is none that can be read, or too large. */
export function dataText(uri: string): string | null {
  const comma = uri.indexOf(',')
  if (comma < 0 || uri.length > metadataBytes * 2) return null
  const body = uri.slice(comma + 1)
  const text = /;base64$/i.test(uri.slice(0, comma)) ? Buffer.from(body, 'base64').toString('utf8') : decoded(body)
  return text.length > metadataBytes ? null : text
}

/** Contracts write JSON as it is behind `data:…;utf8,`, per cent signs and all. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

function isShallow(value: unknown, left: number): boolean {
  if (typeof value !== 'object' || value === null) return true
  return left > 0 && Object.entries(value).every(([key, item]) => !forbidden.has(key) && isShallow(item, left - 1))
}
