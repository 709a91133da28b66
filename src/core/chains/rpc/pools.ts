import { openedOnce } from '../../lib/opened-once.ts'
import type { RpcPool } from './pool.ts'
import type { RpcStatus } from './rpc-status.ts'

/** A pool of RPCs for each chain of a family, opened at its first use with the chain's list at that moment. */
export interface RpcPools<Chain, Pool> {
  of(chain: Chain): Promise<Pool>
  /** The status of the RPCs of a chain; empty before the first use. */
  statuses(chain: Chain): RpcStatus[]
  /** Drops the pool of a chain whose list has changed. */
  forget(chain: Chain): void
}

export function rpcPools<Chain, Pool extends Pick<RpcPool<unknown>, 'statuses'>>(
  urlsOf: (chain: Chain) => Promise<readonly string[]>,
  open: (chain: Chain, urls: readonly string[]) => Pool,
): RpcPools<Chain, Pool> {
  const opened = new Map<Chain, Pool>()
  const pools = openedOnce(async (chain: Chain): Promise<Pool> => {
    const pool = open(chain, await urlsOf(chain))
    opened.set(chain, pool)
    return pool
  })
  return {
    of: pools.of,
    statuses: (chain) => opened.get(chain)?.statuses() ?? [],
    forget(chain) {
      opened.delete(chain)
      pools.forget(chain)
    },
  }
}
