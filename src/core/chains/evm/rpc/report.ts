import { CoreError } from '../../../lib/errors.ts'
import { shortOf } from '../../rpc/fault-words.ts'
import { probePatience, takesBatches, usable, works } from '../../rpc/probe.ts'
import type { RpcReport } from '../../rpc/report.ts'
import { type ExpectedChain, wrongChain } from './identity.ts'
import { rpcClient } from './rpc.ts'

/** Tests whether one RPC serves everything that minting needs. Never throws. */
export async function reportRpc(
  address: string,
  shown: string,
  expected: ExpectedChain,
  answerBytes?: number,
): Promise<RpcReport> {
  const report: RpcReport = {
    url: shown,
    ok: false,
    verdict: '',
    latencyMs: null,
    chainId: null,
    block: null,
    finalized: null,
    batch: null,
    feeHistory: null,
  }
  const rpc = rpcClient(address, probePatience, undefined, answerBytes)
  try {
    report.chainId = await rpc.getChainId()
    const wrong = await wrongChain(rpc, expected)
    const start = performance.now()
    report.block = Number(await rpc.getBlockNumber())
    report.latencyMs = Math.round(performance.now() - start)
    if (wrong !== null) return { ...report, verdict: wrong }
    const [finalized, feeHistory, batch] = await Promise.all([
      works(rpc.getBlock({ blockTag: 'finalized' })),
      works(rpc.getFeeHistory({ blockCount: 4, rewardPercentiles: [50] })),
      takesBatches(address, ['eth_chainId', 'eth_blockNumber']),
    ])
    return { ...report, finalized, feeHistory, batch, ok: true, verdict: verdictOf({ finalized, feeHistory, batch }) }
  } catch (error) {
    const why = error instanceof CoreError ? error.message : `It cannot be used: ${shortOf(error)}.`
    return { ...report, verdict: why }
  }
}

function verdictOf(has: { finalized: boolean; feeHistory: boolean; batch: boolean }): string {
  const missing = [
    ...(has.finalized ? [] : ['the tag "finalized" (confirmations are counted instead)']),
    ...(has.feeHistory ? [] : ['the fee history (its own price is taken instead)']),
    ...(has.batch ? [] : ['several calls at once (it is slower)']),
  ]
  return usable(missing)
}
