import { LRUCache } from 'lru-cache'

/** The key under which a text of metadata is kept, from its SHA-256 (hex) and the time (ms since 1970). */
export type MetadataKeys = (hash: string, now: number) => string

/** Ours: texts of late that are known again, since many mints of a collection may have the same. */
const keptKeys = 1_000
/** Milliseconds of the next 500 years. */
const timeDigits = 11
/** Texts of one millisecond, or of one run, before their keys begin again from 0. */
const orderDigits = 8
const hashAt = timeDigits + orderDigits

/**
 * A key of metadata of which thousands of texts come a second: its SHA-256 (hex) with the time (ms since 1970), and the order in which texts came
 * then, in place of its first digits. Each text then lies behind the one before it, and a commit fills page after page; under their hashes each
 * lies in another. A text that comes again later may be kept twice, which costs room and nothing else.
 */
function metadataKey(hash: string, now: number, order: number): string {
  return keyBegin(now) + digits(order, orderDigits) + hash.slice(hashAt)
}

/** What all keys of a time begin with. @param now ms since 1970 */
export function keyBegin(now: number): string {
  return digits(Math.floor(now), timeDigits)
}

/** A key for statements, which takes `keyBegin`. @param order the column of the order, as `orderDigits` digits @param hash that of the SHA-256 */
export function keySql(order: string, hash: string): string {
  return `? || ${order} || substr(${hash}, ${hashAt + 1})`
}

/** Keys of metadata that comes text by text. */
export function metadataKeys(): MetadataKeys {
  const known = new LRUCache<string, string>({ max: keptKeys })
  let order = 0
  return (hash, now) => {
    const before = known.get(hash)
    if (before !== undefined) return before
    const key = metadataKey(hash, now, order++)
    known.set(hash, key)
    return key
  }
}

/** The last digits of a number, hex. */
function digits(value: number, length: number): string {
  return value.toString(16).padStart(length, '0').slice(-length)
}
