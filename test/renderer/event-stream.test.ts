/** The window: the stream of events, read from a server that sends and breaks it as the test says. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Connection } from '../../src/renderer/src/api/context.tsx'
import { readEvents } from '../../src/renderer/src/api/event-stream.ts'
import type { AppEvent } from '../../src/shared/app-api.ts'
import { createAppClient } from '../../src/shared/app-client.ts'
import { createHttpClient } from '../../src/shared/http-client.ts'

let server: Server
let stop: AbortController
let came: AppEvent[]
let connections: Connection[]
let doubts: number

beforeEach(() => {
  stop = new AbortController()
  came = []
  connections = []
  doubts = 0
})
afterEach(() => {
  stop.abort()
  server.closeAllConnections()
  server.close()
})

/** Reads from a server that answers so, one connection after the other, until the last is over or the reader ends by itself. */
async function read(...answers: ((request: IncomingMessage, response: ServerResponse) => void)[]): Promise<void> {
  let asked = 0
  server = createServer((request, response) => {
    answers[asked++]?.(request, response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  await readEvents({
    events: createAppClient(createHttpClient({ base: `http://127.0.0.1:${port}`, token: () => 't', mismatch: '' }))
      .events,
    doubt: () => {
      doubts++
      if (asked === answers.length) stop.abort()
    },
    onEvent: (event) => came.push(event),
    onConnection: (connection) => connections.push(connection),
    signal: stop.signal,
  })
}

const vault: AppEvent = { type: 'vault' }
const requests: AppEvent = { type: 'requests' }
const webhook: AppEvent = { type: 'webhook', id: 'wägen', notice: null }
const stream = Buffer.from(
  [
    ': still here\n\nid: 7\nevent: vault\ndata: {"type":"vault"}\n\n',
    'event: later\ndata: {"type":"later"}\n\ndata: no JSON\n\n',
    'data: {"type":\r\ndata: "requests"}\r\n\r\n',
    'id: 9\nretry: 5\ndata:{"type":"webhook","id":"wägen","notice":null}\n\ndata: {"type":"vault"}',
  ].join(''),
)

describe('the stream of events', () => {
  it('gives the events it knows wherever it is cut, past comments and what it does not know', async () => {
    const cuts = fc.array(fc.integer({ min: 0, max: stream.length }), { maxLength: 12 })
    for (const cut of fc.sample(cuts, 20)) {
      const places = [0, ...cut.sort((a, b) => a - b), stream.length]
      stop = new AbortController()
      came = []
      await read(async (_, response) => {
        for (const [at, end] of places.slice(1).entries())
          await new Promise((sent) => response.write(stream.subarray(places[at], end), sent))
        response.end()
      })
      server.close()
      expect(came).toEqual([vault, requests, webhook])
    }
  })

  it('is taken up after the last event that came, once it is made sure who is there', async () => {
    const asked: (string | undefined)[] = []
    await read(
      (request, response) => {
        asked.push(String(request.headers['last-event-id']))
        response.end('id: 7\ndata: {"type":"vault"}\n\ndata: {"type":"requests"}\n\nid: 8\ndata: {"type":"vault"}')
      },
      (request, response) => {
        asked.push(String(request.headers['last-event-id']))
        expect(doubts).toBe(1)
        response.end('id: 8\ndata: {"type":"vault"}\n\n')
      },
    )
    expect(asked).toEqual(['undefined', '7'])
    expect(came).toEqual([vault, requests, vault])
    expect(connections).toEqual(['up', 'lost', 'up'])
  })

  it('ends where the session has', async () => {
    await read((_, response) => {
      response.statusCode = 401
      response.end(JSON.stringify({ error: true, message: 'Sign in again.', code: 'session.unknown' }))
    })
    expect(connections).toEqual([])
  })
})
