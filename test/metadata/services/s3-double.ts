/**
 * A stand-in for a bucket that speaks S3: GET, HEAD, PUT (with the condition `If-None-Match: *`), DELETE and ListObjectsV2 in small pages. It signs each request again with Node's own cryptography, by AWS's description of Signature
 * Version 4 (docs.aws.amazon.com/AmazonS3/latest/API/sig-v4-header-based-auth.html), and takes no other; it answers errors in S3's XML
 * (…/API/ErrorResponses.html). The public side serves the objects to everybody, or to nobody.
 */
import { createHash, createHmac } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface S3Double {
  url: string
  /** Where everybody fetches: `<publicUrl><key>`. */
  publicUrl: string
  /** The public side as a gateway has it. */
  gatewayUrl: string
  accessKeyId: string
  secretAccessKey: string
  objects: Map<string, { bytes: Buffer; type: string; at: number }>
  /** Objects that were put. */
  puts: number
  isPublic: boolean
  /** What the public address answers instead of what was put. */
  answersOther: boolean
  /** Objects after which there is no room; null: any number. */
  quota: number | null
  /** Whether it knows `If-None-Match`; else it answers 501, as some services do. */
  takesConditions: boolean
  /** The clock of the service, ms from ours. */
  skewMs: number
  close(): Promise<void>
}

const bucket = 'nfts'
/** As AWS has 1,000: few, so that a test meets several pages. */
const pageKeys = 7

