/** The only event stream. It uses `fetch`, because `EventSource` sends no bearer token, and resumes where it broke off. */
import { EventSourceParserStream } from 'eventsource-parser/stream'
import { type AppEvent, appEvent } from '../../../shared/app-api.ts'
import type { AppClient } from '../../../shared/app-client.ts'
import { CallError, type Client } from './client.ts'
import type { Connection } from './context.tsx'

const firstPause = 300
const longestPause = 5_000

export interface EventStreamOptions {
  events: AppClient['events']
  /** A connection was lost: the next call verifies first that the core answers. */
  doubt: Client['doubt']
  onEvent(event: AppEvent): void
  /** `up` once events flow; another value when the core went away. */
  onConnection(connection: Connection): void
  signal: AbortSignal
}

function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, milliseconds)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      resolve()
    })
  })
}

function readEvent(data: string): AppEvent | null {
  try {
    return appEvent.safeParse(JSON.parse(data)).data ?? null
  } catch {
    return null
  }
}

/** Reads events until `signal` aborts, reconnecting with growing pauses; returns when the core refuses the token. */
export async function readEvents({ events, doubt, onEvent, onConnection, signal }: EventStreamOptions): Promise<void> {
  let lastId: string | null = null
  let wait = firstPause
  while (!signal.aborted) {
    let now: Connection = 'lost'
    try {
      const answer = await events(lastId, signal)
      const stream = answer.body?.pipeThrough(new TextDecoderStream()).pipeThrough(new EventSourceParserStream())
      const reader = stream?.getReader()
      onConnection('up')
      wait = firstPause
      for (;;) {
        const next = await reader?.read()
        if (!next || next.done) break
        lastId = next.value.id ?? lastId
        const known = readEvent(next.value.data)
        if (known) onEvent(known)
      }
    } catch (error) {
      if (error instanceof CallError && error.code.startsWith('session.')) return
      if (error instanceof CallError && error.code === 'core.stranger') now = 'stranger'
    }
    // Comes before anything else is sent: another program may listen at the address now.
    doubt()
    if (signal.aborted) return
    onConnection(now)
    await pause(wait, signal)
    wait = Math.min(wait * 2, longestPause)
  }
}
