/** Any value that JSON can hold. */
export type Json = string | number | boolean | null | Json[] | { [key: string]: Json }

/** How deep objects and lists may lie in one another; deeper documents would exhaust the stack of whoever reads them. */
const maxDepth = 100

/** A value that has no canonical JSON; `path` says where in the document it is, as in `attributes[2].value`. */
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
 * anything that JSON cannot say (functions, bigints, dates, `undefined` in a list).
 */
export function canonicalJson(value: unknown): string {
  return write(value, '', 0)
}

/** The UTF-8 bytes of {@link canonicalJson}, as they are stored, hashed and pinned. */
export function canonicalJsonBytes(value: unknown): Uint8Array {
  return new TextEncoder().encode(canonicalJson(value))
}

function write(value: unknown, path: string, depth: number): string {
  if (depth > maxDepth) throw new CanonicalJsonError('', `holds objects and lists more than ${maxDepth} levels deep`)
  switch (typeof value) {
    case 'string':
      return writeText(value, path, 'holds')
    case 'boolean':
      return value ? 'true' : 'false'
    case 'number':
      if (!Number.isFinite(value)) throw new CanonicalJsonError(path, `is ${value}, which JSON cannot hold`)
      return JSON.stringify(value)
    case 'object':
      if (value === null) return 'null'
      return Array.isArray(value) ? writeList(value, path, depth) : writeObject(value, path, depth)
    default:
      throw new CanonicalJsonError(
        path,
        `is ${typeof value === 'undefined' ? typeof value : `a ${typeof value}`}, which JSON cannot hold`,
      )
  }
}

function writeText(text: string, path: string, verb: string): string {
  const json = JSON.stringify(text)
  // Half a pair is written as its code, and so may a backslash be.
  if (json.includes('\\ud') && /\p{Surrogate}/u.test(text))
    throw new CanonicalJsonError(path, `${verb} a broken character (half a surrogate pair)`)
  return json
}

function writeList(list: readonly unknown[], path: string, depth: number): string {
  return `[${list.map((item, at) => write(item, `${path}[${at}]`, depth + 1)).join(',')}]`
}

function writeObject(object: object, path: string, depth: number): string {
  const prototype: unknown = Object.getPrototypeOf(object)
  if (prototype !== Object.prototype && prototype !== null) {
    throw new CanonicalJsonError(path, 'is not a plain object, list, text, number, boolean or null')
  }
  const members = Object.entries(object)
    .filter(([, member]) => member !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, member]) => {
      const at = path === '' ? key : `${path}.${key}`
      return `${writeText(key, at, 'has a name with')}:${write(member, at, depth + 1)}`
    })
  return `{${members.join(',')}}`
}
