/**
 * A stand-in for Pinata, version 3, where no account can be had. It believes: uploads are a form at `/files`, or TUS above 100 MB; without
 * `network` a file is private; `car=true` unpacks a CAR, only on the public network; the answer is `{data: {cid, network, …}}`; a file that is
 * there is answered as such (docs.pinata.cloud, pinata-api-v3-uploads.yaml; PinataCloud/pinata at 2026-06-11,
 * src/core/functions/uploads/file.ts, src/core/functions/files/list.ts).
 */
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { lacking, readCar } from '../read-car.ts'

export interface PinataDouble {
  url: string
  token: string
  /** CID → network. */
  files: Map<string, string>
  blocks: Map<string, Uint8Array>
  /** Whole uploads. */
  uploads: number
  /** Pieces of large uploads. */
  pieces: number
  /** `private`: whatever is asked, as an account's default group does; `silent`: the answer does not say which network. */
  ailment: 'other-cid' | 'private' | 'silent' | null
  /** Without it, files cannot be looked up. */
  mayRead: boolean
  /** Called when a piece was taken, before it is answered. */
  onPiece: () => void
  close(): Promise<void>
}

const other = 'bafkreihdwdcefgh4dqkjv67uzcmw7ojee6xedzdetojuzjevtenxquvyku'

export async function openPinataDouble(): Promise<PinataDouble> {
  const begun = new Map<string, { size: number; metadata: Record<string, string>; parts: Buffer[] }>()
  const double: PinataDouble = {
    ...{ url: '', token: 'jwt-of-a-key', files: new Map(), blocks: new Map(), uploads: 0, pieces: 0 },
    ...{ ailment: null, mayRead: true, onPiece: () => undefined },
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
  return double

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname, searchParams } = new URL(request.url ?? '', double.url)
    const json = (status: number, value: unknown): void => {
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value))
    }
    const body = await bytesOf(request)
    if (request.headers.authorization !== `Bearer ${double.token}`)
      return json(401, { error: { code: 401, message: 'Not Authorized' } })
    if (request.method === 'GET' && pathname === '/files/public') {
      if (!double.mayRead)
        return json(403, {
          error: { reason: 'NO_SCOPES_FOUND', details: 'This key does not have the required scopes' },
        })
      const cid = searchParams.get('cid') ?? ''
      return json(200, { data: { files: double.files.get(cid) === 'public' ? [{ cid, network: 'public' }] : [] } })
    }
    if (request.method === 'POST' && pathname === '/files') {
      const length = request.headers['upload-length']
      if (length !== undefined) return create(Number(length), String(request.headers['upload-metadata']), response)
      if (request.headers['content-length'] === undefined) throw new Error('a form without its length')
      const { fields, file } = formIn(body, request.headers['content-type'] ?? '')
      return json(200, { data: taken(fields, file) })
    }
    const upload = begun.get(pathname)
    if (upload === undefined) return json(404, { error: 'not found' })
    const offset = Buffer.concat(upload.parts).length
    if (request.method === 'HEAD')
      return void response
        .writeHead(200, { 'upload-offset': String(offset), 'upload-length': String(upload.size) })
        .end()
    if (request.headers['content-type'] !== 'application/offset+octet-stream') return json(415, { error: 'type' })
    if (Number(request.headers['upload-offset']) !== offset) return json(409, { error: 'offset' })
    upload.parts.push(body)
    double.pieces++
    double.onPiece()
    const whole = offset + body.length === upload.size
    const { cid } = whole ? taken(upload.metadata, Buffer.concat(upload.parts)) : { cid: '' }
    if (whole) begun.delete(pathname)
    response
      .writeHead(204, { 'upload-offset': String(offset + body.length), ...(whole ? { 'upload-cid': cid } : {}) })
      .end()
  }

  function create(size: number, text: string, response: ServerResponse): void {
    const pairs = text.split(',').map((pair) => pair.split(' '))
    const metadata = Object.fromEntries(
      pairs.map(([key, value = '']) => [key, Buffer.from(value, 'base64').toString()]),
    )
    const path = `/files/upload-${begun.size}-${double.uploads}`
    begun.set(path, { size, metadata, parts: [] })
    response.writeHead(201, { location: path }).end()
  }

  function taken(fields: Record<string, string | undefined>, file: Uint8Array) {
    const network = double.ailment === 'private' ? 'private' : (fields.network ?? 'private')
    if (fields.car !== 'true') throw new Error('a CAR that is not said to be one is kept as a file')
    if (fields.network !== 'public') throw new Error('CAR files are for the public network')
    const { roots, blocks } = readCar(file)
    const [root = ''] = roots
    if (roots.length !== 1) throw new Error('a CAR has one root')
    for (const [cid, block] of blocks) double.blocks.set(cid, block)
    const missing = lacking(root, double.blocks)
    if (missing !== undefined) throw new Error(`the CAR lacks ${missing}`)
    const isDuplicate = double.files.has(root)
    double.files.set(root, network)
    double.uploads++
    const cid = double.ailment === 'other-cid' ? other : root
    const said = double.ailment === 'silent' ? {} : { network }
    return { id: '0195a5c4', cid, size: file.length, number_of_files: 1, is_duplicate: isDuplicate, ...said }
  }
}

async function bytesOf(request: IncomingMessage): Promise<Buffer> {
  const pieces: Uint8Array[] = []
  for await (const piece of request) pieces.push(piece as Uint8Array)
  return Buffer.concat(pieces)
}

function formIn(body: Buffer, type: string): { fields: Record<string, string>; file: Uint8Array } {
  const boundary = /boundary=(\S+)/.exec(type)?.[1]
  if (!boundary) throw new Error('the request is no form')
  const fields: Record<string, string> = {}
  let file: Uint8Array | undefined
  const mark = Buffer.from(`--${boundary}`)
  for (let at = body.indexOf(mark); at >= 0; ) {
    const next = body.indexOf(mark, at + mark.length)
    if (next < 0) break
    const part = body.subarray(at + mark.length + 2, next - 2)
    const split = part.indexOf('\r\n\r\n')
    const head = part.subarray(0, split).toString()
    const name = /name="([^"]*)"/.exec(head)?.[1] ?? ''
    const content = part.subarray(split + 4)
    if (/filename=/.test(head)) file = content
    else fields[name] = content.toString()
    at = next
  }
  if (!body.subarray(-6).toString().includes('--')) throw new Error('the form is not whole')
  if (file === undefined) throw new Error('the form holds no file')
  return { fields, file }
}
