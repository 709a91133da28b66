/** The log of requests. It is formatted and written after the answers, so that it costs a request next to nothing. */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Logger } from 'pino'
import { excerpt, maskSecrets } from '../../lib/secrets.ts'
import { addRequests, type RequestRow } from '../../store/outbox/requests.ts'
import type { Store } from '../../store/sqlite/open.ts'

/** Ours: requests kept on disk; most of them from one interval; the interval, ms; characters of a body that are shown. */
const kept = 2_000
const atOnce = 100
const every = 500
const mostShown = 4_000
/** Most characters of an answer that is shown as JSON; of a longer one the beginning is shown as text. */
const mostParsed = 64 * 1024

interface Seen {
  projectId: string | null
  at: number
  ms: number
  caller: string
  method: string
  url: string
  status: number
  /** The parsed body; a large one is cut at once, so that it is not held in memory. */
  request: unknown
  answer: string | undefined
}

export interface RequestLog {
  note(seen: Seen): void
  /** How many requests since the start were left out because too many came in one interval. */
  dropped(): number
  /** Writes the rest. */
  close(): Promise<void>
}

/** @param onWritten called with the projects whose requests were written; null: requests of no known project */
export function openRequestLog(
  db: Store,
  onWritten: (projectIds: readonly (string | null)[]) => void,
  log: Logger,
): RequestLog {
  let waiting: Seen[] = []
  let dropped = 0
  let timer: NodeJS.Timeout | undefined
  let writing: Promise<void> = Promise.resolve()

  const write = async (): Promise<void> => {
    timer = undefined
    const seen = waiting
    waiting = []
    try {
      await addRequests(db, seen.map(rowOf), kept)
      onWritten([...new Set(seen.map(({ projectId }) => projectId))])
    } catch (error) {
      log.warn({ err: error }, 'the log of requests was not written')
    }
  }

  return {
    note(seen) {
      waiting.push(seen)
      // Of each interval the newest are kept.
      if (waiting.length > atOnce) {
        waiting.shift()
        dropped++
      }
      timer ??= setTimeout(() => {
        writing = writing.then(write)
      }, every)
    },
    dropped: () => dropped,
    async close() {
      clearTimeout(timer)
      await writing
      if (waiting.length > 0) await write()
    },
  }
}

function rowOf({ request, answer, url, ...seen }: Seen): RequestRow {
  return {
    ...seen,
    url: maskSecrets(url).slice(0, 1_000),
    request: request === undefined ? null : excerpt(request, mostShown),
    answer: answer === undefined ? null : shownAnswer(answer),
  }
}

function shownAnswer(text: string): string {
  if (text.length > mostParsed) return `${maskSecrets(text.slice(0, mostShown))}… (${text.length} characters)`
  try {
    return excerpt(JSON.parse(text), mostShown)
  } catch {
    return maskSecrets(text.slice(0, mostShown))
  }
}

/** Logs every request of the API when it is answered: those of programs, and of the window only those that change something. */
export function logRequests(app: FastifyInstance, log: RequestLog, clock: () => number): void {
  app.decorateRequest('answerText', null)
  const isNoted = ({ url, method, caller }: FastifyRequest): boolean =>
    url.startsWith('/api/') && method !== 'OPTIONS' && !(caller?.via === 'window' && method === 'GET')

  app.addHook('onSend', (request, _reply, payload, done) => {
    if (typeof payload === 'string' && isNoted(request)) request.answerText = payload
    done(null, payload)
  })
  app.addHook('onResponse', (request, reply, done) => {
    done()
    if (!isNoted(request)) return
    const { caller, body } = request
    const large = Number(request.headers['content-length'] ?? 0) > mostParsed
    log.note({
      projectId: caller?.project.id ?? null,
      at: clock() - Math.round(reply.elapsedTime),
      ms: reply.elapsedTime,
      caller: caller?.key ? caller.key.name || caller.key.hint : caller ? 'window' : 'unknown',
      method: request.method,
      url: request.url,
      status: reply.statusCode,
      request: large ? JSON.parse(excerpt(body, mostShown)) : body,
      answer: request.answerText ?? undefined,
    })
  })
}

declare module 'fastify' {
  interface FastifyRequest {
    /** The text of the answer, if it is text and the request is logged. */
    answerText: string | null
  }
}
