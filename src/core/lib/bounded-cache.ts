import { LRUCache } from 'lru-cache'

/**
 * The `most` values that were used last, by key. Its memory grows with what is in it: an LRUCache that is told `max` makes room for all at
 * once, which takes 15 ms of each start for 100,000.
 */
export function boundedCache<Key extends {}, Value extends {}>(most: number): LRUCache<Key, Value> {
  return new LRUCache<Key, Value>({ maxSize: most, sizeCalculation: () => 1 })
}
