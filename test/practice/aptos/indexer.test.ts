import { expect, it } from 'vitest'
import { fits, ordered } from '../../../src/core/practice/aptos/indexer/filter.ts'
import { QueryFault, readQuery } from '../../../src/core/practice/aptos/indexer/query.ts'

it('reads a query with variables, defaults, fragments and values in its text', () => {
  const text = `
    fragment Own on current_token_ownerships_v2 { amount more: current_token_data { token_name } }
    query holdings($owner: String!, $limit: Int = 5, $order: [x!]) {
      rows: current_token_ownerships_v2(
        where: { owner_address: { _eq: $owner }, amount: { _gt: 0 }, is_soulbound_v2: { _neq: true } }
        limit: $limit, order_by: [{ last_transaction_version: desc }], offset: $none
      ) { ...Own storage_id } # a comment
    }`
  expect(readQuery(text, { owner: '0x1' })).toEqual([
    {
      ...{ alias: 'rows', name: 'current_token_ownerships_v2' },
      arguments: {
        where: { owner_address: { _eq: '0x1' }, amount: { _gt: 0 }, is_soulbound_v2: { _neq: true } },
        ...{ limit: 5, order_by: [{ last_transaction_version: 'desc' }], offset: undefined },
      },
      selection: [
        { alias: 'amount', name: 'amount', arguments: {}, selection: [] },
        {
          ...{ alias: 'more', name: 'current_token_data', arguments: {} },
          selection: [{ alias: 'token_name', name: 'token_name', arguments: {}, selection: [] }],
        },
        { alias: 'storage_id', name: 'storage_id', arguments: {}, selection: [] },
      ],
    },
  ])
})

it('refuses what is no query', () => {
  const nested = `query { ${'a {'.repeat(40)} b ${'}'.repeat(41)}`
  for (const text of ['', '{', 'query {', 'mutation { a }', 'query { ...Absent }', '{ a } { b }', nested])
    expect(() => readQuery(text, {}), text).toThrow(QueryFault)
})

it('a fragment that names itself ends', () => {
  expect(() => readQuery('query { ...A } fragment A on x { ...A }', {})).toThrow(QueryFault)
})

it('filters and orders as Hasura does', () => {
  const row = { amount: 1, owner: '0x1', data: { name: 'Tom', uri: null } }
  expect(fits(row, { amount: { _gt: 0 }, data: { name: { _in: ['Tom', 'Tim'] } } })).toBe(true)
  expect(fits(row, { _or: [{ amount: { _gt: 5 } }, { owner: { _eq: '0x1' } }] })).toBe(true)
  expect(fits(row, { _not: { owner: { _eq: '0x1' } } })).toBe(false)
  expect(fits(row, { data: { uri: { _is_null: true } } })).toBe(true)
  const rows = [{ at: 2 }, { at: 10 }, { at: 1 }]
  expect(ordered([...rows], [{ at: 'desc' }]).map(({ at }) => at)).toEqual([10, 2, 1])
  expect(ordered([...rows], { at: 'asc' }).map(({ at }) => at)).toEqual([1, 2, 10])
})
