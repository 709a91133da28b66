import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import type { AppEvent } from '../../../shared/app-api.ts'
import type { AppContext, ProjectOf } from './context.ts'

/** Ours: a proxy or a sleeping machine is noticed in that time. */
const heartbeat = 15_000
/** Ours: a reader that does not take so many bytes is let go; it comes back and is told to load anew. */
const mostUnread = 4 * 1024 * 1024

/**
 * `GET /app/events`: the one event stream. A reader without `Last-Event-ID` gets `reset` first, so that nothing is lost between its
 * first look and the stream's beginning.
 */
export function eventRoutes({ events }: AppContext, projectOf: ProjectOf): FastifyPluginAsyncZod {
  return async (app) => {
    const open = new Set<() => void>()
    // Streams never end by themselves: closing the server ends them.
    app.addHook('preClose', async () => {
      for (const end of open) end()
    })

    app.get('/events', async (request, reply) => {
      const project = projectOf(request)
      const lastId = numberOf(request.headers['last-event-id'])
      // An earlier start of the core: what ended meanwhile is told after the reset.
      const missed = lastId === undefined ? [] : await events.actionsAfter(project.id, lastId)

      reply.hijack()
      const response = reply.raw
      response.writeHead(200, {
        ...Object.fromEntries(Object.entries(reply.getHeaders()).filter(([, value]) => value !== undefined)),
        'content-type': 'text/event-stream; charset=utf-8',
        'cache-control': 'no-store',
        'x-accel-buffering': 'no',
      })
      const write = (text: string): void => {
        if (response.writableLength > mostUnread) end()
        else response.write(text)
      }
      const beat = setInterval(() => write(': still here\n\n'), heartbeat)
      let unsubscribe: (() => void) | undefined
      const end = (): void => {
        clearInterval(beat)
        unsubscribe?.()
        open.delete(end)
        response.end()
      }
      open.add(end)
      response.on('close', end)
      unsubscribe = events.subscribe(project.id, lastId ?? 0, (id, event) => {
        write(serialised(id, event))
        if (event.type !== 'reset') return
        for (const old of missed) if (old.id < id) write(serialised(id, old.event))
      })
    })
  }
}

function serialised(id: number, event: AppEvent): string {
  return `id: ${id}\nevent: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`
}

function numberOf(header: string | string[] | undefined): number | undefined {
  const number = Number(typeof header === 'string' && header !== '' ? header : Number.NaN)
  return Number.isSafeInteger(number) && number >= 0 ? number : undefined
}
