import { setTimeout as wait } from 'node:timers/promises'
import { RpcUnreachable } from '../../rpc/http-rpc.ts'
import { isAbsent, isBehind } from './fault.ts'
import type { AptosRpc } from './rpc.ts'

/** Ours: nodes behind one URL differ by a block or two, each a fraction of a second. */
const tries = 6
const betweenMs = 150

/**
 * An RPC whose answers never go back in time. Many nodes may share one URL: once one of them has reported a version, a request that a lagging node
 * answers, even with "not found", is repeated until the answer comes from that version or a later one. For one observation.
 */
export function steadyRpc(rpc: AptosRpc): AptosRpc {
  let reached = 0
  return {
    async ask(...of) {
      for (let left = tries; left > 0; left--) {
        const least = reached
        try {
          const answer = await rpc.ask(...of)
          if (answer.version >= least) {
            reached = Math.max(reached, answer.version)
            return answer
          }
        } catch (error) {
          if (!isBehind(error) && !(isAbsent(error) && error.version < least)) throw error
        }
        if (left > 1) await wait(betweenMs)
      }
      throw new RpcUnreachable('it is behind what it said itself a moment ago')
    },
  }
}
