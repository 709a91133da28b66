import { z } from 'zod'
import {
  type handedNftQuery,
  handedNfts,
  handOver,
  handOverQuote,
  type handOverRowQuery,
  handOverRows,
  type handOverStart,
} from '../app-api.ts'
import type { Caller } from '../http-client.ts'
import { query, seg } from './paths.ts'

export type HandOverOrder = 'pause' | 'resume' | 'cancel' | 'retry'

/** Hand-overs: NFTs that the project holds for people move to their own wallets. */
export function handOverCalls({ get, send }: Caller) {
  const path = (id: string) => `/app/hand-overs/${seg(id)}`
  return {
    /** @param collections their ids; none: everything that the people hold */
    createHandOver: (
      file: Blob,
      { name, collections = [] }: { name: string; collections?: readonly string[] },
      signal?: AbortSignal,
    ) => {
      const asked = new URLSearchParams([['name', name], ...collections.map((id) => ['collection', id])])
      return get(handOver, `/app/hand-overs?${asked}`, { method: 'POST', bytes: file, signal })
    },
    handOvers: () => get(z.array(handOver), '/app/hand-overs'),
    handOverOf: (id: string, signal?: AbortSignal) => get(handOver, path(id), { signal }),
    dropHandOver: (id: string) => send(path(id), { method: 'DELETE' }),
    handOverQuote: (id: string, signal?: AbortSignal) => get(handOverQuote, `${path(id)}/quote`, { signal }),
    startHandOver: (id: string, start: z.input<typeof handOverStart>) =>
      get(handOver, `${path(id)}/start`, { method: 'POST', json: start }),
    changeHandOver: (id: string, change: { feeCeilings: Record<string, string | null> }) =>
      get(handOver, path(id), { method: 'PATCH', json: change }),
    orderHandOver: (id: string, order: HandOverOrder) => get(handOver, `${path(id)}/${order}`, { method: 'POST' }),
    handOverRows: (id: string, rows: Partial<z.output<typeof handOverRowQuery>>) =>
      get(handOverRows, `${path(id)}/rows${query({ ...rows })}`),
    handedNfts: (id: string, nfts: Partial<z.output<typeof handedNftQuery>>) =>
      get(handedNfts, `${path(id)}/nfts${query({ ...nfts })}`),
    /** The results file as a raw answer. */
    handOverResults: (id: string) => send(`${path(id)}/results.csv`),
  }
}
