/** Answers of one JSON text a line, for lists that no page holds. */
import { Readable } from 'node:stream'
import { setImmediate } from 'node:timers/promises'
import type { FastifyReply, FastifyRequest } from 'fastify'

const ndjson = 'application/x-ndjson'

/** Whether a request asks for lines. A HEAD asks for nothing that would have to be read. */
export function wantsLines({ method, headers: { accept = '' } }: FastifyRequest): boolean {
  return method === 'GET' && accept.split(',').some((one) => one.split(';', 1)[0]?.trim().toLowerCase() === ndjson)
}

/**
 * Sends items as they are read, no faster than they are taken, and lets other requests have their turn between two pages. A connection that ends
 * before the last chunk tells that something went wrong.
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
