interface Entry<Value> {
  /** Undefined: removed. */
  value: Value | undefined
  /** The ledger version that made it so. */
  since: number
  before: Entry<Value> | undefined
}

/** Values as they were at every ledger version: a fullnode is asked for older ones, too. */
export interface VersionedMap<Value> {
  /** @param version the newest when absent */
  get(key: string, version?: number): Value | undefined
  /** The version of the last change; null where there never was one. */
  changedAt(key: string): number | null
  values(): Iterable<[key: string, value: Value]>
  set(key: string, value: Value | undefined, version: number): void
}

export function versionedMap<Value>(): VersionedMap<Value> {
  const newest = new Map<string, Entry<Value>>()
  return {
    get(key, version) {
      let entry = newest.get(key)
      if (version !== undefined) while (entry && entry.since > version) entry = entry.before
      return entry?.value
    },
    changedAt: (key) => newest.get(key)?.since ?? null,
    *values() {
      for (const [key, { value }] of newest) if (value !== undefined) yield [key, value]
    },
    set(key, value, version) {
      newest.set(key, { value, since: version, before: newest.get(key) })
    },
  }
}

/** Changes over a map that count only once they are kept. */
export interface Draft<Value> {
  get(key: string): Value | undefined
  set(key: string, value: Value | undefined): void
  /** What lies below, whatever was set here. */
  base(key: string): Value | undefined
  changes(): Iterable<[key: string, value: Value | undefined]>
}

export function draftOf<Value>(below: Pick<Draft<Value>, 'get'>): Draft<Value> {
  const changed = new Map<string, Value | undefined>()
  return {
    get: (key) => (changed.has(key) ? changed.get(key) : below.get(key)),
    set(key, value) {
      changed.set(key, value)
    },
    base: (key) => below.get(key),
    changes: () => changed,
  }
}
