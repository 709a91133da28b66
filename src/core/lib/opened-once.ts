/** Opens one thing per key at its first use; after a failure it is tried again at the next use. */
export interface OpenedOnce<Key, Thing> {
  of(key: Key): Promise<Thing>
  /** Lets the thing be opened again at its next use. */
  forget(key: Key): void
}

export function openedOnce<Key, Thing>(open: (key: Key) => Promise<Thing>): OpenedOnce<Key, Thing> {
  const opening = new Map<Key, Promise<Thing>>()
  return {
    of(key) {
      const known = opening.get(key)
      if (known) return known
      const made = open(key).catch((error: unknown) => {
        opening.delete(key)
        throw error
      })
      opening.set(key, made)
      return made
    },
    forget: (key) => void opening.delete(key),
  }
}
