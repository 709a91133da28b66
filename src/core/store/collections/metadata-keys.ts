import { LRUCache } from 'lru-cache'

/** The key under which a text of metadata is kept, from its SHA-256 (hex) and the time (ms since 1970). */
export type MetadataKeys = (hash: string, now: number) => string

/** Ours: texts of late that are known again, since many mints of a collection may have the same. */
const keptKeys = 1_000
/** Milliseconds of the next 500 years. */
const timeDigits = 11

/**
 * Keys of metadata that comes text by text, thousands of times a second: SHA-256 with the time in place of its first digits. Texts that
 * come together then lie together, and a commit writes few pages; under their hashes each lies in another. A text that comes again
 * later may be kept twice, which costs room and nothing else.
 */
export function metadataKeys(): MetadataKeys {
  const known = new LRUCache<string, string>({ max: keptKeys })
  return (hash, now) => {
    const before = known.get(hash)
    if (before !== undefined) return before
    const time = Math.floor(now).toString(16).padStart(timeDigits, '0').slice(-timeDigits)
    const key = `${time}${hash.slice(timeDigits)}`
    known.set(hash, key)
    return key
  }
}
