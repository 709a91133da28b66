import type { RpcReport } from '../rpc/report.ts'
import type { RpcStatus } from '../rpc/rpc-status.ts'
import type { ChainClient } from './family.ts'

/** What a family does for its live networks. */
export interface LiveFamily<Chain> {
  client(chain: Chain): Promise<ChainClient>
  /** How the RPCs in use stand; empty before the first use. */
  statuses(chain: Chain): RpcStatus[]
  /** Its RPC list has changed. */
  forget(chain: Chain): void
  /** Asks one RPC for everything that minting needs of it. Never throws. */
  report(chain: Chain, url: string, shown: string): Promise<RpcReport>
  /** Why an RPC cannot be in the list, where it says so itself; null when it can. Never throws. */
  refusal(chain: Chain, url: string): Promise<string | null>
}
