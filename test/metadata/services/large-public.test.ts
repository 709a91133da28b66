/** Files that are too large to be fetched whole each time, at a public address: from servers that answer parts, and from those that do not. */
import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ByteRange } from '../../../src/core/metadata/content-store.ts'
import { type PublicFiles, publicFiles } from '../../../src/core/metadata/services/public-files.ts'

const mebibyte = 1024 ** 2
const right = Buffer.alloc(17 * mebibyte, 'a picture')
/** Its beginning goes to the last byte that is compared. */
const otherBeginning = Buffer.from(right)
otherBeginning[mebibyte - 1] = 0

type Serve = (response: ServerResponse, bytes: Buffer, end: number) => unknown
const part = (response: ServerResponse, bytes: Buffer, end: number, total: string) =>
  response.writeHead(206, { 'content-range': `bytes 0-${end}/${total}` }).end(bytes.subarray(0, end + 1))
const servers: Record<string, Serve> = {
  'answers parts': (response, bytes, end) => part(response, bytes, end, String(bytes.length)),
  'answers parts, and says of none how large the file is': (response, bytes, end) => part(response, bytes, end, '*'),
  'answers smaller parts': (response, bytes, end) => part(response, bytes, end >> 1, String(bytes.length)),
  'answers the whole file': (response, bytes) => response.writeHead(200, { 'content-length': bytes.length }).end(bytes),
  'answers the whole file, and says of none how large it is': (response, bytes) =>
    Readable.from([bytes.subarray(0, 1000), bytes.subarray(1000)]).pipe(response.writeHead(200)),
}

let served: { how: Serve | undefined; bytes: Buffer }
const server = createServer((request, response) => {
  const end = /^bytes=0-(\d+)$/.exec(request.headers.range ?? '')?.[1]
  const whole = servers['answers the whole file'] as Serve
  const how = end === undefined ? whole : (served.how ?? whole)
  how(response, served.bytes, Math.min(Number(end), served.bytes.length - 1))
})
let files: PublicFiles

beforeAll(async () => {
  await once(server.listen(0, '127.0.0.1'), 'listening')
  files = publicFiles(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`)
})
afterAll(async () => {
  await files.close()
  server.closeAllConnections()
  server.close()
})

async function faultOf(how: Serve | undefined, bytes: Buffer) {
  served = { how, bytes }
  const open = (range?: ByteRange) => Readable.from([right.subarray(range?.start, range && range.end + 1)])
  const file = { kind: 'file', cid: 'cid', size: right.length, open } as const
  return (await files.fault({ path: 'cid', file }))?.kind ?? null
}

describe.each(Object.keys(servers))('a server that %s', (name) => {
  it.each([
    ['the file itself', right, null],
    ['one of which the end is missing', right.subarray(0, -1), 'other'],
    ['one of which the beginning alone is there', right.subarray(0, mebibyte), 'other'],
    ['one with something behind it', Buffer.concat([right, Buffer.from('x')]), 'other'],
    ['one with another beginning', otherBeginning, 'other'],
  ] as const)('has %s', async (_, bytes, kind) => {
    expect(await faultOf(servers[name], bytes)).toBe(kind)
  })
})

it('a file that never ends is another one, and is not read on', async () => {
  const endless: Serve = (response) => {
    const pieces = (function* () {
      for (let at = 0; ; at += mebibyte)
        yield at < right.length ? right.subarray(at, at + mebibyte) : Buffer.alloc(mebibyte)
    })()
    Readable.from(pieces).pipe(response.writeHead(200))
  }
  expect(await faultOf(endless, right)).toBe('other')
})
