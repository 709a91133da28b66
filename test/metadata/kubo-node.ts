/**
 * A stand-in for a Kubo node, since none can be had where the tests run: it answers as Kubo's documentation and its tests do
 * (docs.ipfs.tech/reference/kubo/rpc; ipfs/kubo: core/commands/dag/import.go, test/sharness/t0054-dag-car-import-export.sh,
 * test/cli/rpc_auth_test.go), and takes nothing but a whole CAR: every block's hash, and every link of a root, must be there.
 */
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { lacking, readCar } from './read-car.ts'

/** What is wrong with the node: no room, from the start or when it pins; another pinning error; a wrong CID; a web page; it breaks off … */
export type Ailment =
  | 'full'
  | 'full-late'
  | 'pin-error'
  | 'other-cid'
  | 'html'
  | 'silent-root'
  | 'forgets'
  | 'breaks-off'
  | 'busy'
  | 'mid-way'

export interface KuboNode {
  url: string
  /** The roots it pins. */
  pins: Set<string>
  blocks: Map<string, Uint8Array>
  /** `dag/import` requests that were answered. */
  uploads: number
  ailment: Ailment | null
  /** What `Authorization` must be; null: nothing is asked for. */
  authorization: string | null
  identity: string
  /** Called before it says which node it is, and waited for. */
  beforeId: () => Promise<void>
  /**
   * As hosted nodes do: one root a request ("only one dag root can be pinned per request", docs.metamask.io/services/reference/ipfs), and no
   * `id` (filebase.com/docs/ipfs/rpc-api).
   */
  oneRoot: boolean
  close(): Promise<void>
  /** Begins to listen again at the same address after `close`. */
  reopen(): Promise<void>
}

const denied =
  'Kubo RPC Access Denied: Please provide a valid authorization token as defined in the API.Authorizations configuration.'

export async function openKuboNode(): Promise<KuboNode> {
  const node: KuboNode = {
    url: '',
    pins: new Set(),
    blocks: new Map(),
    uploads: 0,
    ailment: null,
    authorization: null,
    oneRoot: false,
    beforeId: async () => undefined,
    identity: '12D3KooWJ4GDCgZTk5NtzZD6Rsp7JRUZqKuo8jGRvyM5yiGuVkYy',
    close: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
    reopen: async () => {
      server.listen(Number(new URL(node.url).port), '127.0.0.1')
      await once(server, 'listening')
    },
  }
  const server = createServer(
    (request, response) => void answer(node, request, response).catch(() => request.destroy()),
  )
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  node.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return node
}

async function answer(node: KuboNode, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { pathname, searchParams } = new URL(request.url ?? '', node.url)
  const json = (status: number, body: unknown): void => {
    response.writeHead(status, { 'content-type': 'application/json' }).end(`${JSON.stringify(body)}\n`)
  }
  const fail = (message: string): void => json(500, { Message: message, Code: 0, Type: 'error' })
  if (node.ailment === 'html')
    return void response.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html><title>Gateway</title>')
  if (node.ailment === 'busy') return void response.writeHead(503, { 'content-type': 'text/plain' }).end('no server')
  if (request.method !== 'POST') return void response.writeHead(405).end()
  // The version is told to everybody.
  if (
    node.authorization !== null &&
    request.headers.authorization !== node.authorization &&
    pathname !== '/api/v0/version'
  )
    return void response.writeHead(403, { 'content-type': 'text/plain; charset=utf-8' }).end(`${denied}\n`)
  switch (pathname) {
    case '/api/v0/version':
      return json(200, { Version: '0.39.0', Commit: '2896aed', Repo: '18', System: 'amd64/linux', Golang: 'go1.25.4' })
    case '/api/v0/id':
      await node.beforeId()
      if (node.oneRoot)
        return void response.writeHead(404, { 'content-type': 'text/plain' }).end('404 page not found\n')
      return json(200, { ID: node.identity, AgentVersion: 'kubo/0.39.0/', Addresses: null, Protocols: null })
    case '/api/v0/pin/ls': {
      const cid = searchParams.get('arg') ?? ''
      return node.pins.has(cid)
        ? json(200, { Keys: { [cid]: { Type: 'recursive', Name: '' } } })
        : fail(`path '${cid}' is not pinned`)
    }
    case '/api/v0/dag/import':
      return await takeUpload(node, request, response, fail)
    default:
      return void response.writeHead(404, { 'content-type': 'text/plain' }).end('404 page not found\n')
  }
}

async function takeUpload(
  node: KuboNode,
  request: IncomingMessage,
  response: ServerResponse,
  fail: (message: string) => void,
): Promise<void> {
  const pieces: Uint8Array[] = []
  for await (const piece of request) {
    pieces.push(piece as Uint8Array)
    if (node.ailment === 'breaks-off') return void request.socket.destroy()
  }
  if (node.ailment === 'full') return fail('write /data/ipfs/blocks/put-1: no space left on device')
  const { roots, blocks } = readCar(onlyFile(Buffer.concat(pieces), request.headers['content-type'] ?? ''))
  if (node.oneRoot && roots.length !== 1) return fail('only one dag root can be pinned per request')
  for (const [cid, block] of blocks) {
    if (block.length > 1024 * 1024 + 1024) return fail(`import failed at block "${cid}": produced block is over 1MiB`)
    node.blocks.set(cid, block)
  }
  node.uploads++
  response.writeHead(200, { 'content-type': 'application/json', 'x-chunked-output': '1', trailer: 'X-Stream-Error' })
  if (node.ailment === 'mid-way') {
    response.addTrailers({ 'X-Stream-Error': 'context canceled' })
    return void response.end()
  }
  let failed = 0
  for (const root of roots) {
    const missing = lacking(root, node.blocks)
    const error = missing
      ? `block was not found locally (offline): ipld: could not find ${missing}`
      : node.ailment === 'pin-error'
        ? 'pin: cannot lock'
        : node.ailment === 'full-late'
          ? 'write /data/ipfs/datastore/000002.log: no space left on device'
          : ''
    if (error !== '') failed++
    if (error === '' && node.ailment !== 'forgets') node.pins.add(root)
    const cid = node.ailment === 'other-cid' ? 'bafkreihdwdcefgh4dqkjv67uzcmw7ojee6xedzdetojuzjevtenxquvyku' : root
    if (node.ailment !== 'silent-root')
      response.write(`${JSON.stringify({ Root: { Cid: { '/': cid }, PinErrorMsg: error } })}\n`)
  }
  // As Kubo ends it: each root with its own error, and then how many there were.
  if (failed > 0)
    response.addTrailers({ 'X-Stream-Error': `unable to pin all roots: ${failed} out of ${roots.length} failed` })
  response.end()
}

/** The bytes of the one file in a form. */
function onlyFile(body: Buffer, contentType: string): Uint8Array {
  const boundary = /boundary=(\S+)/.exec(contentType)?.[1]
  if (!boundary) throw new Error('the request is no form')
  const start = body.indexOf('\r\n\r\n') + 4
  const end = body.lastIndexOf(`\r\n--${boundary}--`)
  if (!body.subarray(0, start).includes(`--${boundary}\r\n`) || end < start) throw new Error('the form is not whole')
  return body.subarray(start, end)
}
