import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import { text } from 'node:stream/consumers'
import { z } from 'zod'

/** Services that verify source, as their documentation has them, with what becomes of a contract decided by a test. */
export interface Explorers {
  /** For `MINTDESK_SOURCIFY_URL` and `MINTDESK_ETHERSCAN_URL`. */
  sourcify: string
  etherscan: string
  /** What is known: `<chain id>/<address>`. */
  verified: Map<string, 'exact_match' | 'match'>
  /** Contracts of which the same code is known on another chain. */
  similar: Set<string>
  /** What was asked for, as `POST /v2/verify/…`. */
  asked: string[]
  /** The bodies of submissions. */
  submitted: unknown[]
  /** Whether a submission compiles to what lies at an address. */
  matches(chainId: number, address: string, identifier: string): Promise<boolean> | boolean
  /** Sourcify's code of why a submission came to nothing. */
  reason: string
  /** Answers in place of the usual ones: by the beginning of what is asked for. */
  instead: Map<string, { status: number; body: unknown; headers?: Record<string, string> }>
  /** What Sourcify says of the explorers it forwards to. */
  forwarded: Record<string, { explorerUrl?: string; error?: string }>
  /** Etherscan's answers to `checkverifystatus`, first to last; the last stays. */
  checks: string[]
  /** Etherscan's answer to a submission. */
  taken: { status: '0' | '1'; result: string }
  close(): Promise<void>
}

/** Sourcify: argotorg/sourcify, services/server/src/server/apiv2. */
const submission = z.object({
  compilerVersion: z.string().regex(/^\d+\.\d+\.\d+\+commit\.[0-9a-f]{8}$/),
  contractIdentifier: z.string().regex(/^[^:]+:\w+$/),
  stdJsonInput: z.object({
    language: z.literal('Solidity'),
    sources: z.record(z.string(), z.object({ content: z.string() })),
    settings: z.object({ evmVersion: z.string() }),
  }),
})

export async function openExplorers(): Promise<Explorers> {
  const jobs = new Map<string, { looks: number; at: string; ok: boolean; why: string }>()
  const begin = (at: string, ok: boolean, why: string) => {
    const verificationId = `job-${jobs.size}`
    jobs.set(verificationId, { looks: 0, at, ok, why })
    return { status: 202, body: { verificationId } }
  }
  const fault = (status: number, customCode: string, message = customCode) => ({
    status,
    body: { customCode, message, errorId: '1' },
  })

  async function sourcify(path: string, request: IncomingMessage): Promise<{ status: number; body: unknown }> {
    const [, kind, ...rest] = path.slice(1).split('/')
    if (kind === 'contract') {
      const at = rest.join('/')
      const match = explorers.verified.get(at) ?? null
      const [chainId, address] = at.split('/')
      return {
        status: match === null ? 404 : 200,
        body: { match, creationMatch: null, runtimeMatch: match, chainId, address },
      }
    }
    if (request.method === 'GET') {
      const job = jobs.get(rest[0] ?? '')
      if (!job) return fault(404, 'job_not_found')
      job.looks++
      // Under way at the first look.
      if (job.looks === 1) return { status: 200, body: { isJobCompleted: false, contract: { match: null } } }
      if (job.ok) explorers.verified.set(job.at, 'exact_match')
      const body = {
        isJobCompleted: true,
        verificationId: rest[0],
        contract: { match: job.ok ? 'exact_match' : null },
        ...(job.ok
          ? { externalVerifications: explorers.forwarded }
          : { error: { customCode: job.why, message: 'No.' } }),
      }
      return { status: 200, body }
    }
    const isSimilar = rest[0] === 'similarity'
    const at = rest.slice(isSimilar ? 1 : 0).join('/')
    if (explorers.verified.get(at) === 'exact_match') return fault(409, 'already_verified')
    if (isSimilar) return begin(at, explorers.similar.has(at), 'no_similar_match_found')
    const body: unknown = JSON.parse(await text(request))
    explorers.submitted.push(body)
    const read = submission.safeParse(body)
    if (!read.success) return fault(400, 'invalid_parameter', read.error.message)
    const [chainId = '', address = ''] = at.split('/')
    return begin(at, await explorers.matches(Number(chainId), address, read.data.contractIdentifier), explorers.reason)
  }

  async function etherscan(url: URL, request: IncomingMessage): Promise<{ status: number; body: unknown }> {
    const form = new URLSearchParams(request.method === 'POST' ? await text(request) : url.search)
    const answer = (status: '0' | '1', result: string) => ({ status: 200, body: { status, message: 'x', result } })
    if (url.searchParams.get('apikey') !== 'a-good-key') return answer('0', 'Invalid API Key (#err2)')
    if (form.get('action') === 'verifysourcecode') {
      explorers.submitted.push(Object.fromEntries(form))
      return answer(explorers.taken.status, explorers.taken.result)
    }
    const said = explorers.checks.length > 1 ? explorers.checks.shift() : explorers.checks[0]
    return answer(said?.startsWith('Pass') ? '1' : '0', said ?? '')
  }

  const server = createServer(async (request, response) => {
    const url = new URL(request.url ?? '/', 'http://localhost')
    const asked = `${request.method} ${url.pathname}`
    explorers.asked.push(asked)
    const instead = [...explorers.instead].find(([beginning]) => asked.startsWith(beginning))?.[1]
    const answered =
      url.pathname === '/etherscan' ? await etherscan(url, request) : await sourcify(url.pathname, request)
    const { status, body, headers } = { headers: {}, ...answered, ...instead }
    request.resume()
    response.writeHead(status, { 'content-type': 'application/json', ...headers })
    response.end(JSON.stringify(body))
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the explorers have no port')
  const origin = `http://127.0.0.1:${address.port}`
  const explorers: Explorers = {
    sourcify: origin,
    etherscan: `${origin}/etherscan`,
    verified: new Map(),
    similar: new Set(),
    asked: [],
    submitted: [],
    matches: () => true,
    reason: 'no_match',
    instead: new Map(),
    forwarded: {},
    checks: ['Pending in queue', 'Pass - Verified'],
    taken: { status: '1', result: 'a-guid' },
    close: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
  return explorers
}
