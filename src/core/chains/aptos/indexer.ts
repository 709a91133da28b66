/**
 * Queries to an Aptos indexer: a GraphQL API that Hasura generates from the tables of aptos-indexer-processors. A node does not know what an account
 * holds; an indexer does, but it lags, and its answers cannot be verified.
 */
import { z } from 'zod'
import { normalAddress } from './addresses.ts'

/** The public indexer's own: most rows in one answer. */
const rowsAtOnce = 100

/** Writes the table of tokens; `processor_status` shows its progress. */
const processor = 'token_v2_processor'

/** `token_standard`: tokens of `v1` lie in their holder's token store and have no address. */
const query = `query Holdings($owner: String!, $after: String!, $limit: Int!) {
  current_token_ownerships_v2(
    where: {owner_address: {_eq: $owner}, amount: {_gt: 0}, token_standard: {_eq: "v2"}, token_data_id: {_gt: $after}}
    order_by: [{token_data_id: asc}]
    limit: $limit
  ) {
    owner_address
    amount
    token_data_id
    is_fungible_v2
    current_token_data {
      token_name
      token_uri
      current_collection { collection_name }
    }
  }
  processor_status(where: {processor: {_eq: "${processor}"}}) { last_updated }
}`

/** `ledger_infos` has one row. */
const chainQuery = 'query Chain { ledger_infos(limit: 1) { chain_id } }'

const text = z.string().nullish().catch(null)
const address = z
  .string()
  .regex(/^0x[0-9a-f]{1,64}$/i)
  .transform(normalAddress)
const row = z.object({
  owner_address: address,
  amount: z.coerce.number(),
  token_data_id: address,
  is_fungible_v2: z.boolean().nullish().catch(null),
  current_token_data: z
    .object({
      token_name: text,
      token_uri: text,
      current_collection: z.object({ collection_name: text }).nullish().catch(null),
    })
    .nullish()
    .catch(null),
})

/** A GraphQL server's answer; errors, too, come with HTTP status 200. */
const said = <Data extends z.ZodType>(data: Data) =>
  z.object({
    data: data.nullish(),
    errors: z.array(z.object({ message: z.string().catch('') })).nullish(),
  })

/** A page of holdings. */
export const holdingsAnswer = said(
  z.object({
    current_token_ownerships_v2: z.array(z.unknown()),
    processor_status: z.array(z.object({ last_updated: text })).catch([]),
  }),
)
/** The indexer's chain. */
export const chainAnswer = said(z.object({ ledger_infos: z.array(z.object({ chain_id: z.coerce.number() })).min(1) }))

/** An NFT that an indexer says an account holds. */
export interface IndexedToken {
  address: string
  name: string
  uri: string
  collectionName: string
}

export interface IndexedTokens {
  tokens: IndexedToken[]
  /** Where the next page begins; null after the last. */
  next: string | null
  /** The processor's last update, ms since 1970; null if the indexer does not report it. */
  writtenAt: number | null
}

/** The query for a page of an account's tokens, in the order of their addresses. @param after `next` of the previous page; null for the first */
export function holdingsQuestion(owner: string, after: string | null): { query: string; variables: object } {
  return { query, variables: { owner: normalAddress(owner), after: after ?? '0x', limit: rowsAtOnce } }
}

/** The query for an indexer's chain id. */
export const chainQuestion: { query: string } = { query: chainQuery }

/**
 * The NFTs of an account in a page. Rows of other accounts, of fungible assets, and unreadable rows are left out.
 * @param owner the account that was asked about
 */
export function readHoldings(
  owner: string,
  {
    current_token_ownerships_v2: rows,
    processor_status: [status],
  }: NonNullable<z.output<typeof holdingsAnswer>['data']>,
): IndexedTokens {
  const read = rows.map((one) => row.safeParse(one).data)
  const last = read.findLast((one) => one !== undefined)
  const tokens = read.flatMap((one): IndexedToken[] => {
    if (!one || one.owner_address !== normalAddress(owner) || !(one.amount > 0) || one.is_fungible_v2) return []
    const { token_name: name, token_uri: uri, current_collection: collection } = one.current_token_data ?? {}
    return [
      {
        address: one.token_data_id,
        name: name ?? '',
        uri: uri ?? '',
        collectionName: collection?.collection_name ?? '',
      },
    ]
  })
  // A server may return fewer rows than the limit: only an empty page is the end.
  return { tokens, next: last?.token_data_id ?? null, writtenAt: timeOf(status?.last_updated) }
}

/** The indexer writes UTC times without a time zone. */
function timeOf(timestamp: string | null | undefined): number | null {
  const time = Date.parse(/(Z|[+-]\d\d:?\d\d)$/.test(timestamp ?? '') ? `${timestamp}` : `${timestamp}Z`)
  return Number.isFinite(time) ? time : null
}
