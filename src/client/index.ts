/** `mintdesk/client`: the API with types, for programs in TypeScript and JavaScript. docs/client.md. */
import createClient, { type Client } from 'openapi-fetch'
import type { components, paths } from './api.ts'

export type { components, paths } from './api.ts'

/** The shapes of bodies and answers, by name: `Schemas['Nft']`. */
export type Schemas = components['schemas']

export interface MintdeskOptions {
  /** An API key of the project: `sk_practice_…` or `sk_live_…`. */
  key: string
  /** Where Mintdesk listens: `http://127.0.0.1:3000` when absent. */
  url?: string | undefined
  /** In place of the global `fetch`. */
  fetch?: typeof globalThis.fetch | undefined
}

export type MintdeskClient = Client<paths>

/**
 * A client for one key: `client.GET('/api/2022-06-09/collections')`. Every call resolves to `{ data, error, response }`, of which either `data`
 * or `error` is there; it rejects only where nobody answers.
 */
export function createMintdeskClient({ key, url = 'http://127.0.0.1:3000', fetch }: MintdeskOptions): MintdeskClient {
  return createClient<paths>({ baseUrl: url, headers: { 'X-API-KEY': key }, ...(fetch === undefined ? {} : { fetch }) })
}
