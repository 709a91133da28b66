/** An error of a JSON-RPC call, in the shape of a Solana node's. */
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

export function invalidParams(message: string): RpcFault {
  return new RpcFault(-32602, `Invalid param: ${message}`)
}
