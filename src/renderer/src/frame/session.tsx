import { QueryCache, QueryClientProvider } from '@tanstack/react-query'
import { useEffect, useMemo, useRef, useState } from 'react'
import type { Session as OpenSession } from '../../../shared/app-api.ts'
import { Answers } from '../api/answers.ts'
import { createApi } from '../api/api.ts'
import { createEventTaker } from '../api/apply-event.ts'
import { createCallLog } from '../api/call-log.ts'
import { CallError, createClient } from '../api/client.ts'
import { ApiContext, CallLogContext, type Connection, ConnectionContext, MediaContext } from '../api/context.tsx'
import { readEvents } from '../api/event-stream.ts'
import { createPushedObjects } from '../api/pushed.ts'
import { sayRunEnded } from '../runs/run-ended.tsx'
import { sayNotice } from '../ui/say-notice.ts'
import { Shell } from './shell.tsx'

export interface SessionProps {
  session: OpenSession
  /** The project that is shown; null: the first. */
  project: string | null
  /** The core does not know this session (any more). */
  onRefused(session: OpenSession): void
  /** There is no such project: the tab remembers one of another data folder. */
  onProjectGone(): void
}

/** One session on one project: its client, its cache, the event stream, and the pages. */
export function Session({ session, project, onRefused, onProjectGone }: SessionProps) {
  const handlers = useRef({ onRefused, onProjectGone })
  handlers.current = { onRefused, onProjectGone }
  const [connection, setConnection] = useState<Connection>('up')
  const [queries] = useState(
    () =>
      new Answers({
        queryCache: new QueryCache({
          onError: (error) => {
            if (error instanceof CallError && error.code === 'project.notFound') handlers.current.onProjectGone()
          },
        }),
        defaultOptions: {
          // The core is mostly on this computer. Without `always`, calls made offline would wait, and a press would take effect only later.
          mutations: { networkMode: 'always' },
          queries: {
            networkMode: 'always',
            staleTime: 30_000,
            // A core that restarts is back within seconds; a refusal stays a refusal.
            retry: (times, error) => error instanceof CallError && error.code === 'core.unreachable' && times < 5,
            retryDelay: (times) => Math.min(400 * 2 ** times, 4_000),
          },
        },
      }),
  )
  const [objects] = useState(createPushedObjects)
  const client = useMemo(
    () => createClient(session, project, () => handlers.current.onRefused(session)),
    [session, project],
  )
  const [log] = useState(() => createCallLog())
  const api = useMemo(() => createApi(log.logged(client), objects), [client, log, objects])

  // What was refused with the former session is asked for again.
  const asking = useRef(session)
  useEffect(() => {
    if (asking.current === session) return
    asking.current = session
    void queries.invalidateQueries()
  }, [session, queries])

  useEffect(() => {
    const stop = new AbortController()
    let wasLost = false
    void readEvents({
      events: api.events,
      doubt: client.doubt,
      signal: stop.signal,
      onEvent: createEventTaker(queries, objects, sayRunEnded, sayNotice),
      onConnection: (now) => {
        setConnection(now)
        const up = now === 'up'
        // The stream may not be able to repeat all events of the time without a connection.
        if (up && wasLost) void queries.invalidateQueries()
        wasLost = !up
      },
    })
    return () => stop.abort()
  }, [api, client, queries, objects])

  return (
    <QueryClientProvider client={queries}>
      <ApiContext value={api}>
        <CallLogContext value={log}>
          <ConnectionContext value={connection}>
            <MediaContext value={`/app/media/${session.id}`}>
              <Shell />
            </MediaContext>
          </ConnectionContext>
        </CallLogContext>
      </ApiContext>
    </QueryClientProvider>
  )
}
