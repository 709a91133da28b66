/** How the paths of calls are written. */

/** A value as one segment of a path. */
export const seg = encodeURIComponent

/** A query with what has a value; nothing where none has. */
export function query(values: Readonly<Record<string, string | number | boolean | undefined>>): string {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(values)) {
    if (value !== undefined && value !== '') search.set(name, String(value))
  }
  return search.size === 0 ? '' : `?${search}`
}
