/** A call that ended. */
export interface RpcCall {
  ms: number
  /** The head, where the call asked for it. */
  head: number | null
  /** The error; null when the call was answered. */
  error: unknown
}

/**
 * What a failed call says about the RPC. `answer`: the RPC works, and reports that the call is wrong or would fail; `unsupported`: it works,
 * but lacks the method or the block; `limited`: it gets too many requests; `fault`: it does not work, or gives no reason (-32603).
 */
export type CallFault =
  | { kind: 'answer' }
  | { kind: 'unsupported' }
  | { kind: 'limited'; retryAfterMs?: number }
  | { kind: 'fault' }

/** What a chain family knows about its RPCs. */
export interface RpcFamily<Rpc> {
  /** A client for one address; it reports every call that ended to `onCall`. */
  open(url: string, timeoutMs: number, onCall: (call: RpcCall) => void): Rpc
  /** Why the RPC is not of the expected network, as a sentence; null when it is. @throws errors of the RPC */
  wrong(rpc: Rpc): Promise<string | null>
  /** Asks for the head. */
  head(rpc: Rpc): Promise<unknown>
  fault(error: unknown): CallFault
}
