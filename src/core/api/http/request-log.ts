/** The log of requests: taken beside their way, worked up and written later, so that it costs a request next to nothing. */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Logger } from 'pino'
import { excerpt, maskSecrets } from '../../lib/secrets.ts'
import { addRequests, type RequestRow } from '../../store/outbox/requests.ts'
import type { Store } from '../../store/sqlite/open.ts'

/** Ours: what is kept on disk, of how many of them a second, how long a moment is, and how much of a body is shown. */
const kept = 2_000
const atOnce = 100
const every = 500
const mostShown = 4_000
/** Answers up to this length are shown as JSON, longer ones as the text they begin with. */
const mostParsed = 64 * 1024

interface Seen {
  projectId: string | null
  at: number
  ms: number
  caller: string
  method: string
  url: string
  status: number
  /** As it was parsed; bodies that are large are cut at once, so that they are not held. */
  request: unknown
  answer: string | undefined
}

export interface RequestLog {
  note(seen: Seen): void
  /** Requests that came so fast after each other that they were not kept, since the start. */
  dropped(): number
  /** Writes what is left. */
  close(): Promise<void>
}

/** @param onWritten hears which projects' requests were written; null: some that no project is known of */
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
      // The newest of a moment are kept.
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

/** Notes every request of the API when it was answered: those of programs, and of the window what changes something. */
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
    /** What it was answered, where that is text and noted. */
    answerText: string | null
  }
}
