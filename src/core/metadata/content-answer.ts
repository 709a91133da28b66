import type { Readable } from 'node:stream'
import type { ByteRange, ContentStore, StoredFile } from './content-store.ts'

/** The request headers that matter here, in lower case, as Node has them. */
export type ContentRequest = { range?: string; 'if-range'?: string; 'if-none-match'?: string }

/** An HTTP answer; without `body` it has none. Answers to HEAD leave the body out. */
export type ContentAnswer = {
  status: 200 | 206 | 304 | 404 | 416
  headers: Record<string, string>
  body?: Readable | string
}

/** Types that a browser shows without running code in them; all others are offered for download. */
const shown = /^(?:image\/(?!svg)|video\/|audio\/|text\/plain|application\/json|application\/pdf|model\/)/

/**
 * Forbids scripts, forms and plug-ins and gives the content an origin of its own, since other people wrote it. The policy applies
 * where the content is opened by itself or in a frame; it does not affect an `<img>` or `<video>` of the page.
 */
const policy = "sandbox; default-src 'none'; img-src 'self' data:; media-src 'self' data:; style-src 'unsafe-inline'"

/**
 * Answers `GET` and `HEAD /ipfs/<path>` from the store: files, also those of folders, with ranges, types from the bytes, and caching
 * for ever; a folder itself as JSON `{"cid", "entries": [{"name", "cid", "size"}]}`. SVG, HTML and everything else that could run
 * is served with a sandboxing policy, for download, and only with its own type.
 * @param path `<cid>` or `<cid>/<name>`, percent-decoded
 */
export async function answerContent(
  store: ContentStore,
  path: string,
  request: ContentRequest,
): Promise<ContentAnswer> {
  const found = await store.find(path)
  if (found === undefined) {
    const message = 'There is no such content in this store: check the CID and the name behind it.'
    const body = JSON.stringify({ error: true, message, code: 'content.notFound' })
    return { status: 404, headers: { 'content-type': 'application/json; charset=utf-8' }, body }
  }
  const etag = `"${found.cid}"`
  const headers = {
    etag,
    'cache-control': 'public, max-age=31536000, immutable',
    'content-security-policy': policy,
    'x-content-type-options': 'nosniff',
  }
  if (matches(request['if-none-match'], etag)) return { status: 304, headers }
  if (found.kind === 'file') return answerFile(store, found, headers, request)
  const body = JSON.stringify({ cid: found.cid, entries: found.entries })
  return { status: 200, headers: { ...headers, 'content-type': 'application/json; charset=utf-8' }, body }
}

async function answerFile(
  store: ContentStore,
  file: StoredFile,
  shared: Record<string, string> & { etag: string },
  request: ContentRequest,
): Promise<ContentAnswer> {
  const type = await store.contentType(file)
  const headers = {
    ...shared,
    'content-type': type,
    'content-disposition': shown.test(type) ? 'inline' : 'attachment',
    'accept-ranges': 'bytes',
  }
  const fresh = request['if-range'] === undefined || request['if-range'] === shared.etag
  const range = fresh ? parseRange(request.range, file.size) : undefined
  if (range === 'unsatisfiable') {
    return { status: 416, headers: { ...shared, 'content-range': `bytes */${file.size}` } }
  }
  if (range === undefined) {
    return { status: 200, headers: { ...headers, 'content-length': `${file.size}` }, body: file.open() }
  }
  const part = {
    'content-length': `${range.end - range.start + 1}`,
    'content-range': `bytes ${range.start}-${range.end}/${file.size}`,
  }
  return { status: 206, headers: { ...headers, ...part }, body: file.open(range) }
}

/** RFC 9110: one range is served; several ranges, or anything else than a byte range, are ignored. */
function parseRange(header: string | undefined, size: number): ByteRange | 'unsatisfiable' | undefined {
  const found = /^bytes=(\d*)-(\d*)$/.exec(header?.trim() ?? '')
  const [, from = '', to = ''] = found ?? []
  if (found === null || (from === '' && to === '')) return undefined
  if (from === '') {
    const last = Number(to)
    return last === 0 || size === 0 ? 'unsatisfiable' : { start: Math.max(size - last, 0), end: size - 1 }
  }
  const start = Number(from)
  const end = to === '' ? size - 1 : Math.min(Number(to), size - 1)
  if (to !== '' && Number(to) < start) return undefined
  return start >= size ? 'unsatisfiable' : { start, end }
}

function matches(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false
  return header.split(',').some((tag) => tag.trim() === '*' || tag.trim().replace(/^W\//, '') === etag)
}
