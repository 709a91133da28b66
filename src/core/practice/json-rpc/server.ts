import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { pipeline, type Readable } from 'node:stream'

/** The body of an answer. */
export type AnswerBody = string | Readable

export interface RpcServer {
  port: number
  close(): Promise<void>
}

export interface RpcServerOptions {
  /** 0: any that is free. */
  port: number
  /** Most bytes of a request's body. */
  bodyAtMost: number
  /** What is answered to a body; an error of its own must end the process that it is of. */
  answer(body: Buffer): AnswerBody | Promise<AnswerBody>
}

/**
 * A JSON-RPC server over HTTP on the loopback, for programs of this computer. No web page gets an answer: it can neither choose its Origin nor
 * reach this server under another Host (DNS rebinding).
 * @throws the system's error, EADDRINUSE say
 */
export async function serveRpc({ port, bodyAtMost, answer }: RpcServerOptions): Promise<RpcServer> {
  const server = createServer((request, response) => {
    const refusal = refusalOf(request)
    if (refusal !== undefined) return refuse(response, ...refusal)
    const chunks: Buffer[] = []
    let bytes = 0
    request.on('data', (chunk: Buffer) => {
      bytes += chunk.length
      if (bytes <= bodyAtMost) chunks.push(chunk)
      else if (!response.headersSent) {
        refuse(response, 413, `The body has more than ${bodyAtMost} bytes.`)
        response.once('finish', () => request.destroy())
      }
    })
    request.on('end', () => {
      if (bytes <= bodyAtMost) void respond(response, answer(Buffer.concat(chunks)))
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

async function respond(response: ServerResponse, answer: AnswerBody | Promise<AnswerBody>): Promise<void> {
  const body = await answer
  response.writeHead(200, { 'content-type': 'application/json' })
  if (typeof body === 'string') {
    response.end(body)
    return
  }
  // Ends each where the other ends, or ended before: whoever has gone reads no more, and an answer that breaks off must not look whole.
  pipeline(body, response, () => undefined)
}

/** Extensions of a browser are wallets, whose Origin no page can bear. */
const walletOrigin = /^(chrome|moz|safari-web)-extension:\/\//

function refusalOf({ method, headers: { host, origin } }: IncomingMessage): [number, string] | undefined {
  if (!/^(127\.0\.0\.1|localhost)(:\d+)?$/.test(host ?? '')) return [403, 'The Host is not this computer.']
  if (origin !== undefined && !walletOrigin.test(origin)) return [403, 'Web pages get no answer here.']
  return method === 'POST' ? undefined : [405, 'Calls are POSTed.']
}

function refuse(response: ServerResponse, status: number, message: string): void {
  const body = { jsonrpc: '2.0', id: null, error: { code: -32600, message } }
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}
