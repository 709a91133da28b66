import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import type { AppEvent } from '../../../shared/app-api.ts'
import type { SessionPerson } from '../../store/installation/sessions.ts'
import type { AppContext, ProjectOf } from './context.ts'
import { networkShownTo } from './network-views.ts'
import type { Sessions } from './sessions/sessions.ts'
import { backupNoticeShownTo } from './shown-settings.ts'

/** Ours: a proxy or a sleeping machine is noticed within this time. */
const heartbeat = 15_000
/** Ours: a reader with more unread bytes is disconnected; it reconnects, and gets `reset` where it missed more than is kept in memory. */
const mostUnread = 4 * 1024 * 1024

/**
 * `GET /app/events`: the one event stream. A reader without `Last-Event-ID` gets `reset` first, so that it misses nothing between its
 * first load and the stream's beginning. A reader that was away longer than events are kept in memory gets `reset`, then the actions that
 * ended meanwhile, each once and in order, then new events.
 */
export function eventRoutes(
  {
    events,
    sessions,
    clock,
  }: Pick<AppContext, 'events' | 'clock'> & { sessions: Pick<Sessions, 'onEnded' | 'current'> },
  projectOf: ProjectOf,
): FastifyPluginAsyncZod {
  return async (app) => {
    const open = new Set<() => void>()
    // Streams never end by themselves: closing the server ends them.
    app.addHook('preClose', async () => {
      for (const end of open) end()
    })

    app.get('/events', async (request, reply) => {
      const project = projectOf(request)
      const endsAt = request.caller?.endsAt ?? Number.POSITIVE_INFINITY
      const lastId = numberOf(request.headers['last-event-id'])

      reply.hijack()
      const response = reply.raw
      response.writeHead(200, {
        ...Object.fromEntries(Object.entries(reply.getHeaders()).filter(([, value]) => value !== undefined)),
        'content-type': 'text/event-stream; charset=utf-8',
        'cache-control': 'no-store',
        'x-accel-buffering': 'no',
      })
      let ended = false
      const write = (text: string): void => {
        if (ended) return
        if (response.writableLength > mostUnread) end()
        else response.write(text)
      }
      const beat = setInterval(() => (clock() < endsAt ? write(': still here\n\n') : end()), heartbeat)
      let unsubscribe: (() => void) | undefined
      let deafen: (() => void) | undefined
      const end = (): void => {
        ended = true
        clearInterval(beat)
        unsubscribe?.()
        deafen?.()
        open.delete(end)
        response.end()
      }
      open.add(end)
      const { session, person } = request.caller ?? {}
      // The stream ends with its session. The command line reconnects, and so does the window of a person whose role changed.
      deafen = sessions.onEnded((of) => {
        if (of === 'all' || ('id' in of ? of.id === session : of.personId === person?.id)) end()
      })
      response.on('close', end)
      if (session !== undefined) {
        // The session may have ended before the listener was added.
        const now = await sessions.current(session)
        if (now === undefined || now.person?.role !== person?.role) end()
      }

      /** Writes what ended after `from`, up to `until`, as fast as the reader takes it. */
      const replay = async (from: number, until: number): Promise<void> => {
        for (let at = from; !ended; ) {
          const page = (await events.actionsAfter(project.id, at)).filter(({ id }) => id <= until)
          for (const { id, event } of page) write(serialised(id, shownTo(person, event)))
          const last = page.at(-1)
          if (last === undefined) return
          at = last.id
          if (!ended && response.writableNeedDrain)
            await new Promise<void>((resolve) => {
              response.once('drain', resolve)
              response.once('close', resolve)
            })
        }
      }

      let from = lastId
      while (!ended && unsubscribe === undefined) {
        let resetAt: number | undefined
        const stop = events.subscribe(project.id, from ?? 0, (id, event) => {
          if (event.type === 'reset') resetAt = id
          write(serialised(id, shownTo(person, event)))
        })
        if (resetAt === undefined) unsubscribe = stop
        else {
          stop()
          // Events that happen during the replay are kept; otherwise the next iteration gets `reset` again.
          if (from !== undefined) await replay(from, resetAt)
          from = resetAt
        }
      }
      if (ended) unsubscribe?.()
    })
  }
}

function shownTo(person: SessionPerson | null | undefined, event: AppEvent): AppEvent {
  switch (event.type) {
    case 'network':
      return { ...event, network: networkShownTo(person, event.network) }
    case 'backup':
      return { ...event, notice: backupNoticeShownTo(person, event.notice) }
    default:
      return event
  }
}

function serialised(id: number, event: AppEvent): string {
  return `id: ${id}\nevent: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`
}

function numberOf(header: string | string[] | undefined): number | undefined {
  const number = Number(typeof header === 'string' && header !== '' ? header : Number.NaN)
  return Number.isSafeInteger(number) && number >= 0 ? number : undefined
}
