import { z } from 'zod'
import { shortOf } from '../../rpc/fault-words.ts'
import { probePatience, takesBatches, usable, works } from '../../rpc/probe.ts'
import type { RpcReport } from '../../rpc/report.ts'
import { epochAnswer, priorityFees } from './answers.ts'
import { type ExpectedCluster, wrongCluster } from './identity.ts'
import { solanaRpc } from './rpc.ts'

/** Checks one RPC for everything that minting needs. Never throws. */
export async function reportSolanaRpc(
  url: string,
  shown: string,
  expected: ExpectedCluster,
  answerBytes?: number,
): Promise<RpcReport> {
  const report: RpcReport = {
    ...{ url: shown, ok: false, verdict: '', latencyMs: null, chainId: null, block: null },
    ...{ finalized: null, batch: null, feeHistory: null },
  }
  const rpc = solanaRpc(url, probePatience, undefined, answerBytes)
  const epoch = (commitment: string) => rpc.call('getEpochInfo', [{ commitment }], epochAnswer)
  try {
    const wrong = await wrongCluster(rpc, expected)
    if (wrong !== null) return { ...report, verdict: wrong }
    const start = performance.now()
    const { absoluteSlot } = await epoch('confirmed')
    const known = { ...report, block: absoluteSlot, latencyMs: Math.round(performance.now() - start) }
    const [finalized, feeHistory, batch, first] = await Promise.all([
      works(epoch('finalized')),
      works(rpc.call('getRecentPrioritizationFees', [], priorityFees)),
      takesBatches(url, ['getGenesisHash', 'getGenesisHash']),
      rpc.call('getFirstAvailableBlock', [], z.number()).catch(() => null),
    ])
    const verdict = verdictOf({ feeHistory, batch, first, newest: absoluteSlot })
    return { ...known, finalized, feeHistory, batch, ok: finalized, verdict: finalized ? verdict : notFinal }
  } catch (error) {
    return { ...report, verdict: `It cannot be used: ${shortOf(error)}.` }
  }
}

const notFinal = 'It cannot be used: it does not say what is final.'
/** Ours: a transaction can be looked up for at least an hour after it expired. */
const hourOfSlots = 9_000

function verdictOf(has: { feeHistory: boolean; batch: boolean; first: number | null; newest: number }): string {
  const missing = [
    ...(has.feeHistory ? [] : ['recent priority fees (none is paid then)']),
    ...(has.batch ? [] : ['several calls at once (it is slower)']),
    ...(has.first === 0 || (has.first !== null && has.newest - has.first >= hourOfSlots)
      ? []
      : ['the history of transactions (what is unclear after a fault is then left for a person)']),
  ]
  return usable(missing)
}
