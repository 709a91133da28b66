/** Shared by families whose nodes speak HTTP: how a call fails, and when it is repeated. */
import type { HttpAnswer } from './answers.ts'

/** A node asks for fewer calls. */
export class RateLimited extends Error {
  readonly retryAfterMs: number | undefined
  constructor(retryAfterMs: number | undefined) {
    super('the RPC asks for fewer calls')
    this.name = 'RateLimited'
    this.retryAfterMs = retryAfterMs
  }
}

/** A node does not answer, or not like a node of its family. Never names the address, which may contain a provider's key. */
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
 * One HTTP exchange, repeated once where the connection broke: the node may just have closed a kept-alive connection, and the same bytes sent
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

/** @throws RateLimited for HTTP status 429 */
export function requireUnlimited({ status, headers }: HttpAnswer): void {
  if (status === 429) throw new RateLimited(restOf(headers.get('retry-after')))
}

function causeOf(error: unknown): string {
  if (error instanceof Error && error.name === 'TimeoutError') return 'it did not answer in time'
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
  return cause instanceof Error ? cause.message || String(Reflect.get(cause, 'code') ?? '') : 'the connection failed'
}

/** Ours, as on EVM chains: a longer wait that one RPC asks for must not delay the work that other RPCs would take, signer queues included. */
const longestRestMs = 10 * 60_000

/** RFC 9110, 10.2.3: seconds; dates are ignored. */
function restOf(text: string | null): number | undefined {
  const seconds = Number(text)
  return seconds > 0 ? Math.min(seconds * 1000, longestRestMs) : undefined
}
