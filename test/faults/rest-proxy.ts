import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface RestCall {
  method: string
  /** Below the node's address, with its query: `/accounts/0x1`. */
  path: string
  type: string
  body: Buffer
}

/** What becomes of one call on its way to the node and back. */
export type RestFate =
  | 'pass'
  /** The node gets it, and its answer is lost: the connection is cut. */
  | 'lost'
  /** The connection is cut before the node gets it. */
  | 'cut'
  /** The node gets it twice; the second answer comes back. */
  | 'twice'
  /** An answer in place of the node's, which does not get the call. */
  | { status: number; json: unknown }
  /** The node gets another body. */
  | { body: Buffer }
  /** What the node answered, changed. */
  | { answer: (json: unknown) => unknown }

export interface RestProxy {
  readonly url: string
  /** Where calls go on to, with the path that the node's address has: `http://127.0.0.1:1/v1`. */
  target: string
  /** Asked for each call. */
  fate: (call: RestCall) => RestFate
  /** Everything passes again. */
  heal(): void
  close(): Promise<void>
}

/** A proxy between the core and one node that speaks REST, through which each call goes as it is told. */
export async function openRestProxy(): Promise<RestProxy> {
  const open = new Set<ServerResponse>()
  const server = createServer((request, response) => {
    open.add(response)
    response.on('close', () => open.delete(response))
    serve(request, response).catch(() => response.destroy())
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const proxy: RestProxy = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    target: '',
    fate: () => 'pass',
    heal() {
      proxy.fate = () => 'pass'
    },
    async close() {
      for (const response of open) response.destroy()
      await new Promise((closed) => server.close(closed))
    },
  }

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = '', url: path = '', headers } = request
    const body = Buffer.concat(await request.toArray())
    const call: RestCall = { method, path, type: headers['content-type'] ?? '', body }
    const fate = proxy.fate(call)
    if (fate === 'cut') return void response.destroy()
    if (typeof fate === 'object' && 'status' in fate) {
      response.writeHead(fate.status, { 'content-type': 'application/json' })
      return void response.end(JSON.stringify(fate.json))
    }
    if (fate === 'twice') await forward(call)
    const answer = await forward(typeof fate === 'object' && 'body' in fate ? { ...call, body: fate.body } : call)
    if (fate === 'lost') return void response.destroy()
    const text = await answer.text()
    response.writeHead(answer.status, headersOf(answer))
    response.end(typeof fate === 'object' && 'answer' in fate ? JSON.stringify(fate.answer(JSON.parse(text))) : text)
  }

  async function forward({ method, path, type, body }: RestCall): Promise<Response> {
    const sent = method === 'GET' ? {} : { body: Uint8Array.from(body), headers: { 'content-type': type } }
    return fetch(`${proxy.target}${path === '/' ? '' : path}`, { method, ...sent })
  }

  return proxy
}

/** What tells of the node and of its answer; not how long it was. */
function headersOf({ headers }: Response): Record<string, string> {
  return Object.fromEntries([...headers].filter(([name]) => name === 'content-type' || name.startsWith('x-')))
}
