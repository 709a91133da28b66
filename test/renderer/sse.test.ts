import fc from 'fast-check'
import { expect, it } from 'vitest'
import { createSseParser, type SseEvent } from '../../src/renderer/src/api/sse.ts'

const stream =
  ': still here\n\nid: 7\nevent: run\ndata: {"a":1}\n\ndata: one\r\ndata: two\r\n\r\nid: 9\nretry: 5\ndata:bare\n\nevent: lonely\n\ndata: unfinished'

const events: SseEvent[] = [
  { id: '7', type: 'run', data: '{"a":1}' },
  { id: '7', type: 'message', data: 'one\ntwo' },
  { id: '9', type: 'message', data: 'bare' },
]

it('reads events with their ids, over several lines, past comments and unknown fields', () => {
  expect(createSseParser().push(stream)).toEqual(events)
})

it('reads the same events wherever the stream is cut', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: stream.length }), { maxLength: 12 }), (cuts) => {
      const parser = createSseParser()
      const places = [0, ...cuts.sort((a, b) => a - b), stream.length]
      expect(places.slice(1).flatMap((end, at) => parser.push(stream.slice(places[at], end)))).toEqual(events)
    }),
  )
})
