import { z } from 'zod'
import type { SendAnswer } from '../../family/transactions.ts'
import { RateLimited } from '../../rpc/http-rpc.ts'
import { sendUntilClear } from '../../rpc/send.ts'
import { type SolanaRpc, SolanaRpcError } from '../rpc/rpc.ts'

/** JSON-RPC codes of a node that lags or is busy: it says nothing about the bytes. */
const busyCodes = [-32005, -32004, -32016, -32603]

/** Hands signed bytes to the first node, and to the next ones what it gave no clear answer about; see `sendUntilClear`. */
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
 * Hands signed bytes to a node, without its preflight: they were simulated before they were signed, and what fails is included and
 * says why. That a node took them says little: only the chain tells.
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
    // Too old, or too new for this node: the finalized height decides.
    return { kind: 'unclear', message }
  if (/already been processed/i.test(message)) return { kind: 'known' }
  if (/insufficient (funds|lamports)|no record of a prior credit/i.test(message))
    return { kind: 'insufficient-funds', message }
  return { kind: 'unclear', message }
}
