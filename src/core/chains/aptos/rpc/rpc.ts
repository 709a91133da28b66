import { z } from 'zod'
import { jsonOf } from '../../../lib/json.ts'
import { type HttpAnswer, httpExchange, usualAnswerBytes } from '../../rpc/answers.ts'
import { exchangeWith, RateLimited, RpcUnreachable, requireUnlimited } from '../../rpc/http-rpc.ts'
import type { RpcCall } from '../../rpc/rpc-family.ts'

/** A node's error answer (aptos-core, api/types/src/error.rs). */
export class AptosRpcError extends Error {
  readonly status: number
  /** `account_not_found` and the like. */
  readonly code: string
  /** The virtual machine's status code for a transaction that it refused. */
  readonly vmCode: number | null
  /** The node's newest ledger version at that time; 0 if the node does not report it. */
  readonly version: number
  constructor(status: number, { message, error_code, vm_error_code }: z.infer<typeof errorAnswer>, version = 0) {
    super(message)
    this.name = 'AptosRpcError'
    this.status = status
    this.code = error_code
    this.vmCode = vm_error_code ?? null
    this.version = version
  }
}

/** The body of a request. */
export type AptosBody = { json: unknown } | { signed: Uint8Array } | { signedBatch: Uint8Array }

/** A node's answer, and its newest ledger version at that time. */
export interface AptosAnswer<Value> {
  value: Value
  version: number
}

/** One node's REST API. The schema of each call checks its answer. */
export interface AptosRpc {
  /** @param path below the node's address, with its query: `/accounts/0x1` */
  ask<Schema extends z.ZodType>(path: string, schema: Schema, body?: AptosBody): Promise<AptosAnswer<z.output<Schema>>>
}

const errorAnswer = z.object({
  message: z.string(),
  error_code: z.string(),
  vm_error_code: z.number().nullish(),
})

const usualTimeoutMs = 15_000

/**
 * @param url the node's URL with the version of its API: `https://api.mainnet.aptoslabs.com/v1`
 * @param onCall called when an exchange has ended
 * @param answerBytes most bytes of one answer
 * @param chainId the expected network's: the head of an RPC of another network is not reported to `onCall`
 */
export function aptosRpc(
  url: string,
  timeoutMs = usualTimeoutMs,
  onCall?: (call: RpcCall) => void,
  answerBytes = usualAnswerBytes,
  chainId?: number,
): AptosRpc {
  const bounds = { timeoutMs, most: answerBytes }
  const headIn = (answer: HttpAnswer): number | null =>
    chainId === undefined || numberIn(answer, 'x-aptos-chain-id') === chainId
      ? numberIn(answer, 'x-aptos-block-height')
      : null
  return {
    async ask(path, schema, body) {
      const start = performance.now()
      const report = (head: number | null, error: unknown) => onCall?.({ ms: performance.now() - start, head, error })
      try {
        const answer = await exchangeWith(() => httpExchange(withPath(url, path), requestOf(body), bounds))
        const value = read(answer, schema)
        report(headIn(answer), null)
        return { value, version: versionIn(answer) }
      } catch (error) {
        report(null, error)
        throw error
      }
    },
  }
}

/** Some providers put the API key into the URL's query, which must stay at the end. */
function withPath(url: string, path: string): string {
  const [base = '', own] = url.split('?')
  const whole = `${base.replace(/\/$/, '')}${path}`
  return own === undefined ? whole : `${whole}${path.includes('?') ? '&' : '?'}${own}`
}

function read<Schema extends z.ZodType>(answer: HttpAnswer, schema: Schema): z.output<Schema> {
  requireUnlimited(answer)
  const json = jsonOf(answer.text)
  if (answer.ok) {
    const parsed = schema.safeParse(json)
    if (parsed.success) return parsed.data
    throw new RpcUnreachable('it answers otherwise than a node of Aptos does', answer.status)
  }
  const said = errorAnswer.safeParse(json)
  if (!said.success) throw new RpcUnreachable(answer.statusText || 'it answers with an error', answer.status)
  if (said.data.error_code === 'rate_limited') throw new RateLimited(undefined)
  throw new AptosRpcError(answer.status, said.data, versionIn(answer))
}

function requestOf(body: AptosBody | undefined): Parameters<typeof httpExchange>[1] {
  const accept = { accept: 'application/json' }
  if (body === undefined) return { method: 'GET', headers: accept }
  if ('json' in body)
    return {
      method: 'POST',
      headers: { ...accept, 'content-type': 'application/json' },
      body: JSON.stringify(body.json),
    }
  return {
    method: 'POST',
    headers: { ...accept, 'content-type': 'application/x.aptos.signed_transaction+bcs' },
    body: Uint8Array.from('signed' in body ? body.signed : body.signedBatch),
  }
}

function versionIn(answer: HttpAnswer): number {
  return numberIn(answer, 'x-aptos-ledger-version') ?? 0
}

function numberIn({ headers }: HttpAnswer, name: string): number | null {
  const text = headers.get(name)
  return text !== null && /^\d{1,15}$/.test(text) ? Number(text) : null
}
