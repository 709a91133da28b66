/** What is taken from an RPC over HTTP: no more than a bound, and no word of it that another address is to be asked. */

const mib = 1024 * 1024

/** Bytes of one answer, unpacked: more would let an RPC use up the memory (docs/live-networks.md). */
export const usualAnswerBytes = 64 * mib

/**
 * Reads `MINTDESK_RPC_ANSWER_MIB`: the most that one answer of an RPC may hold, in MiB.
 * @returns bytes; the usual bound where nothing is set
 * @throws Error in one sentence for what is no whole number from 1 to 512, the longest text that V8 holds
 */
export function readAnswerBound(text: string | undefined): number {
  const given = (text ?? '').trim()
  if (given === '') return usualAnswerBytes
  const wanted = /^\d{1,3}$/.test(given) ? Number(given) : 0
  if (wanted >= 1 && wanted <= 512) return wanted * mib
  throw new Error(
    `MINTDESK_RPC_ANSWER_MIB holds ${JSON.stringify(given.slice(0, 24))}: write a whole number of MiB from 1 to 512, or leave it out for ${usualAnswerBytes / mib}.`,
  )
}

/** Thrown for an answer that is not taken; its message says why in a few words, and names no path or key. */
export class AnswerRefused extends Error {
  constructor(why: string) {
    super(why)
    this.name = 'AnswerRefused'
  }
}

/**
 * The text of an answer; what is beyond the bound is neither read nor kept.
 * @param pieces of the body, unpacked
 * @param length what its header says of it
 * @throws AnswerRefused; whatever the connection fails with
 */
export async function boundedText(
  pieces: AsyncIterable<Uint8Array>,
  most: number,
  length: string | null = null,
): Promise<string> {
  const taken: Uint8Array[] = []
  let bytes = 0
  for await (const piece of pieces) {
    bytes += piece.length
    if (bytes > most || Number(length) > most)
      throw new AnswerRefused(
        `its answer is larger than ${most / mib} MiB (MINTDESK_RPC_ANSWER_MIB sets another bound)`,
      )
    taken.push(piece)
  }
  return Buffer.concat(taken).toString('utf8')
}

/** Whether an HTTP status leads on to another address. */
export function isRedirect(status: number): boolean {
  return status >= 300 && status < 400 && status !== 304
}

/** @throws AnswerRefused for an answer that leads on to another address: that one is not in the list, and may lie on this machine */
export function refuseRedirect(status: number, location: string | null): void {
  if (!isRedirect(status)) return
  const host = location !== null && URL.canParse(location) ? new URL(location).host : ''
  const where = host === '' ? 'another address' : host
  throw new AnswerRefused(`it redirects to ${where}, which is not followed: name that RPC itself`)
}

/** An HTTP answer, read whole. */
export interface HttpAnswer {
  status: number
  ok: boolean
  statusText: string
  headers: Headers
  text: string
}

/** How much is taken of an answer, and how long it is waited for in all. */
export interface AnswerBounds {
  timeoutMs: number
  most?: number
}

/**
 * Sends JSON and reads the answer, unpacked, as far as the bound.
 * @throws AnswerRefused; what `fetch` throws
 */
export function postJson(url: string, body: string, bounds: AnswerBounds): Promise<HttpAnswer> {
  return httpExchange(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body }, bounds)
}

/**
 * Sends a request and reads the answer, unpacked, as far as the bound.
 * @throws AnswerRefused; what `fetch` throws
 */
export async function httpExchange(
  url: string,
  request: { method: 'GET' | 'POST'; headers: Record<string, string>; body?: string | Uint8Array<ArrayBuffer> },
  { timeoutMs, most = usualAnswerBytes }: AnswerBounds,
): Promise<HttpAnswer> {
  const answer = await fetch(url, {
    ...request,
    // Not followed either way; so the answer says where it would lead.
    redirect: 'manual',
    signal: AbortSignal.timeout(timeoutMs),
  })
  const { status, ok, statusText, headers } = answer
  try {
    refuseRedirect(status, headers.get('location'))
    // The header counts packed bytes where they are packed: fewer than there will be.
    const text = answer.body === null ? '' : await boundedText(answer.body, most, headers.get('content-length'))
    return { status, ok, statusText, headers, text }
  } catch (error) {
    await answer.body?.cancel().catch(() => undefined)
    throw error
  }
}
