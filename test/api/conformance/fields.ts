/** Fields of bodies by their paths, as in `nfts[0].metadata.name`. */
import type { Field, Kind } from './table.ts'

/** Whether `path` is `name`, or lies in it. */
export function nested(name: string, path: string): boolean {
  return path === name || path.startsWith(`${name}.`) || path.startsWith(`${name}[`)
}

/** A copy of a body with another value at a path; what is on the way there is made. */
export function withValue(body: unknown, path: string, value: unknown): unknown {
  return changed(body, partsOf(path), () => value)
}

/** A copy of a body without the field at a path. */
export function without(body: unknown, path: string): unknown {
  return changed(body, partsOf(path), () => undefined)
}

/** What a field of a kind cannot be. */
export function wrongValue({ kind }: Field): unknown {
  return wrong[kind]
}

const wrong: Readonly<Record<Kind, unknown>> = {
  text: 7,
  number: 'many',
  boolean: 'yes',
  object: [[]],
  list: 'all',
  metadata: 'nowhere',
}

function partsOf(path: string): (string | number)[] {
  return [...path.matchAll(/[^.[\]]+/g)].map(([part]) => (/^\d+$/.test(part) ? Number(part) : part))
}

function changed(target: unknown, [part, ...rest]: (string | number)[], make: () => unknown): unknown {
  if (part === undefined) return make()
  if (typeof part === 'number') {
    const list: unknown[] = Array.isArray(target) ? [...target] : []
    list[part] = changed(list[part], rest, make)
    return list
  }
  const held = typeof target === 'object' && target !== null ? (target as Record<string, unknown>)[part] : undefined
  return { ...(typeof target === 'object' ? target : {}), [part]: changed(held, rest, make) }
}
