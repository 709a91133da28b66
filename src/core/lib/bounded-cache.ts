import { LRUCache } from 'lru-cache'

/**
 * A cache of the `most` values used last, by key. Its memory grows with its content: an LRUCache with `max` allocates room for all at
 * once, which took 15 ms of each start for 100,000.
 */
export function boundedCache<Key extends {}, Value extends {}>(most: number): LRUCache<Key, Value> {
  return new LRUCache<Key, Value>({ maxSize: most, sizeCalculation: () => 1 })
}
