import { BaseError, TimeoutError } from 'viem'
import { inRanges, type Learnt, RangeRefused } from '../../../lib/ranges.ts'
import { spanOf } from '../../../lib/span.ts'
import type { RpcClient } from './rpc.ts'
import { wordsOf } from './send-answer.ts'

/** Reads logs of one network in block ranges that its RPC accepts. */
export interface LogReader {
  /**
   * The logs from the block `since` to the head, range by range, oldest first; a caller that has found enough stops iterating.
   * @param ask one `eth_getLogs` of the range
   * @throws CoreError `network.range` when the RPC refuses even one block
   */
  pages<T>(
    rpc: RpcClient,
    since: number,
    ask: (range: { fromBlock: bigint; toBlock: bigint }) => Promise<readonly T[]>,
  ): AsyncGenerator<readonly T[]>
}

/** Ours: covers most collections in one range on a practice network, and in few on a live one. */
const firstSpan = 50_000

export function logReader(): LogReader {
  const learnt: Learnt = { span: spanOf(firstSpan) }
  return {
    async *pages(rpc, since, ask) {
      const head = Number(await rpc.getBlockNumber({ cacheTime: 0 }))
      const inRange = (from: number, to: number) =>
        tellingRefusals(() => ask({ fromBlock: BigInt(from), toBlock: BigInt(to) }))
      for await (const { found } of inRanges(learnt, since, head, inRange)) yield found
    },
  }
}

/** Runs `ask`. @throws RangeRefused in place of a node's own error for too many blocks or results */
export async function tellingRefusals<T>(ask: () => Promise<T>): Promise<T> {
  try {
    return await ask()
  } catch (error) {
    if (isRangeRefusal(error)) throw new RangeRefused(wordsOf(error))
    throw error
  }
}

/**
 * Messages of Alchemy, Infura, QuickNode, dRPC, Ankr, Blast, geth, Erigon, Nethermind, bor and bsc for too many blocks or results: "query
 * returned more than 10000 results", "block range is too wide", "Log response size exceeded", "limited to a 1,000 range", "exceed
 * maximum block range: 5000", "query timeout exceeded", "eth_getLogs is limited to 0 - 10000 blocks range".
 */
const tooMuch =
  /block ?range|blocks? range|range (is )?(too|limit|exceed)|range of blocks|more than [\d,.k]+ (results|logs|blocks)|too many (results|logs|blocks)|(response|result) (size|set|is too)|response size|size exceeded|query timeout|request timed? ?out|limited to (a )?[\d, -]+|max(imum)? .{0,20}(block|range|results|logs)|exceeds? .{0,20}(block|range|limit of [\d,]+ (blocks|logs|results))/

function isRangeRefusal(error: unknown): boolean {
  if (!(error instanceof BaseError)) return false
  if (error.walk((cause) => cause instanceof TimeoutError)) return true
  return tooMuch.test(wordsOf(error).toLowerCase())
}
