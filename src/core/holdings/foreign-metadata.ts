/** Turns metadata that other people wrote, whatever it holds, into fields that can be shown, or empty ones. */
import { jsonOf } from '../lib/json.ts'

/** Ours: pictures embedded in metadata are rarely larger; a page of the API holds a hundred of them. */
export const metadataBytes = 256 * 1024
/** Ours: no sensible metadata is nested deeper, and thousands of levels break its readers. */
const deepest = 24

/** Names that would change an object instead of adding a field to it. */
const forbidden = new Set(['__proto__', 'constructor', 'prototype'])

export type ShownMetadata = { [key: string]: unknown } & {
  name: string
  description: string
  image: string
  animation_url: string
  attributes: unknown[]
}

/** Reads metadata for display; null when the text is no JSON object. Fields of a wrong type count as empty. */
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
    // ERC-721 has `image`; some contracts use `image_url`, which OpenSea accepted early on.
    image: textOf('image') || textOf('image_url'),
    animation_url: textOf('animation_url'),
    attributes: Array.isArray(fields.attributes) ? fields.attributes : [],
  }
}

/** Shown for a token whose metadata cannot be fetched. */
export const nothingShown: Readonly<ShownMetadata> = {
  name: '',
  description: '',
  image: '',
  animation_url: '',
  attributes: [],
}

/** ERC-1155: replaces `{id}` with the token id as 64 lower-case hex digits without 0x. */
export function withTokenId(uri: string, tokenId: string): string {
  return uri.includes('{id}') ? uri.replaceAll('{id}', BigInt(tokenId).toString(16).padStart(64, '0')) : uri
}

/** The text of a `data:` address; null when it cannot be read, or is too large. */
export function dataText(uri: string): string | null {
  const comma = uri.indexOf(',')
  if (comma < 0 || uri.length > metadataBytes * 2) return null
  const body = uri.slice(comma + 1)
  const text = /;base64$/i.test(uri.slice(0, comma)) ? Buffer.from(body, 'base64').toString('utf8') : decoded(body)
  return text.length > metadataBytes ? null : text
}

/** Some contracts write plain JSON after `data:…;utf8,`, with unescaped per cent signs. */
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
