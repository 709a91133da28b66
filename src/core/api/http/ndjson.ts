/** Answers with one JSON text a line, for lists that are too long for a page. */
import { Readable } from 'node:stream'
import { setImmediate } from 'node:timers/promises'
import type { FastifyReply, FastifyRequest } from 'fastify'

const ndjson = 'application/x-ndjson'

/** Whether a request asks for lines. A HEAD does not, so that nothing is read for it. */
export function wantsLines({ method, headers: { accept = '' } }: FastifyRequest): boolean {
  return method === 'GET' && accept.split(',').some((one) => one.split(';', 1)[0]?.trim().toLowerCase() === ndjson)
}

/**
 * Sends items as they are read, no faster than the client takes them, and lets other requests have their turn between two pages. If reading
 * fails, the connection ends before the last chunk, by which the client sees the failure.
 */
export function sendLines(reply: FastifyReply, pages: AsyncIterable<readonly unknown[]>): FastifyReply {
  async function* lines(): AsyncGenerator<string> {
    for await (const page of pages) {
      if (page.length > 0) yield page.map((item) => `${JSON.stringify(item)}\n`).join('')
      await setImmediate()
    }
  }
  return reply
    .header('content-type', `${ndjson}; charset=utf-8`)
    .send(Readable.from(lines(), { objectMode: true, highWaterMark: 1 }))
}
