/** The session's calls and the answers most pages share, for components. */
import { useQuery } from '@tanstack/react-query'
import { createContext, useContext } from 'react'
import type { Api } from './api.ts'
import { keys } from './keys.ts'

export const ApiContext = createContext<Api | null>(null)
export const ConnectedContext = createContext(true)

/** The calls of this session. */
export function useApi(): Api {
  const api = useContext(ApiContext)
  if (!api) throw new Error('useApi is called outside of a session')
  return api
}

/** Whether the event stream is up. */
export function useConnected(): boolean {
  return useContext(ConnectedContext)
}

export function useAppState() {
  const api = useApi()
  return useQuery({ queryKey: keys.state, queryFn: api.state })
}

export function useCollections() {
  const api = useApi()
  return useQuery({ queryKey: keys.collections, queryFn: api.collections })
}
