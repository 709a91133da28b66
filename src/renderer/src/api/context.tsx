/** The session's calls and the answers most pages share, for components. */
import { useQuery } from '@tanstack/react-query'
import { createContext, useContext } from 'react'
import type { Api } from './api.ts'
import type { CallLog } from './call-log.ts'
import { keys } from './keys.ts'

/** Ours: how soon the balance of a network that did not report one is asked for again, ms. */
const unknownBalanceMs = 5_000

export const ApiContext = createContext<Api | null>(null)
export const CallLogContext = createContext<CallLog | null>(null)
/** `lost`: nothing answers. `stranger`: a program answers that is not the core. */
export type Connection = 'up' | 'lost' | 'stranger'
export const ConnectionContext = createContext<Connection>('up')
/** Where the core serves media to this session. */
export const MediaContext = createContext('')

/**
 * Makes a call that ends every session and is answered with a ticket for a new one (null: none was ended), and opens that. Until then the pages
 * stay, whatever refuses the session that has ended.
 */
export type Renew = <Answer extends { ticket: string | null }>(call: () => Promise<Answer>) => Promise<Answer>
export const RenewContext = createContext<Renew>((call) => call())

/** Returns the function for calls that end every session. */
export function useRenew(): Renew {
  return useContext(RenewContext)
}

/** The calls of this session. */
export function useApi(): Api {
  const api = useContext(ApiContext)
  if (!api) throw new Error('useApi is called outside of a session')
  return api
}

/** The log of this session's calls that a program could make. */
export function useCallLog(): CallLog {
  const log = useContext(CallLogContext)
  if (!log) throw new Error('useCallLog is called outside of a session')
  return log
}

/** Whether the event stream is up, or why not. */
export function useConnection(): Connection {
  return useContext(ConnectionContext)
}

/** Where the core serves media to this session. Loading from there sends a cookie, so load only while the connection is up. */
export function useMediaBase(): string {
  return useContext(MediaContext)
}

export function useAppState() {
  const api = useApi()
  return useQuery({
    queryKey: keys.state,
    queryFn: api.state,
    refetchInterval: ({ state: { data } }) =>
      data?.treasuries.some(({ balance }) => balance.amount === null) ? unknownBalanceMs : false,
  })
}

export function useCollections() {
  const api = useApi()
  return useQuery({ queryKey: keys.collections, queryFn: api.collections })
}
