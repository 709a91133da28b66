import { z } from 'zod'
import { askExplorer, type ExplorerAnswer, readAnswer, saidBy } from './ask-explorer.ts'
import { ExplorerError } from './explorer-error.ts'

const name = 'Sourcify'

/** `exact`: byte for byte, comments and names included; `partial`: except for these. */
export type Match = 'exact' | 'partial'

/** The result of forwarding a verified contract from Sourcify to another explorer. */
export interface Forwarded {
  /** `etherscan`, `blockscout`, `routescan`. */
  explorer: string
  /** The explorer's page with the source; null: not reported. */
  url: string | null
  /** Why the explorer rejected it; null: it accepted it, or has not answered yet. */
  error: string | null
}

export type Job =
  | { state: 'running' }
  | { state: 'done'; match: Match; forwarded: Forwarded[] }
  /** `differs`: the source compiled to other code; else Sourcify could not compare. */
  | { state: 'none'; differs: boolean; why: string }

/** The answer to a request for a verification; `under-way`: another client has just sent the same request. */
export type Begun = { state: 'job'; id: string } | { state: 'verified' } | { state: 'under-way' }

/** Sourcify's API, version 2 (https://docs.sourcify.dev/docs/api/). It needs no key. */
export interface Sourcify {
  /** How well Sourcify's source of a contract matches; null: it has none. @throws ExplorerError */
  match(chainId: number, address: string): Promise<Match | null>
  /** Begins a search for the same code on other chains, which needs no source. @throws ExplorerError */
  beginSimilar(chainId: number, address: string): Promise<Begun>
  /** Begins a verification. @param submission the body of the request. @throws ExplorerError */
  begin(chainId: number, address: string, submission: string): Promise<Begun>
  /** @throws ExplorerError */
  job(id: string): Promise<Job>
  /** The page with a contract's source. */
  page(chainId: number, address: string): string
}

const matched = z
  .enum(['exact_match', 'match'])
  .nullable()
  .transform((match): Match | null => (match === 'exact_match' ? 'exact' : match === 'match' ? 'partial' : null))

/** Sourcify's error codes for different code (argotorg/sourcify, lib-sourcify's VerificationTypes.ts); the others mean that it could not compare. */
const differing: ReadonlySet<string> = new Set(['no_match', 'bytecode_length_mismatch', 'extra_file_input_bug'])

const lookup = z.object({ match: matched })
const fault = z.object({ customCode: z.string(), message: z.string().optional() })
const begun = z.object({ verificationId: z.string().regex(/^[\w-]{1,100}$/) })
const forwarded = z.object({ explorerUrl: z.string().optional(), error: z.string().optional() })
const jobStatus = z.object({
  isJobCompleted: z.boolean(),
  error: fault.nullish(),
  contract: z.object({ match: matched }),
  externalVerifications: z.record(z.string(), forwarded).nullish().catch(null),
})

/** @param server the API's address, without a slash at the end */
export function sourcifyAt(server: string, signal: AbortSignal): Sourcify {
  const get = (path: string) => askExplorer({ name, url: `${server}${path}`, signal })
  const post = (path: string, json: string) => askExplorer({ name, url: `${server}${path}`, body: { json }, signal })
  return {
    async match(chainId, address) {
      const answer = await get(`/v2/contract/${chainId}/${address}`)
      if (answer.status === 404 && codeOf(answer) !== 'unsupported_chain') return null
      if (answer.status !== 200) throw refusal(answer)
      return readAnswer(name, lookup, answer.json).match
    },
    beginSimilar: async (chainId, address) =>
      begunOf(await post(`/v2/verify/similarity/${chainId}/${address}`, JSON.stringify({}))),
    begin: async (chainId, address, submission) => begunOf(await post(`/v2/verify/${chainId}/${address}`, submission)),
    async job(id) {
      const answer = await get(`/v2/verify/${encodeURIComponent(id)}`)
      if (answer.status !== 200) throw refusal(answer)
      const { isJobCompleted, error, contract, externalVerifications } = readAnswer(name, jobStatus, answer.json)
      if (!isJobCompleted) return { state: 'running' }
      if (contract.match !== null)
        return { state: 'done', match: contract.match, forwarded: forwardedOf(externalVerifications ?? {}) }
      return {
        ...{ state: 'none', differs: error ? differing.has(error.customCode) : false },
        why: error ? `${error.customCode}${saidBy(error.message)}` : 'no reason given',
      }
    },
    page: (chainId, address) => `https://repo.sourcify.dev/${chainId}/${address}`,
  }
}

function begunOf(answer: ExplorerAnswer): Begun {
  if (answer.status === 202) return { state: 'job', id: readAnswer(name, begun, answer.json).verificationId }
  // 409: another client has verified it, or is about to: the contracts are the same for everybody.
  if (answer.status === 409) return { state: 'verified' }
  if (answer.status === 429 && codeOf(answer) === 'duplicate_verification_request') return { state: 'under-way' }
  throw refusal(answer)
}

function codeOf({ json }: ExplorerAnswer): string | undefined {
  return fault.safeParse(json).data?.customCode
}

function refusal(answer: ExplorerAnswer): ExplorerError {
  const said = fault.safeParse(answer.json).data
  if (said?.customCode === 'unsupported_chain')
    return new ExplorerError('unsupported', `${name} does not know this network.`)
  if (answer.status === 429)
    return new ExplorerError('limited', `${name} is asked too often from here: try again in some minutes.`)
  const why = saidBy(said?.message)
  return answer.status >= 500
    ? new ExplorerError('unreachable', `${name} answers with status ${answer.status}${why}: try again later.`)
    : new ExplorerError('refused', `${name} does not take the source: status ${answer.status}${why}.`)
}

function forwardedOf(all: Record<string, z.output<typeof forwarded>>): Forwarded[] {
  return Object.entries(all).map(([explorer, { explorerUrl, error }]) => ({
    explorer: explorer.slice(0, 30),
    url: explorerUrl !== undefined && /^https:\/\//.test(explorerUrl) ? explorerUrl : null,
    error: error === undefined ? null : error.slice(0, 300),
  }))
}
