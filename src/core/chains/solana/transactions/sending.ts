import { z } from 'zod'
import type { SendAnswer } from '../../family/transactions.ts'
import { RateLimited } from '../../rpc/http-rpc.ts'
import { sendUntilClear } from '../../rpc/send.ts'
import { type SolanaRpc, SolanaRpcError } from '../rpc/rpc.ts'

/** JSON-RPC codes of a node that lags or is busy: they say nothing about the bytes. */
const busyCodes = [-32005, -32004, -32016, -32603]

/** Sends signed bytes to the first node, and those without a clear answer to the next ones; see `sendUntilClear`. */
export function sendRaws(nodes: readonly SolanaRpc[], raws: readonly string[]): Promise<SendAnswer[]> {
  return sendUntilClear(nodes, raws, async (node, open) => {
    try {
      return await sendTo(node, open)
    } catch (error) {
      return open.map(() => sendFault(error))
    }
  })
}

/**
 * Sends signed bytes to a node without preflight: they were simulated before signing, and a failing transaction is included with its reason.
 * `accepted` proves little: only the chain shows what was included.
 */
async function sendTo(rpc: SolanaRpc, raws: readonly string[]): Promise<SendAnswer[]> {
  const options = { encoding: 'base64', skipPreflight: true, maxRetries: 0 }
  const answers = await rpc.many(
    'sendTransaction',
    raws.map((raw) => [Buffer.from(raw.slice(2), 'hex').toString('base64'), options]),
    z.string(),
  )
  return answers.map((answer) => (answer instanceof Error ? sendFault(answer) : { kind: 'accepted' }))
}

function sendFault(error: unknown): SendAnswer {
  if (error instanceof RateLimited) {
    const { retryAfterMs } = error
    return { kind: 'rate-limited', ...(retryAfterMs === undefined ? {} : { retryAfterMs }) }
  }
  const message = error instanceof Error ? error.message : String(error)
  if (error instanceof SolanaRpcError && !busyCodes.includes(error.code) && /blockhash not found/i.test(message))
    // Too old, or too new for this node: the finalized block height decides.
    return { kind: 'unclear', message }
  if (/already been processed/i.test(message)) return { kind: 'known' }
  if (/insufficient (funds|lamports)|no record of a prior credit/i.test(message))
    return { kind: 'insufficient-funds', message }
  return { kind: 'unclear', message }
}
