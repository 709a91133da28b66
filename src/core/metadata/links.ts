import type { Json } from '../lib/canonical-json.ts'

/** A link in metadata: its path of keys and indices, and its text. */
export type Link = { path: (string | number)[]; text: string }

/** The kind of a link's text: a fetchable address, or the name of a file. */
export type LinkKind = 'http' | 'ipfs' | 'ar' | 'data' | 'file' | 'other'

/** The two fields that must be links, and that may name files of the dropped folder. */
const mediaFields: readonly string[] = ['image', 'animation_url']

/** Fields for people to read, or that lead to a page instead of a file: their addresses stay as they are. */
const otherFields = new Set([
  'name',
  'description',
  'attributes',
  'traits',
  'symbol',
  'external_url',
  'externalurl',
  'external_link',
  'externallink',
  'youtube_url',
  'home_url',
  'homepage',
  'website',
  'license',
  'license_url',
  'compiler',
  'twitter',
  'discord',
])

/** The kind of a text as a link; `other` is an address that is not fetched, such as `ftp:` or `file:`. */
export function linkKind(text: string): LinkKind {
  const scheme = /^([a-z][a-z0-9+.-]+):/i.exec(text)?.[1]?.toLowerCase()
  if (scheme === undefined) return text.startsWith('//') ? 'other' : 'file'
  if (scheme === 'http' || scheme === 'https') return URL.canParse(text) ? 'http' : 'other'
  return scheme === 'ipfs' || scheme === 'ar' || scheme === 'data' ? scheme : 'other'
}

/**
 * All links of a metadata object: `image` and `animation_url` whatever they hold, and every other text at any depth that as a
 * whole is an http, https, ipfs, ar or data address. Fields that are meant to be read or opened as pages are left out
 * (`description`, `external_url`, traits …).
 */
export function linksIn(metadata: { [key: string]: Json }): Link[] {
  return Object.entries(metadata).flatMap(([key, value]) => {
    if (!mediaFields.includes(key)) return linksBelow(value, [key])
    return typeof value === 'string' && value.trim() !== ''
      ? [{ path: [key], text: value.trim() }]
      : linksBelow(value, [key])
  })
}

/** Replaces each link's text, by its index in {@link linksIn}'s list, in a copy of the metadata; returns the same object where nothing changes. */
export function replaceLinks(
  metadata: { [key: string]: Json },
  links: readonly Link[],
  texts: readonly string[],
): { [key: string]: Json } {
  if (links.every(({ path }, at) => texts[at] === undefined || valueAt(metadata, path) === texts[at])) return metadata
  const copy = structuredClone(metadata)
  for (const [at, { path }] of links.entries()) {
    const text = texts[at]
    if (text !== undefined) setAt(copy, path, text)
  }
  return copy
}

function linksBelow(value: Json, path: (string | number)[]): Link[] {
  const key = path.at(-1)
  if (typeof key === 'string' && otherFields.has(key.toLowerCase())) return []
  if (typeof value === 'string') return isAddress(value.trim()) ? [{ path, text: value.trim() }] : []
  if (Array.isArray(value)) return value.flatMap((item, at) => linksBelow(item, [...path, at]))
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, member]) => linksBelow(member, [...path, name]))
}

function isAddress(text: string): boolean {
  if (/^data:/i.test(text)) return /^data:[a-z]+\/[\w.+-]+[;,]/i.test(text)
  return !/\s/.test(text) && ['http', 'ipfs', 'ar'].includes(linkKind(text))
}

function valueAt(root: Json, path: readonly (string | number)[]): Json | undefined {
  return path.reduce<Json | undefined>(memberOf, root)
}

function setAt(root: Json, path: readonly (string | number)[], text: string): void {
  let parent: Json | undefined = root
  for (const key of path.slice(0, -1)) parent = memberOf(parent, key)
  const last = path.at(-1)
  if (Array.isArray(parent) && typeof last === 'number') parent[last] = text
  else if (typeof parent === 'object' && parent !== null && !Array.isArray(parent) && typeof last === 'string') {
    Object.defineProperty(parent, last, { value: text, writable: true, enumerable: true, configurable: true })
  }
}

function memberOf(parent: Json | undefined, key: string | number): Json | undefined {
  if (Array.isArray(parent)) return typeof key === 'number' ? parent[key] : undefined
  if (typeof parent !== 'object' || parent === null || typeof key !== 'string') return undefined
  return Object.hasOwn(parent, key) ? parent[key] : undefined
}
