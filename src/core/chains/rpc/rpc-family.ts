/** A call that ended. */
export interface RpcCall {
  ms: number
  /** How far the chain is, where it asked for that. */
  head: number | null
  /** What it failed with; null when it was answered. */
  error: unknown
}

/**
 * What a failed call says about the RPC: `answer`: it is well, and says that the call is wrong or would fail; `unsupported`: it is
 * well, and has no such method or keeps no such block; `limited`: it is asked too often; `fault`: it is not well, or says nothing (-32603).
 */
export type CallFault =
  | { kind: 'answer' }
  | { kind: 'unsupported' }
  | { kind: 'limited'; retryAfterMs?: number }
  | { kind: 'fault' }

/** What a chain family says of its RPCs. */
export interface RpcFamily<Rpc> {
  /** A client for one address; `onCall` is told of every call that ended. */
  open(url: string, timeoutMs: number, onCall: (call: RpcCall) => void): Rpc
  /** Why it is not one of the network that is meant, as a sentence; null when it is. @throws whatever the RPC fails with */
  wrong(rpc: Rpc): Promise<string | null>
  /** Asks how far the chain is. */
  head(rpc: Rpc): Promise<unknown>
  fault(error: unknown): CallFault
}