export async function openS3Double(): Promise<S3Double> {
  const double: S3Double = {
    ...{ url: '', publicUrl: '', gatewayUrl: '', accessKeyId: 'AKIDEXAMPLE', secretAccessKey: 'sEcReT/of+a+key' },
    ...{
      objects: new Map(),
      puts: 0,
      isPublic: true,
      answersOther: false,
      quota: null,
      skewMs: 0,
      takesConditions: true,
    },
    close: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
  const server = createServer((request, response) => void answer(request, response).catch(() => request.destroy()))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  double.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  double.publicUrl = `${double.url}/public/`
  double.gatewayUrl = `${double.url}/public/`
  return double

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = new URL(request.url ?? '', double.url).pathname
    if (path.startsWith('/public/')) return serve(decodeURIComponent(path.slice('/public/'.length)), request, response)
    const pieces: Uint8Array[] = []
    for await (const piece of request) pieces.push(piece as Uint8Array)
    const fail = (status: number, code: string): void => {
      const xml = `<?xml version="1.0" encoding="UTF-8"?><Error><Code>${code}</Code><Message>said ${code}</Message></Error>`
      response.writeHead(status, { 'content-type': 'application/xml' }).end(request.method === 'HEAD' ? undefined : xml)
    }
    const fault = faultOf(request)
    if (fault !== null) return fail(403, fault)
    if (request.method === 'GET' && path === `/${bucket}`) return list(new URL(request.url ?? '', double.url), response)
    if (!path.startsWith(`/${bucket}/`)) return fail(404, 'NoSuchBucket')
    const key = decodeURIComponent(path.slice(bucket.length + 2))
    const found = double.objects.get(key)
    if (request.method === 'HEAD')
      return found
        ? void response
            .writeHead(200, {
              'content-length': found.bytes.length,
              'last-modified': new Date(found.at).toUTCString(),
            })
            .end()
        : fail(404, 'NoSuchKey')
    if (request.method === 'GET')
      return found
        ? void response.writeHead(200, { 'content-type': found.type }).end(found.bytes)
        : fail(404, 'NoSuchKey')
    if (request.method === 'DELETE') {
      double.objects.delete(key)
      return void response.writeHead(204).end()
    }
    if (request.method !== 'PUT') return fail(405, 'MethodNotAllowed')
    if (double.quota !== null && double.objects.size >= double.quota) return fail(403, 'QuotaExceeded')
    if (request.headers['content-length'] === undefined) return fail(411, 'MissingContentLength')
    if (request.headers['if-none-match'] !== undefined) {
      if (!double.takesConditions) return fail(501, 'NotImplemented')
      if (found !== undefined) return fail(412, 'PreconditionFailed')
    }
    double.objects.set(key, {
      ...{ bytes: Buffer.concat(pieces), type: String(request.headers['content-type']), at: Date.now() },
    })
    double.puts++
    response.writeHead(200, { etag: '"x"' }).end()
  }

  function list({ searchParams }: URL, response: ServerResponse): void {
    const prefix = searchParams.get('prefix') ?? ''
    const delimiter = searchParams.get('delimiter')
    const from = decodeURIComponent(searchParams.get('continuation-token') ?? '')
    const encoded = (key: string): string => encodeURIComponent(key).replaceAll('%2F', '/').replaceAll('%20', '+')
    const rows = new Map<string, string>()
    for (const key of [...double.objects.keys()].filter((one) => one.startsWith(prefix)).sort()) {
      const end = delimiter === null ? -1 : key.indexOf(delimiter, prefix.length)
      const folder = key.slice(0, end + 1)
      if (end === -1) rows.set(key, `<Contents><Key>${encoded(key)}</Key><Size>1</Size></Contents>`)
      else rows.set(folder, `<CommonPrefixes><Prefix>${encoded(folder)}</Prefix></CommonPrefixes>`)
    }
    const left = [...rows].filter(([key]) => key > from)
    const page = left.slice(0, pageKeys)
    const isCut = left.length > page.length
    const next = isCut
      ? `<NextContinuationToken>${encodeURIComponent(page.at(-1)?.[0] ?? '')}</NextContinuationToken>`
      : ''
    response
      .writeHead(200, { 'content-type': 'application/xml' })
      .end(
        `<?xml version="1.0" encoding="UTF-8"?>\n<ListBucketResult xmlns="http://s3.amazonaws.com/doc/2006-03-01/"><Name>${bucket}</Name><EncodingType>url</EncodingType><IsTruncated>${isCut}</IsTruncated>${page.map(([, xml]) => xml).join('')}${next}</ListBucketResult>`,
      )
  }

  function serve(key: string, request: IncomingMessage, response: ServerResponse): void {
    const found = double.objects.get(key)
    if (!double.isPublic) return void response.writeHead(403).end('<Error><Code>AccessDenied</Code></Error>')
    if (found === undefined) return void response.writeHead(404).end()
    const bytes = double.answersOther ? Buffer.from('<!doctype html>parked') : found.bytes
    const asked = /^bytes=0-(\d+)$/.exec(request.headers.range ?? '')?.[1]
    const part = asked === undefined ? bytes : bytes.subarray(0, Number(asked) + 1)
    const ranged = { 'content-range': `bytes 0-${part.length - 1}/${bytes.length}` }
    response.writeHead(asked ? 206 : 200, { 'content-type': found.type, ...(asked ? ranged : {}) }).end(part)
  }

  /** S3's code for a request that is not signed as it must be; null when it is. */
  function faultOf(request: IncomingMessage): string | null {
    const { authorization = '' } = request.headers
    const at = String(request.headers['x-amz-date'] ?? '')
    const read =
      /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, SignedHeaders=([^,]+), Signature=([0-9a-f]{64})$/.exec(
        authorization,
      )
    if (read === null) return 'AccessDenied'
    const [, id, day = '', region = '', names = '', signature] = read
    if (id !== double.accessKeyId) return 'InvalidAccessKeyId'
    const when = Date.parse(at.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'))
    if (!(Math.abs(when - Date.now() - double.skewMs) < 15 * 60_000)) return 'RequestTimeTooSkewed'
    const signed = names.split(';')
    if (!signed.includes('host') || !signed.includes('x-amz-content-sha256')) return 'AccessDenied'
    const url = new URL(request.url ?? '', double.url)
    const canonical = [
      request.method,
      url.pathname,
      [...url.searchParams]
        .map((pair) => pair.map(encodeURIComponent).join('='))
        .sort()
        .join('&'),
      ...signed.map((name) => `${name}:${String(request.headers[name] ?? '').trim()}`),
      '',
      names,
      request.headers['x-amz-content-sha256'],
    ].join('\n')
    const hash = createHash('sha256').update(canonical).digest('hex')
    const text = ['AWS4-HMAC-SHA256', at, `${day}/${region}/s3/aws4_request`, hash].join('\n')
    const hmac = (key: string | Buffer, data: string): Buffer => createHmac('sha256', key).update(data).digest()
    const key = hmac(hmac(hmac(hmac(`AWS4${double.secretAccessKey}`, day), region), 's3'), 'aws4_request')
    return hmac(key, text).toString('hex') === signature ? null : 'SignatureDoesNotMatch'
  }
}
