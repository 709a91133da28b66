import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { z } from 'zod'
import type { Ledger } from '../../store/solana-ledger.ts'
import { RpcFault } from './rpc-fault.ts'
import type { Method } from './rpc-methods.ts'

const call = z.object({ id: z.unknown().optional(), method: z.string(), params: z.array(z.unknown()).optional() })
/** Ours: most bytes of a body; a batch of 256 of the longest transactions has less. */
const bodyAtMost = 4 * 1024 * 1024

export interface RpcServer {
  port: number
  close(): Promise<void>
}

/** A JSON-RPC 2.0 server on the loopback. What one body does is written down together. Answers no web page (no CORS, no other Host). */
export async function serveRpc(
  methods: ReadonlyMap<string, Method>,
  ledger: Pick<Ledger, 'together'>,
  port: number,
): Promise<RpcServer> {
  const answer = (body: unknown): unknown => {
    const parsed = call.safeParse(body)
    if (!parsed.success) return failed(null, new RpcFault(-32600, 'Invalid request'))
    const { id = null, method, params = [] } = parsed.data
    const run = methods.get(method)
    if (run === undefined) return failed(id, new RpcFault(-32601, 'Method not found'))
    try {
      return { jsonrpc: '2.0', id, result: run(params) }
    } catch (error) {
      // What the machine did and the record lacks would be another chain: the process ends, and begins again from the record.
      if (error instanceof Error && error.name === 'SqliteError') throw error
      return failed(id, error)
    }
  }
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    let bytes = 0
    request.on('data', (chunk: Buffer) => {
      bytes += chunk.length
      if (bytes > bodyAtMost) request.destroy()
      else chunks.push(chunk)
    })
    request.on('end', () => {
      const { host, origin } = request.headers
      if (origin !== undefined || !/^(127\.0\.0\.1|localhost)(:\d+)?$/.test(host ?? '')) {
        response.writeHead(403).end()
        return
      }
      response.writeHead(200, { 'content-type': 'application/json' })
      response.end(JSON.stringify(ledger.together(() => answers(Buffer.concat(chunks).toString(), answer))))
    })
  })
  server.keepAliveTimeout = 30_000
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', resolve)
  })
  return {
    port: (server.address() as AddressInfo).port,
    async close() {
      const closed = new Promise((resolve) => server.close(resolve))
      server.closeAllConnections()
      await closed
    },
  }
}

function answers(text: string, answer: (body: unknown) => unknown): unknown {
  let body: unknown
  try {
    body = JSON.parse(text)
  } catch {
    return failed(null, new RpcFault(-32700, 'Parse error'))
  }
  return Array.isArray(body) ? body.map(answer) : answer(body)
}

function failed(id: unknown, error: unknown): unknown {
  if (error instanceof RpcFault) {
    const { code, message, data } = error
    return { jsonrpc: '2.0', id, error: { code, message, ...(data === undefined ? {} : { data }) } }
  }
  const message = error instanceof Error ? error.message : String(error)
  return { jsonrpc: '2.0', id, error: { code: -32603, message: `Internal error: ${message}` } }
}
