import { z } from 'zod'
import { jsonIn, type Route } from '../rest/node-state.ts'
import { fits, isRow, ordered, type Row } from './filter.ts'
import { type Field, QueryFault, readQuery } from './query.ts'
import { tables } from './tables.ts'

const asked = z.object({ query: z.string().max(50_000), variables: z.record(z.string(), z.unknown()).nullish() })
/** The public indexer's own: most rows of an answer. */
const mostRows = 100
const aggregate = /_aggregate$/

/** `/graphql`: answers wallets' indexer queries about an account's tokens. It never lags behind the ledger. */
export const graphql: Route = ({ chain }, { body }) => {
  const { data } = asked.safeParse(jsonIn(body))
  if (!data) return fault('A call has a query, and variables.')
  try {
    const fields = readQuery(data.query, data.variables ?? {})
    const answer = fields.map((field) => {
      const { alias, name, arguments: given, selection } = field
      const table = tables[name.replace(aggregate, '')]
      if (!table) throw new QueryFault(`field '${name}' not found in type: 'query_root'`)
      const rows = Array.from(table(chain, given.where)).filter((row) => fits(row, given.where))
      if (aggregate.test(name)) return [alias, { aggregate: { count: rows.length } }]
      const offset = Number(given.offset ?? 0)
      const limit = Math.min(Number(given.limit ?? mostRows), mostRows)
      return [
        alias,
        ordered(rows, given.order_by)
          .slice(offset, offset + limit)
          .map((row) => only(row, selection)),
      ]
    })
    return { json: { data: Object.fromEntries(answer) } }
  } catch (error) {
    if (error instanceof QueryFault) return fault(error.message)
    throw error
  }
}

function fault(message: string) {
  return { json: { errors: [{ message, extensions: { code: 'validation-failed', path: '$' } }] } }
}

/** A row's selected columns. */
function only(row: Row, selection: readonly Field[]): Row {
  if (selection.length === 0) return row
  return Object.fromEntries(
    selection.map(({ alias, name, selection: inside }) => {
      const value = row[name] ?? null
      return [alias, isRow(value) ? only(value, inside) : value]
    }),
  )
}
