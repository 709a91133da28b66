import { shortOf } from '../../rpc/fault-words.ts'
import { probePatience, usable, works } from '../../rpc/probe.ts'
import type { RpcReport } from '../../rpc/report.ts'
import { gasPriceAnswer, ledgerAnswer, versionAnswer } from './answers.ts'
import { type ExpectedLedger, wrongLedger } from './identity.ts'
import { aptosRpc } from './rpc.ts'

/** Checks one RPC for everything that minting needs. Never throws. */
export async function reportAptosRpc(
  url: string,
  shown: string,
  expected: ExpectedLedger,
  answerBytes?: number,
): Promise<RpcReport> {
  const report: RpcReport = {
    ...{ url: shown, ok: false, verdict: '', latencyMs: null, chainId: null, block: null },
    ...{ finalized: null, batch: null, feeHistory: null },
  }
  const rpc = aptosRpc(url, probePatience, undefined, answerBytes)
  try {
    const wrong = await wrongLedger(rpc, expected)
    if (wrong !== null) return { ...report, verdict: wrong }
    const start = performance.now()
    const { value: ledger } = await rpc.ask('/', ledgerAnswer)
    const latencyMs = Math.round(performance.now() - start)
    const known = { ...report, block: ledger.ledger_version, chainId: ledger.chain_id, latencyMs }
    const [finalized, feeHistory, history] = await Promise.all([
      works(rpc.ask(`/transactions/by_version/${ledger.ledger_version}`, versionAnswer)),
      works(rpc.ask('/estimate_gas_price', gasPriceAnswer)),
      works(rpc.ask('/transactions/by_version/0', versionAnswer)),
    ])
    const ok = finalized && feeHistory
    const verdict = ok
      ? usable(
          history
            ? []
            : [
                'the whole history (what another copy minted cannot be read back then, and nothing more is signed for that collection)',
              ],
        )
      : `It cannot be used: it does not say ${finalized ? 'what gas costs' : 'what is on the ledger'}.`
    // `batch`: every node accepts several transactions in one request.
    return { ...known, finalized, feeHistory, batch: true, ok, verdict }
  } catch (error) {
    return { ...report, verdict: `It cannot be used: ${shortOf(error)}.` }
  }
}
