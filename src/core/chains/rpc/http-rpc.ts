/** What families whose nodes speak HTTP have in common: how a call fails, and when it is made once more. */
import type { HttpAnswer } from './answers.ts'

/** A node that asks for fewer calls. */
export class RateLimited extends Error {
  readonly retryAfterMs: number | undefined
  constructor(retryAfterMs: number | undefined) {
    super('the RPC asks for fewer calls')
    this.name = 'RateLimited'
    this.retryAfterMs = retryAfterMs
  }
}

/** A node that does not answer, or otherwise than one of its family. Named by nothing: keys of RPC providers stand in addresses. */
export class RpcUnreachable extends Error {
  /** The HTTP status, where there was one. */
  readonly status: number | undefined
  constructor(message: string, status?: number) {
    super(message)
    this.name = 'RpcUnreachable'
    this.status = status
  }
}

/**
 * One exchange, made once more where the connection broke: a kept one may have been closed by the other side just now, and the same bytes sent
 * twice are the same transaction.
 * @throws RpcUnreachable
 */
export async function exchangeWith(send: () => Promise<HttpAnswer>): Promise<HttpAnswer> {
  try {
    return await send()
  } catch (error) {
    if (!(error instanceof TypeError)) throw new RpcUnreachable(causeOf(error))
    return send().catch((again: unknown) => {
      throw new RpcUnreachable(causeOf(again))
    })
  }
}

/** @throws RateLimited for an answer that asks for fewer calls */
export function requireUnlimited({ status, headers }: HttpAnswer): void {
  if (status === 429) throw new RateLimited(restOf(headers.get('retry-after')))
}

function causeOf(error: unknown): string {
  if (error instanceof Error && error.name === 'TimeoutError') return 'it did not answer in time'
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
  return cause instanceof Error ? cause.message || String(Reflect.get(cause, 'code') ?? '') : 'the connection failed'
}

/** Ours, as on EVM chains: one RPC that asks for more does not hold up what the others would take, signer queues included. */
const longestRestMs = 10 * 60_000

/** RFC 9110, 10.2.3: seconds; a date is not taken. */
function restOf(text: string | null): number | undefined {
  const seconds = Number(text)
  return seconds > 0 ? Math.min(seconds * 1000, longestRestMs) : undefined
}
