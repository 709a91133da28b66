import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { pipeline, type Readable } from 'node:stream'

export type AnswerBody = string | Readable

/** A request, once its body is there. */
export interface LocalRequest {
  method: string
  /** Path and query as they came. */
  url: string
  headers: IncomingHttpHeaders
  body: Buffer
}

export interface LocalAnswer {
  status: number
  headers: Record<string, string>
  body: AnswerBody
}

export interface LocalServer {
  port: number
  close(): Promise<void>
}

export function urlOf({ port }: LocalServer): string {
  return `http://127.0.0.1:${port}`
}

export interface LocalServerOptions {
  /** 0: any free port. */
  port: number
  /** Most bytes of a request's body. */
  bodyAtMost: number
  methods: readonly string[]
  /** The body of a refusal. */
  refusal(status: number, message: string): string
  /** Answers a request. A rejection is not handled here: it must end the process. */
  answer(request: LocalRequest): LocalAnswer | Promise<LocalAnswer>
}

/**
 * An HTTP server on the loopback, for programs of this computer. No web page gets an answer: it can neither choose its Origin nor
 * reach this server under another Host (DNS rebinding).
 * @throws the system's error, such as EADDRINUSE
 */
export async function serveLocally(options: LocalServerOptions): Promise<LocalServer> {
  const { port, bodyAtMost, answer } = options
  const refuse = (response: ServerResponse, status: number, message: string) => {
    response.writeHead(status, { 'content-type': 'application/json' }).end(options.refusal(status, message))
  }
  const server = createServer((request, response) => {
    const refusal = refusalOf(request, options.methods)
    if (refusal !== undefined) return refuse(response, ...refusal)
    const chunks: Buffer[] = []
    let bytes = 0
    request.on('data', (chunk: Buffer) => {
      bytes += chunk.length
      if (bytes <= bodyAtMost) chunks.push(chunk)
      else if (!response.headersSent) {
        // Without this, a client with its answer would send its next call on the ending connection.
        response.setHeader('connection', 'close')
        refuse(response, 413, `The body has more than ${bodyAtMost} bytes.`)
        response.once('finish', () => request.destroy())
      }
    })
    request.on('end', () => {
      if (bytes > bodyAtMost) return
      const { method = '', url = '', headers } = request
      void respond(response, answer({ method, url, headers, body: Buffer.concat(chunks) }))
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

async function respond(response: ServerResponse, answer: LocalAnswer | Promise<LocalAnswer>): Promise<void> {
  const { status, headers, body } = await answer
  response.writeHead(status, headers)
  if (typeof body === 'string') {
    response.end(body)
    return
  }
  // Each stream ends with the other: a client that has gone reads no more, and an answer that breaks off must not look complete.
  pipeline(body, response, () => undefined)
}

/** Browser extensions are wallets; no web page can have their Origin. */
const walletOrigin = /^(chrome|moz|safari-web)-extension:\/\//

function refusalOf(
  { method = '', headers: { host, origin } }: IncomingMessage,
  methods: readonly string[],
): [number, string] | undefined {
  if (!/^(127\.0\.0\.1|localhost)(:\d+)?$/.test(host ?? '')) return [403, 'The Host is not this computer.']
  if (origin !== undefined && !walletOrigin.test(origin)) return [403, 'Web pages get no answer here.']
  if (methods.includes(method)) return undefined
  return [405, methods.length === 1 ? 'Calls are POSTed.' : `The method is none of ${methods.join(', ')}.`]
}
