import { textOfHex } from './asset-id.ts'

/** Ours: no honest metadata is nested deeper. */
const deepest = 24

/**
 * The metadata in a datum (CIP-68) that a service returned as JSON: the first field of the constructor. Bytes become text if they are UTF-8, else
 * hex. Undefined for a datum of another form.
 */
export function fieldOfDatum(datum: unknown): unknown {
  const fields = fieldOf(datum, 'fields')
  return Array.isArray(fields) ? plainOf(fields[0], deepest) : undefined
}

function plainOf(data: unknown, left: number): unknown {
  if (left === 0) return undefined
  const [bytes, int, list, map, fields] = ['bytes', 'int', 'list', 'map', 'fields'].map((kind) => fieldOf(data, kind))
  if (typeof bytes === 'string') return textOfHex(bytes) ?? bytes
  if (typeof int === 'number' || typeof int === 'string') return int
  if (Array.isArray(map)) return Object.fromEntries(map.flatMap((pair) => entryOf(pair, left)))
  const many = Array.isArray(list) ? list : Array.isArray(fields) ? fields : undefined
  return many?.map((one) => plainOf(one, left - 1) ?? null)
}

function entryOf(pair: unknown, left: number): [string, unknown][] {
  const key = plainOf(fieldOf(pair, 'k'), left - 1)
  const value = plainOf(fieldOf(pair, 'v'), left - 1)
  return (typeof key === 'string' || typeof key === 'number') && value !== undefined ? [[String(key), value]] : []
}

function fieldOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, name)
    ? Reflect.get(value, name)
    : undefined
}
