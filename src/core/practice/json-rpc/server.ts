import { type AnswerBody, type LocalServer, serveLocally } from '../http/local-server.ts'

export interface RpcServerOptions {
  /** 0: any free port. */
  port: number
  /** Most bytes of a request's body. */
  bodyAtMost: number
  /** Answers a body. A rejection is not handled here: it must end the process. */
  answer(body: Buffer): AnswerBody | Promise<AnswerBody>
}

/**
 * A JSON-RPC server over HTTP on the loopback, for programs of this computer alone.
 * @throws the system's error, such as EADDRINUSE
 */
export function serveRpc({ answer, ...options }: RpcServerOptions): Promise<LocalServer> {
  return serveLocally({
    ...options,
    methods: ['POST'],
    refusal: (_, message) => JSON.stringify({ jsonrpc: '2.0', id: null, error: { code: -32600, message } }),
    answer: async ({ body }) => ({
      status: 200,
      headers: { 'content-type': 'application/json' },
      body: await answer(body),
    }),
  })
}
