import type { Refusal, Row } from './table.ts'

export interface Sent {
  method: string
  path: string
  body: unknown
  headers: Record<string, string>
}

/**
 * How a row of the table is asked when all is well, or otherwise.
 * @param places what stands for places that only the networks know
 */
export function requestOf(row: Row, other: Partial<Refusal> = {}, places: Readonly<Record<string, string>> = {}): Sent {
  const [method = '', route = ''] = row.route.split(' ')
  const path = route.replace(/\{([^}]+)\}/g, (_, name: string) => {
    const value = other.path?.[name] ?? row.path?.[name] ?? ''
    return encodeURIComponent(places[value] ?? value)
  })
  const json: Record<string, string> = method === 'DELETE' ? { 'content-type': 'application/json' } : {}
  return {
    method,
    path: `${path}${other.query ?? row.query ?? ''}`,
    body: 'body' in other ? other.body : row.body,
    headers: { ...json, ...other.headers },
  }
}
