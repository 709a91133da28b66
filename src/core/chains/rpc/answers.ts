/** Reads answers of RPCs over HTTP: up to a bound, and without following redirects. */

const mib = 1024 * 1024

/** Most bytes of one answer, decompressed, so that an RPC cannot exhaust the memory (docs/live-networks.md). */
export const usualAnswerBytes = 64 * mib

/**
 * Reads `MINTDESK_RPC_ANSWER_MIB`: the maximum size of one answer of an RPC, in MiB.
 * @returns bytes; the usual bound where nothing is set
 * @throws Error, in one sentence, unless it is a whole number from 1 to 512 (the longest string of V8)
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

/** Thrown for a refused answer; its message says why in a few words, and contains no path or key. */
export class AnswerRefused extends Error {
  constructor(why: string) {
    super(why)
    this.name = 'AnswerRefused'
  }
}

/**
 * The text of an answer; bytes beyond the bound are neither read nor kept.
 * @param pieces the body, decompressed
 * @param length its `content-length` header
 * @throws AnswerRefused; errors of the connection
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

/** Whether an HTTP status is a redirect. */
export function isRedirect(status: number): boolean {
  return status >= 300 && status < 400 && status !== 304
}

/** @throws AnswerRefused for a redirect: its target is not in the list, and may be on this machine */
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

/** `most`: bytes of the answer; `timeoutMs`: for the whole exchange. */
export interface AnswerBounds {
  timeoutMs: number
  most?: number
}

/**
 * Sends JSON and reads the answer, decompressed, up to the bound.
 * @throws AnswerRefused; what `fetch` throws
 */
export function postJson(url: string, body: string, bounds: AnswerBounds): Promise<HttpAnswer> {
  return httpExchange(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body }, bounds)
}

/**
 * Sends a request and reads the answer, decompressed, up to the bound.
 * @throws AnswerRefused; what `fetch` throws
 */
export async function httpExchange(
  url: string,
  request: { method: 'GET' | 'POST'; headers: Record<string, string>; body?: string | Uint8Array<ArrayBuffer> },
  { timeoutMs, most = usualAnswerBytes }: AnswerBounds,
): Promise<HttpAnswer> {
  const answer = await fetch(url, {
    ...request,
    // `error` would not follow redirects either, but `manual` shows their target.
    redirect: 'manual',
    signal: AbortSignal.timeout(timeoutMs),
  })
  const { status, ok, statusText, headers } = answer
  try {
    refuseRedirect(status, headers.get('location'))
    // For a compressed answer the header counts compressed bytes: fewer than there will be.
    const text = answer.body === null ? '' : await boundedText(answer.body, most, headers.get('content-length'))
    return { status, ok, statusText, headers, text }
  } catch (error) {
    await answer.body?.cancel().catch(() => undefined)
    throw error
  }
}
