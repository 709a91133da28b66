import type { RpcReport } from '../rpc/report.ts'
import type { RpcStatus } from '../rpc/rpc-status.ts'
import type { ChainClient } from './family.ts'

/** What a family does for its live networks. */
export interface LiveFamily<Chain> {
  client(chain: Chain): Promise<ChainClient>
  /** The status of the RPCs in use; empty before the first use. */
  statuses(chain: Chain): RpcStatus[]
  /** Drops what is open to a chain whose RPC list has changed. */
  forget(chain: Chain): void
  /** Tests whether one RPC serves everything that minting needs. Never throws. */
  report(chain: Chain, url: string, shown: string): Promise<RpcReport>
  /** Why an RPC cannot be in the list, by the RPC's own answer; null when it can. Never throws. */
  refusal(chain: Chain, url: string): Promise<string | null>
}
