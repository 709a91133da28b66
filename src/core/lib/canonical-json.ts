import { pathText } from '../../shared/nft-metadata.ts'

/** Any value that JSON can hold. */
export type Json = string | number | boolean | null | Json[] | { [key: string]: Json }

/** How deep objects and lists may be nested; deeper documents would exhaust the stack of their readers. */
const maxDepth = 100

/** A value without canonical JSON; `path` says where it is in the document, as in `attributes[2].value`. */
export class CanonicalJsonError extends Error {
  readonly path: string

  constructor(path: string, fault: string) {
    super(`${path === '' ? 'The document' : `\`${path}\``} ${fault}.`)
    this.name = 'CanonicalJsonError'
    this.path = path
  }
}

/**
 * The canonical JSON of RFC 8785: keys sorted by UTF-16 code unit at every level, no spaces, numbers as ECMAScript writes
 * them. Equal values give equal text whatever the order of their keys; unknown keys are kept; members that are `undefined`
 * are left out as `JSON.stringify` does.
 * @throws CanonicalJsonError for numbers that are not finite, text with half a surrogate pair, more than 100 levels, and
 * anything that JSON cannot represent (functions, bigints, dates, `undefined` in a list).
 */
export function canonicalJson(value: unknown): string {
  return write(value, [])
}

/** The UTF-8 bytes of {@link canonicalJson}, as they are stored, hashed and pinned. */
export function canonicalJsonBytes(value: unknown): Uint8Array {
  return new TextEncoder().encode(canonicalJson(value))
}

/** The keys and indices that lead to a value. One list for the whole document: it changes millions of times, and only faults need the path. */
type Trail = (string | number)[]

function write(value: unknown, trail: Trail): string {
  if (trail.length > maxDepth)
    throw new CanonicalJsonError('', `holds objects and lists more than ${maxDepth} levels deep`)
  switch (typeof value) {
    case 'string':
      return writeText(value, trail, 'holds')
    case 'boolean':
      return value ? 'true' : 'false'
    case 'number':
      if (!Number.isFinite(value)) throw fault(trail, `is ${value}, which JSON cannot hold`)
      return JSON.stringify(value)
    case 'object':
      if (value === null) return 'null'
      return Array.isArray(value) ? writeList(value, trail) : writeObject(value, trail)
    default:
      throw fault(trail, `is ${value === undefined ? 'undefined' : `a ${typeof value}`}, which JSON cannot hold`)
  }
}

function writeText(text: string, trail: Trail, verb: string): string {
  const json = JSON.stringify(text)
  // JSON.stringify escapes half a pair as \ud…; a text with a backslash may look the same.
  if (json.includes('\\ud') && /\p{Surrogate}/u.test(text))
    throw fault(trail, `${verb} a broken character (half a surrogate pair)`)
  return json
}

function writeList(list: readonly unknown[], trail: Trail): string {
  let json = '['
  for (let at = 0; at < list.length; at++) {
    trail.push(at)
    json += `${at === 0 ? '' : ','}${write(list[at], trail)}`
    trail.pop()
  }
  return `${json}]`
}

function writeObject(object: object, trail: Trail): string {
  const prototype: unknown = Object.getPrototypeOf(object)
  if (prototype !== Object.prototype && prototype !== null)
    throw fault(trail, 'is not a plain object, list, text, number, boolean or null')
  let json = '{'
  // In the order of UTF-16 code units, as `sort` compares.
  for (const key of Object.keys(object).sort()) {
    const member: unknown = Reflect.get(object, key)
    if (member === undefined) continue
    trail.push(key)
    json += `${json === '{' ? '' : ','}${writeText(key, trail, 'has a name with')}:${write(member, trail)}`
    trail.pop()
  }
  return `${json}}`
}

function fault(trail: Trail, what: string): CanonicalJsonError {
  return new CanonicalJsonError(pathText(trail), what)
}
