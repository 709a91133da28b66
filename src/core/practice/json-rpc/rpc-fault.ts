/** An error of a JSON-RPC call, in the shape of a node's. */
export class RpcFault extends Error {
  readonly code: number
  readonly data: unknown
  constructor(code: number, message: string, data?: unknown) {
    super(message)
    this.name = 'RpcFault'
    this.code = code
    this.data = data
  }
}

/** Wrong parameters, as a Solana node says it. */
export function invalidParams(message: string): RpcFault {
  return new RpcFault(-32602, `Invalid param: ${message}`)
}

/** The answer to a call that failed. @param id the call's; null where it has none */
export function failed(id: unknown, error: unknown): Record<string, unknown> {
  if (error instanceof RpcFault) {
    const { code, message, data } = error
    return { jsonrpc: '2.0', id, error: { code, message, ...(data === undefined ? {} : { data }) } }
  }
  const message = error instanceof Error ? error.message : String(error)
  return { jsonrpc: '2.0', id, error: { code: -32603, message: `Internal error: ${message}` } }
}
