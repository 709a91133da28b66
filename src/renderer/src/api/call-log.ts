/** The last calls of this window that a program could make with a key, for the page that shows them as code. In memory only, without secrets. */
import type { Call, Caller } from '../../../shared/http-client.ts'

/** One call that the core answered. */
export interface LoggedCall {
  /** Counts up. */
  id: number
  /** Milliseconds since 1970. */
  at: number
  method: NonNullable<Call['method']>
  /** From `/api` or `/app` on, with its query. */
  path: string
  /** JSON; '' where there is none. */
  body: string
  /** The name of the file that was sent as the body. */
  file: string | null
}

export interface CallLog {
  /** Newest first; the same array until something is added. */
  list(): readonly LoggedCall[]
  /** Calls the listener after every addition; returns how to unsubscribe. */
  subscribe(listener: () => void): () => void
  /** Wraps a caller: logs the calls that belong in the log, once they are answered. */
  logged(caller: Caller): Caller
}

/** Ours: as many as a person looks through. */
const kept = 50
/** Ours, characters: a larger body is content, such as a picture as a data URL, and would hide the call. */
const longestBody = 20_000

/** The calls that take a key. All others are for persons only, and some carry secrets: they are not logged. */
const ofPrograms: readonly [methods: RegExp, path: RegExp][] = [
  [/POST|PUT|PATCH|DELETE/, /^\/api\//],
  [/POST/, /^\/app\/imports(\?|$)/],
  [/PATCH|DELETE/, /^\/app\/imports\/[^/?]+$/],
  [/PUT/, /^\/app\/imports\/[^/?]+\/media\?/],
  [/POST/, /^\/app\/(quotes|runs)$/],
]

/** Whether a program could make a call with a key, and the call changes or prices something. */
export function isForPrograms(method: string, path: string): boolean {
  return ofPrograms.some(([methods, form]) => methods.test(method) && form.test(path))
}

/** An empty log of one session. @param now milliseconds since 1970 */
export function createCallLog(now: () => number = Date.now): CallLog {
  let calls: readonly LoggedCall[] = []
  let next = 0
  const listeners = new Set<() => void>()
  const log = (path: string, { method = 'GET', json, bytes }: Call = {}): void => {
    if (!isForPrograms(method, path)) return
    const body = json === undefined ? '' : JSON.stringify(json)
    const shown = body.length > longestBody ? '' : body
    const file = bytes === undefined ? null : bytes instanceof File ? bytes.name : 'file'
    next += 1
    const last = calls[0]
    // A page repeats the same quote: only the last one stays.
    const again = last?.method === method && last.path === path && last.body === shown && path === '/app/quotes'
    calls = [{ id: next, at: now(), method, path, body: shown, file }, ...calls.slice(again ? 1 : 0, kept - 1)]
    for (const listener of listeners) listener()
  }
  return {
    list: () => calls,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    logged: (caller) => ({
      async get(schema, path, call) {
        const answer = await caller.get(schema, path, call)
        log(path, call)
        return answer
      },
      async send(path, call) {
        const answer = await caller.send(path, call)
        log(path, call)
        return answer
      },
    }),
  }
}
