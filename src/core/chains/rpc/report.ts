/** What a test of one RPC found; null for what was not got to. */
export interface RpcReport {
  /** Without its key. */
  url: string
  ok: boolean
  /** One sentence. */
  verdict: string
  latencyMs: number | null
  chainId: number | null
  /** The newest one; on Solana the newest slot. */
  block: number | null
  /** Whether it serves what is final, several calls in one request, and what was paid lately. */
  finalized: boolean | null
  batch: boolean | null
  feeHistory: boolean | null
}
