/** The result of a test of one RPC; null for what was not tested. */
export interface RpcReport {
  /** Without its key. */
  url: string
  ok: boolean
  /** One sentence. */
  verdict: string
  latencyMs: number | null
  chainId: number | null
  /** The newest block; on Solana the newest slot. */
  block: number | null
  /** Whether it serves final blocks, several calls in one request, and the recent fees. */
  finalized: boolean | null
  batch: boolean | null
  feeHistory: boolean | null
}
