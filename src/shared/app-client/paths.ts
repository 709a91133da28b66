/** Builds the paths of calls. */

/** A value as one segment of a path. */
export const seg = encodeURIComponent

/** A query string of the parameters that have a value; '' if none has. */
export function query(values: Readonly<Record<string, string | number | boolean | undefined>>): string {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(values)) {
    if (value !== undefined && value !== '') search.set(name, String(value))
  }
  return search.size === 0 ? '' : `?${search}`
}
