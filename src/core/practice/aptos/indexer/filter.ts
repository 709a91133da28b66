/** A row of a table: its columns, and rows of other tables that belong to it. */
export interface Row {
  [column: string]: unknown
}

type Compare = (own: unknown, other: unknown) => boolean

const order = (one: unknown, other: unknown): number => {
  if (typeof one === 'number' || typeof other === 'number') return Number(one) - Number(other)
  return `${one}` < `${other}` ? -1 : `${one}` > `${other}` ? 1 : 0
}
const isAmong = (own: unknown, others: unknown): boolean =>
  Array.isArray(others) && others.some((one) => order(own, one) === 0)

/** The comparisons of Hasura, with which the indexer's API is made. */
const compares: Readonly<Record<string, Compare>> = {
  _eq: (own, other) => order(own, other) === 0,
  _neq: (own, other) => order(own, other) !== 0,
  _gt: (own, other) => order(own, other) > 0,
  _gte: (own, other) => order(own, other) >= 0,
  _lt: (own, other) => order(own, other) < 0,
  _lte: (own, other) => order(own, other) <= 0,
  _in: isAmong,
  _nin: (own, others) => !isAmong(own, others),
  _is_null: (own, wanted) => (own === null) === (wanted === true),
}

/** Whether a row matches a `where`. */
export function fits(row: Row, where: unknown): boolean {
  if (!isRow(where)) return true
  return Object.entries(where).every(([name, condition]) => {
    if (name === '_and') return lists(condition).every((one) => fits(row, one))
    if (name === '_or') return lists(condition).some((one) => fits(row, one))
    if (name === '_not') return !fits(row, condition)
    const own = row[name]
    if (isRow(own)) return fits(own, condition)
    return !isRow(condition) || Object.entries(condition).every(([how, other]) => compares[how]?.(own, other) ?? true)
  })
}

export function ordered(rows: Row[], by: unknown): Row[] {
  const keys = lists(by).flatMap((one) => (isRow(one) ? Object.entries(one) : []))
  return rows.sort((one, other) => {
    for (const [name, way] of keys) {
      const first = order(one[name], other[name])
      if (first !== 0) return `${way}`.startsWith('desc') ? -first : first
    }
    return 0
  })
}

export function isRow(value: unknown): value is Row {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function lists(value: unknown): unknown[] {
  return Array.isArray(value) ? value : value === undefined || value === null ? [] : [value]
}
