import { channel } from 'node:diagnostics_channel'
import { once } from 'node:events'
import { request, type ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import { setImmediate as turn } from 'node:timers/promises'
import { afterEach, expect, it } from 'vitest'
import type { AnswerBody, LocalServer } from '../../src/core/practice/http/local-server.ts'
import { serveRpc } from '../../src/core/practice/json-rpc/server.ts'
import { post } from './raw-rpc.ts'

let server: LocalServer | undefined
afterEach(() => server?.close())

/** A server that gives this answer to everybody. @returns its address */
async function serve(answer: () => Promise<AnswerBody>): Promise<string> {
  server = await serveRpc({ port: 0, bodyAtMost: 1000, answer })
  return `http://127.0.0.1:${server.port}`
}

/** Resolves when the response to the next request has closed. */
async function responseClosed(): Promise<void> {
  const started = channel('http.server.request.start')
  await new Promise<void>((resolve) => {
    const onStart = (message: unknown) => {
      started.unsubscribe(onStart)
      ;(message as { response: ServerResponse }).response.once('close', resolve)
    }
    started.subscribe(onStart)
  })
}

/** More than a stream buffers. */
const long = () => Readable.from(Array.from({ length: 100 }, () => Buffer.alloc(10_000, '1')))

it('lets go of the answer to a caller who left before it came', async () => {
  const body = long()
  const gone = responseClosed()
  let asked = () => {}
  const call = new Promise<void>((resolve) => {
    asked = resolve
  })
  let answer = (_: AnswerBody) => {}
  const url = await serve(() => {
    asked()
    return new Promise((resolve) => {
      answer = resolve
    })
  })
  const caller = request(url, { method: 'POST', agent: false }).end('{}')
  caller.on('error', () => undefined)
  await call
  caller.destroy()
  await gone
  answer(body)
  for (let left = 10; !body.destroyed && left > 0; left -= 1) await turn()
  expect(body.destroyed).toBe(true)
})

it('breaks off where its answer broke off before it was passed on', async () => {
  const body = long()
  await once(body.destroy(), 'close')
  await expect(post(await serve(async () => body), '{}')).rejects.toThrow('socket hang up')
})

it('passes a long answer on as a whole', async () => {
  expect(await post(await serve(async () => long()), '{}')).toEqual({ status: 200, text: '1'.repeat(1_000_000) })
})
