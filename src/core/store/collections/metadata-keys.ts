import { LRUCache } from 'lru-cache'

/** Makes the key under which a metadata text is stored, from its SHA-256 (hex) and the time (ms since 1970). */
export type MetadataKeys = (hash: string, now: number) => string

/** Ours: how many recent texts are recognised, since many mints of a collection may have the same one. */
const keptKeys = 1_000
/** Hex digits of the time: enough for the milliseconds of the next 500 years. */
const timeDigits = 11
/** Hex digits of a text's order within one millisecond, or one run; beyond that the order begins again from 0. */
const orderDigits = 8
const hashAt = timeDigits + orderDigits

/**
 * The key of a metadata text, where thousands of texts come a second: its SHA-256 (hex), whose first digits are replaced by the time (ms since
 * 1970) and the text's order at that time. Each text then lies behind the one before it, and a commit fills page after page; keyed by hashes,
 * each would lie in another page. A text that comes again later may be stored twice, which costs room and nothing else.
 */
function metadataKey(hash: string, now: number, order: number): string {
  return keyBegin(now) + digits(order, orderDigits) + hash.slice(hashAt)
}

/** What all keys of a time begin with. @param now ms since 1970 */
export function keyBegin(now: number): string {
  return digits(Math.floor(now), timeDigits)
}

/** SQL for a key; its bound value is `keyBegin`. @param order column of the order, `orderDigits` digits @param hash column of the SHA-256 */
export function keySql(order: string, hash: string): string {
  return `? || ${order} || substr(${hash}, ${hashAt + 1})`
}

/** Makes keys for metadata that comes text by text. */
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
