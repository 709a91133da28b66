import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { useEffect, useMemo, useRef, useState } from 'react'
import { createApi } from '../api/api.ts'
import { createEventTaker } from '../api/apply-event.ts'
import { CallError, createClient } from '../api/client.ts'
import { ApiContext, ConnectedContext } from '../api/context.tsx'
import { readEvents } from '../api/event-stream.ts'
import { sayRunEnded } from '../runs/run-ended.tsx'
import { Shell } from './shell.tsx'

/** One session: its client, the answers that are kept, the event stream, and the pages. */
export function Session({ token, onRefused }: { token: string; onRefused(): void }) {
  const refused = useRef(onRefused)
  refused.current = onRefused
  const [connected, setConnected] = useState(true)
  const [queries] = useState(
    () =>
      new QueryClient({
        defaultOptions: {
          queries: {
            staleTime: 30_000,
            // A core that restarts is back within seconds; a refusal stays one.
            retry: (times, error) => error instanceof CallError && error.code === 'core.unreachable' && times < 5,
            retryDelay: (times) => Math.min(400 * 2 ** times, 4_000),
          },
        },
      }),
  )
  const api = useMemo(() => createApi(createClient(token, () => refused.current())), [token])

  useEffect(() => {
    const stop = new AbortController()
    let wasLost = false
    void readEvents({
      client: api.client,
      signal: stop.signal,
      onEvent: createEventTaker(queries, sayRunEnded),
      onConnected: (up) => {
        setConnected(up)
        // What happened while nobody listened may be more than the stream can tell again.
        if (up && wasLost) void queries.invalidateQueries()
        wasLost = !up
      },
    })
    return () => stop.abort()
  }, [api, queries])

  return (
    <QueryClientProvider client={queries}>
      <ApiContext value={api}>
        <ConnectedContext value={connected}>
          <Shell />
        </ConnectedContext>
      </ApiContext>
    </QueryClientProvider>
  )
}
