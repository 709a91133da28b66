/** The session's calls and the answers most pages share, for components. */
import { useQuery } from '@tanstack/react-query'
import { createContext, useContext } from 'react'
import type { Api } from './api.ts'
import type { CallLog } from './call-log.ts'
import { keys } from './keys.ts'

/** Ours: how soon a network that did not say a balance is asked again, ms. */
const unknownBalanceMs = 5_000

export const ApiContext = createContext<Api | null>(null)
export const CallLogContext = createContext<CallLog | null>(null)
/** `lost`: nobody answers. `stranger`: somebody does, who is not the core. */
export type Connection = 'up' | 'lost' | 'stranger'
export const ConnectionContext = createContext<Connection>('up')
/** Where the core serves media to this session. */
export const MediaContext = createContext('')

/** Takes a ticket that the core gave this window, in place of a session that has ended. */
export const EnterContext = createContext<(ticket: string) => void>(() => undefined)

/** Comes in again with a ticket. */
export function useEnter(): (ticket: string) => void {
  return useContext(EnterContext)
}

/** The calls of this session. */
export function useApi(): Api {
  const api = useContext(ApiContext)
  if (!api) throw new Error('useApi is called outside of a session')
  return api
}

/** What this session did that a program could do. */
export function useCallLog(): CallLog {
  const log = useContext(CallLogContext)
  if (!log) throw new Error('useCallLog is called outside of a session')
  return log
}

/** Whether the event stream is up, or why not. */
export function useConnection(): Connection {
  return useContext(ConnectionContext)
}

/** Where the core serves media to this session; what is loaded from there bears a cookie, so only while the connection is up. */
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
