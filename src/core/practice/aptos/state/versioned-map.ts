interface Entry<Value> {
  /** Undefined: removed. */
  value: Value | undefined
  /** The ledger version that set the value. */
  since: number
  before: Entry<Value> | undefined
}

/** Values at every ledger version, because a fullnode answers for older versions, too. */
export interface VersionedMap<Value> {
  /** @param version the newest when absent */
  get(key: string, version?: number): Value | undefined
  /** The version of the last change; null if there was none. */
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

/** Changes to a map that take effect only when they are kept. */
export interface Draft<Value> {
  get(key: string): Value | undefined
  set(key: string, value: Value | undefined): void
  /** The value below this draft, without its own changes. */
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
