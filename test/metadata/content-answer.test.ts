import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { text as textOf } from 'node:stream/consumers'
import { promisify } from 'node:util'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { answerContent, type ContentAnswer, type ContentRequest } from '../../src/core/metadata/content-answer.ts'
import { type ContentStore, openContentStore } from '../../src/core/metadata/content-store.ts'
import { contentTypeOf } from '../../src/core/metadata/content-type.ts'

const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text)
const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

let directory: string
let store: ContentStore

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'mintdesk-answer-'))
  store = await openContentStore(directory)
})
afterAll(() => rm(directory, { recursive: true, force: true }))

async function get(content: string | Uint8Array, request: ContentRequest = {}): Promise<ContentAnswer> {
  const { cid } = await store.putBytes(typeof content === 'string' ? utf8(content) : content)
  return answerContent(store, cid, request)
}

async function body(answer: ContentAnswer): Promise<string> {
  return answer.body instanceof Readable ? textOf(answer.body) : (answer.body ?? '')
}

describe('an answer from /ipfs', () => {
  it('bears the type that the bytes show, and may be kept for ever', async () => {
    const { status, headers } = await get(png)
    expect(status).toBe(200)
    expect(headers).toMatchObject({
      'content-type': 'image/png',
      'content-disposition': 'inline',
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
      'content-length': `${png.length}`,
    })
  })

  it.each([
    '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>',
    '<!DOCTYPE html><script>alert(1)</script>',
    '<?xml version="1.0"?><x/>',
  ])('never lets a stranger’s script run: %s', async (content) => {
    const { headers } = await get(content)
    expect(headers['content-security-policy']).toContain("sandbox; default-src 'none'")
    expect(headers['content-disposition']).toBe('attachment')
    expect(headers['x-content-type-options']).toBe('nosniff')
  })

  it('is empty when the asker has the content already', async () => {
    const { headers } = await get('hello')
    const again = await get('hello', { 'if-none-match': `"x", ${headers.etag}` })
    expect([again.status, again.body]).toEqual([304, undefined])
  })

  it.each([
    ['bytes=0-4', 206, 'hello', 'bytes 0-4/11'],
    ['bytes=6-', 206, 'world', 'bytes 6-10/11'],
    ['bytes=-5', 206, 'world', 'bytes 6-10/11'],
    ['bytes=-50', 206, 'hello world', 'bytes 0-10/11'],
    ['bytes=10-99', 206, 'd', 'bytes 10-10/11'],
    ['bytes=11-', 416, '', 'bytes */11'],
    ['bytes=-0', 416, '', 'bytes */11'],
    ['bytes=5-2', 200, 'hello world', undefined],
    ['bytes=0-1,3-4', 200, 'hello world', undefined],
    ['lines=1-2', 200, 'hello world', undefined],
  ])('is the part asked for: %s', async (range, status, part, contentRange) => {
    const answer = await get('hello world', { range })
    expect(answer.status).toBe(status)
    expect(await body(answer)).toBe(part)
    expect(answer.headers['content-range']).toBe(contentRange)
  })

  it('is the whole when the asker’s part is of something else', async () => {
    expect((await get('hello world', { range: 'bytes=0-1', 'if-range': '"other"' })).status).toBe(200)
  })

  it('gives any range of any file, in folders too', async () => {
    const bytes = fc.string({ minLength: 1, maxLength: 50, unit: 'grapheme-ascii' })
    await fc.assert(
      fc.asyncProperty(bytes, fc.nat(60), fc.nat(60), async (content, start, length) => {
        const { cid } = await store.putFolder([
          { name: 'before', bytes: utf8('before') },
          { name: 'a', bytes: utf8(content) },
        ])
        const answer = await answerContent(store, `${cid}/a`, { range: `bytes=${start}-${start + length}` })
        expect(answer.status).toBe(start < content.length ? 206 : 416)
        if (answer.status === 206) expect(await body(answer)).toBe(content.slice(start, start + length + 1))
      }),
      { numRuns: 30 },
    )
  })

  it('lists a folder', async () => {
    const { cid } = await store.putFolder([{ name: '0.json', bytes: utf8('{}') }])
    const listing: unknown = JSON.parse(await body(await answerContent(store, cid, {})))
    expect(listing).toMatchObject({ cid, entries: [{ name: '0.json', size: 2 }] })
  })

  it('is 404 for what is not there and for what is no CID', async () => {
    for (const path of ['bafkreihdwdcefgh4dqkjv67uzcmw7ojee6xedzdetojuzjevtenxquvyku', 'hello', '', '../x']) {
      expect((await answerContent(store, path, {})).status).toBe(404)
    }
  })
})

describe('a content type', () => {
  it.each([
    ['{"a":1}', 'application/json'],
    [' [1]', 'application/json'],
    ['{not json', 'text/plain; charset=utf-8'],
    ['hello', 'text/plain; charset=utf-8'],
    ['\ufeff<?xml version="1.0"?>\n<!-- made by hand -->\n<svg>', 'image/svg+xml'],
    ['<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "x.dtd"><svg/>', 'image/svg+xml'],
    ['<!DOCTYPE svg [\n<!ENTITY ns_svg "http://www.w3.org/2000/svg">\n]>\n<svg\n', 'image/svg+xml'],
    ['<?xml version="1.0"?><!-- one --><!DOCTYPE svg><!-- two -->\n<!-- three --> <SVG>', 'image/svg+xml'],
    ['<!-- one --> <!-- two --><svg width="1">', 'image/svg+xml'],
    ['<!DOCTYPE svg><!-- one -->', 'text/plain; charset=utf-8'],
    ['<svgs>', 'text/plain; charset=utf-8'],
    ['<html><svg/></html>', 'text/html; charset=utf-8'],
    ['a\u0000b', 'application/octet-stream'],
  ])('comes from the bytes: %j', async (content, type) => expect(await contentTypeOf(utf8(content))).toBe(type))

  it('does not mind where the head is cut', async () => {
    const cut = utf8(`x${'é'.repeat(3000)}`).subarray(0, 4100)
    expect(await contentTypeOf(cut)).toBe('text/plain; charset=utf-8')
    expect(await contentTypeOf(Buffer.from([0xff, 0xfe, 0x00]))).toBe('application/octet-stream')
  })

  // In a process of its own: a search that does not end would hold the test's, too.
  it('is found soon, whatever a stranger wrote to have it sought for ever', async () => {
    const heads = [
      `<!DOCTYPE svg>${'<!---->'.repeat(140)}`,
      `<!DOCTYPE svg>${'<!-- --> '.repeat(110)}`,
      `<!DOCTYPE svg>${'<!--'.repeat(1_000)}`,
      '<!---->'.repeat(580),
      '<!--'.repeat(1_000),
      `<!DOCTYPE svg${'['.repeat(4_000)}`,
      `<!DOCTYPE svg[${']'.repeat(4_000)}`,
      ' '.repeat(4_000),
      `{${'"asset":'.repeat(500)}`,
      `{"asset":{${'"version":'.repeat(400)}`,
    ]
    const program = `
      const { contentTypeOf } = await import(${JSON.stringify(join(import.meta.dirname, '../../src/core/metadata/content-type.ts'))})
      for (const head of ${JSON.stringify(heads)}) console.log(await contentTypeOf(new TextEncoder().encode(head)))`
    const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', program], {
      timeout: 60_000,
    })
    expect(stdout.trim().split('\n')).toEqual(heads.map(() => 'text/plain; charset=utf-8'))
  })
})
