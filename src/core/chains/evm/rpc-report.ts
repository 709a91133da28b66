import { CoreError } from '../../errors.ts'
import { shortOf } from '../rpc/fault-words.ts'
import type { RpcReport } from '../rpc/report.ts'
import { rpcClient } from './rpc.ts'
import { type ExpectedChain, wrongChain } from './rpc-identity.ts'

/** Ours: a person is waiting. */
const patience = 8_000

/** Asks one RPC for everything that minting needs of it. Never throws. */
export async function reportRpc(address: string, shown: string, expected: ExpectedChain): Promise<RpcReport> {
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
  const rpc = rpcClient(address, patience)
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
      takesBatches(address),
    ])
    return { ...report, finalized, feeHistory, batch, ok: true, verdict: verdictOf({ finalized, feeHistory, batch }) }
  } catch (error) {
    const why = error instanceof CoreError ? error.message : `It cannot be used: ${shortOf(error)}.`
    return { ...report, verdict: why }
  }
}

/** Asked by itself: a client makes do without batches and does not say so. */
async function takesBatches(address: string): Promise<boolean> {
  const calls = ['eth_chainId', 'eth_blockNumber'].map((method, id) => ({ jsonrpc: '2.0', id, method, params: [] }))
  try {
    const answer = await fetch(address, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(calls),
      signal: AbortSignal.timeout(patience),
    })
    const said: unknown = await answer.json()
    return Array.isArray(said) && said.length === calls.length
  } catch {
    return false
  }
}

function verdictOf(has: { finalized: boolean; feeHistory: boolean; batch: boolean }): string {
  const missing = [
    ...(has.finalized ? [] : ['the tag "finalized" (confirmations are counted instead)']),
    ...(has.feeHistory ? [] : ['the fee history (its own price is taken instead)']),
    ...(has.batch ? [] : ['several calls at once (it is slower)']),
  ]
  return missing.length === 0 ? 'It can be used.' : `It can be used; it lacks ${missing.join(', ')}.`
}

function works(call: Promise<unknown>): Promise<boolean> {
  return call.then(
    () => true,
    () => false,
  )
}
