/** Hostile requests to a served API, and what must hold whatever is sent. */
import { createHash } from 'node:crypto'
import { Writable } from 'node:stream'
import { gzipSync } from 'node:zlib'
import fc from 'fast-check'
import { sql } from 'kysely'
import { pino } from 'pino'
import { answerClientError } from '../../src/core/api/http/error-handling.ts'
import { type Listening, listen } from '../../src/core/host/listen.ts'
import { updateProject } from '../../src/core/store/installation/projects.ts'
import { addWallets } from '../../src/core/store/installation/wallets.ts'
import { exampleMetadata } from '../../src/shared/api-schemas/common.ts'
import { apiError, scopes } from '../../src/shared/app-api.ts'
import { userWallet } from '../api/conformance/table.ts'
import { type Operation, operationsOf } from '../api/described.ts'
import { type OpenApi, openApi, polygonAddress } from '../api/open-api.ts'
import { bytesOf, curlLine, exchange, type Framing, isBrokenOff, type Reply, type Wire } from './exchange.ts'
import { anyJson, brokenJson, hostileText, mutated } from './hostile.ts'
import { fromSchema } from './schema-json.ts'

export interface FuzzOptions {
  seed: number
  runs: number
  /** Where a failing case lies, as fast-check told it. */
  path?: string | undefined
}

export interface FuzzResult {
  runs: number
  /** How often each status was answered. */
  statuses: Map<number, number>
  /** What broke a rule: what is wrong, and how to see it again. */
  failure: string | undefined
}

/** Ours: an answer takes milliseconds; a machine that does much else is let off. */
const patience = 30_000
const base = '/api/2022-06-09'
/** What is noted of calls, be they refused: no effect of theirs. */
const notes = ['api_keys', 'audit', 'audit_ends']

/** Sends hostile requests to an API of its own, until one breaks a rule or all are sent. */
export async function fuzzApi({ seed, runs, path }: FuzzOptions): Promise<FuzzResult> {
  const served = await serve()
  const statuses = new Map<number, number>()
  try {
    const wires = wiresTo(served)
    let last: { wire: Wire; wrong: string } | undefined
    const property = fc.asyncProperty(wires, async (wire) => {
      const wrong = await tryOne(served, wire, (status) => statuses.set(status, (statuses.get(status) ?? 0) + 1))
      if (wrong === undefined) return
      last = { wire, wrong }
      throw new Error(wrong)
    })
    const details = await fc.check(property, {
      seed,
      numRuns: runs,
      endOnFailure: false,
      ...(path === undefined ? {} : { path }),
    })
    const failure =
      details.failed && last
        ? `${last.wrong}\nseed ${seed}, path ${details.counterexamplePath}\n${curlLine(last.wire, '127.0.0.1:3000')}`
        : await afterwards(served)
    return { runs: details.numRuns, statuses, failure }
  } finally {
    await served.close()
  }
}

interface Served {
  api: OpenApi
  listening: Listening
  /** A key of all scopes, of a project that may transfer: what is refused is refused for what it is. */
  key: string
  operations: Operation[]
  /** Lines of the log. */
  logged: string[]
  close(): Promise<void>
}

/** An API on a port, with something of each kind to be found. */
async function serve(): Promise<Served> {
  const logged: string[] = []
  const lines = new Writable({
    write(line: Buffer, _encoding, done) {
      logged.push(line.toString())
      done()
    },
  })
  const api = await openApi({ log: pino({ level: 'info' }, lines) })
  const listening = await listen(api.app.routing, 0, answerClientError)
  const collection = { chain: 'polygon', metadata: { name: 'C' } }
  const metadata = exampleMetadata
  await api.call('PUT', `${base}/collections/tickets`, { ...collection, fungibility: 'semi-fungible' })
  await api.call('PUT', `${base}/collections/tickets/templates/gold-ticket`, { metadata })
  await api.call('PUT', `${base}/collections/default/nfts/ticket-1`, {
    recipient: `polygon:${polygonAddress}`,
    metadata,
  })
  const minted = { state: 'succeeded', token_id: 1, tx_hash: '0xabc', completed_at: 1 } as const
  await api.context.db.updateTable('mints').set(minted).execute()
  await updateProject(api.context.db, api.project.id, { enterprise: true })
  await api.call('POST', '/api/v1-alpha1/wallets', { email: 'ada@example.com', chain: 'polygon' })
  // The wallet that the example of a transfer names.
  const known = { kind: 'userId', user: 'known', chain: 'polygon', address: userWallet } as const
  await addWallets(api.context.db, api.project.id, [known], 1)
  const { key } = await api.newKey([...scopes])
  // Addresses of contracts are worked out when they are first asked for.
  await api.call('GET', `${base}/collections`)
  const operations = operationsOf((await api.call('GET', '/openapi.json')).body)
  return {
    api,
    listening,
    key,
    operations,
    logged,
    async close() {
      await listening.close()
      await api.close()
    },
  }
}

function wiresTo({ operations, key }: Served): fc.Arbitrary<Wire> {
  const segment = (usual: unknown) =>
    fc.oneof(
      { weight: 3, arbitrary: fc.constant(encodeURIComponent(String(usual))) },
      { weight: 1, arbitrary: hostileText.map(encoded) },
      {
        weight: 1,
        arbitrary: fc.constantFrom('', '%', '%zz', '%c3%28', '%2e%2e', '..', ';', '%2f', '%00', '//', '\\'),
      },
    )
  const strange = fc.constantFrom(
    '/',
    '//',
    '/api',
    '/api/2022-06-09//collections',
    '/ipfs/../../../etc/passwd',
    '/ipfs/%2e%2e%2f%2e%2e%2fetc%2fpasswd',
    '/docs/static/..%2f..%2f..%2fpackage.json',
    '/assets/..%2f..%2fpackage.json',
    '/app/keys',
    '*',
    'http://evil.example/api/2022-06-09/collections',
    '/openapi.json?x=%',
  )
  const target = ({ path, parameters }: Operation): fc.Arbitrary<string> => {
    const segments = path.split('/').map((part) => {
      const name = /^\{(.+)\}$/.exec(part)?.[1]
      return name === undefined
        ? fc.constant(part)
        : segment(parameters.find((parameter) => parameter.name === name)?.example ?? 'x')
    })
    const names = parameters.filter((parameter) => parameter.in === 'query').map(({ name }) => name)
    const pair = fc
      .tuple(fc.constantFrom(...names, '__proto__', 'x[]', ''), hostileText)
      .map(([name, value]) => `${encodeURIComponent(name)}=${encoded(value).slice(0, 20_000)}`)
    const query = fc.oneof(
      fc.constant(''),
      fc.array(pair, { maxLength: 3 }).map((pairs) => `?${pairs.join('&')}`),
    )
    return fc
      .tuple(fc.tuple(...segments), fc.constantFrom('', '', '/', '//'), query)
      .map(([parts, slash, more]) => `${parts.join('/')}${slash}${more}`)
  }
  const body = ({ body: schema, examples }: Operation): fc.Arbitrary<Buffer | undefined> => {
    const usual = schema ? [...examples.map(mutated), fromSchema(schema).map((value) => JSON.stringify(value))] : []
    const text = fc.oneof(
      ...usual.map((arbitrary) => ({ weight: 4, arbitrary })),
      { weight: 1, arbitrary: anyJson },
      { weight: 1, arbitrary: brokenJson },
    )
    return fc.oneof(
      { weight: schema ? 20 : 1, arbitrary: text.map((json) => Buffer.from(json)) },
      { weight: 1, arbitrary: text.map((json) => gzipSync(json)) },
      { weight: 1, arbitrary: fc.uint8Array({ maxLength: 60 }).map((bytes) => Buffer.from(bytes)) },
      { weight: schema ? 1 : 6, arbitrary: fc.constant(undefined) },
    )
  }
  const headerValue = hostileText.map((text) => text.replace(/[\r\n\0]/g, ' ').slice(0, 30_000))
  const header = fc.oneof(
    fc.tuple(
      fc.constantFrom(
        'Idempotency-Key',
        'x-idempotency-key',
        'X-API-KEY',
        'Origin',
        'Host',
        'Authorization',
        'X-CLIENT-ID',
        'Expect',
        'Range',
      ),
      headerValue,
    ),
    fc.tuple(fc.constant('Content-Encoding'), fc.constantFrom('gzip', 'br', 'identity', 'x')),
    fc.tuple(fc.constant('Idempotency-Key'), fc.constantFrom('a', 'b', 'c')),
    fc.constantFrom(
      ['X-A: b\r\nX-Injected', 'yes'],
      ['Content-Type', 'application/json; charset=utf-16'],
      ['Content-Type', '__proto__'],
      ['Transfer-Encoding', 'gzip'],
      ['Upgrade', 'websocket'],
    ),
  ) as fc.Arbitrary<[string, string]>
  const type = fc.constantFrom(
    'application/json',
    'application/json',
    'application/json',
    'application/json',
    'text/plain',
    'application/json;',
  )
  const framing = fc.oneof(
    { weight: 12, arbitrary: fc.constant<Framing>('length') },
    { weight: 4, arbitrary: fc.constantFrom<Framing>('chunked', 'cut', 'too-long', 'too-short', 'twice', 'both') },
  )
  const methods = fc.constantFrom(
    'GET',
    'HEAD',
    'POST',
    'PUT',
    'PATCH',
    'DELETE',
    'OPTIONS',
    'TRACE',
    'PROPFIND',
    'get',
    'X',
  )
  return fc.constantFrom(...operations).chain((operation) =>
    fc.record({
      method: fc.oneof({ weight: 12, arbitrary: fc.constant(operation.method) }, { weight: 1, arbitrary: methods }),
      target: fc.oneof({ weight: 20, arbitrary: target(operation) }, { weight: 1, arbitrary: strange }),
      headers: fc
        .tuple(type, fc.array(header, { maxLength: 2 }))
        .map(([contentType, more]): [string, string][] => [
          ...(more.some(([name]) => name === 'X-API-KEY') ? [] : [['X-API-KEY', key] as [string, string]]),
          ...(more.some(([name]) => name === 'Content-Type')
            ? []
            : [['Content-Type', contentType] as [string, string]]),
          ...more,
        ]),
      body: body(operation),
      framing,
    }),
  )
}

/** Percent-encoded; what is no Unicode is left out. */
function encoded(text: string): string {
  return encodeURIComponent(text.replace(/\p{Surrogate}/gu, ''))
}

/** Sends one, and says which rule it broke. */
async function tryOne(served: Served, wire: Wire, note: (status: number) => void): Promise<string | undefined> {
  const { api, listening, logged } = served
  logged.length = 0
  const before = await digest(api)
  let replies: Reply[]
  try {
    const bytes = bytesOf(wire, `127.0.0.1:${listening.port}`)
    replies = await exchange(listening.port, bytes, isBrokenOff(wire.framing), patience)
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
  if (replies.length === 0 && !isBrokenOff(wire.framing)) return 'no answer'
  for (const reply of replies) {
    note(reply.status)
    const wrong = wrongWith(reply, wire)
    if (wrong !== undefined) return `${wrong}: ${reply.status} ${reply.body.slice(0, 500)}`
  }
  // Cut short by its length, the first of two requests may be whole: what is refused then is the rest of it.
  if (wire.framing !== 'too-short' && replies.every(({ status }) => status >= 400)) {
    const after = await digest(api)
    const changed = [...after].filter(([table, rows]) => before.get(table) !== rows).map(([table]) => table)
    if (changed.length > 0)
      return `what was refused (${replies.map(({ status }) => status).join(', ') || 'no answer'}) was written: ${changed.join(', ')}`
  }
  const { polluted } = {} as { polluted?: unknown }
  if (polluted !== undefined) return 'the prototype of all objects was changed'
  for (const line of logged) {
    const entry: { level?: number; msg?: string } = JSON.parse(line)
    if (line.trimEnd().includes('\n') || entry.msg === 'injected' || entry.msg === 'a request failed')
      return `the log: ${line.slice(0, 500)}`
  }
  return undefined
}

function wrongWith({ status, headers, body }: Reply, { method }: Wire): string | undefined {
  if (!(status >= 200 && status < 600)) return 'no answer of HTTP'
  if (headers.has('x-injected')) return 'a header was injected'
  if (body.includes('root:x:0') || body.includes('"mintdesk"')) return 'a file was given away'
  if (status >= 500 && status !== 503) return 'our fault'
  if (status < 400 || method === 'HEAD') return undefined
  if (headers.get('content-type') !== 'application/json; charset=utf-8') return 'an error that is no JSON'
  const parsed = apiError.safeParse(JSON.parse(body))
  return parsed.success ? undefined : 'an error of another form'
}

/** What is in each table of the database, but for notes of calls. */
async function digest({ context: { db } }: OpenApi): Promise<Map<string, string>> {
  const { rows: tables } = await sql<{ name: string }>`
    select name from sqlite_schema where type = 'table' and name not like 'sqlite_%' order by name`.execute(db)
  const digests = new Map<string, string>()
  for (const { name } of tables.filter((table) => !notes.includes(table.name))) {
    const { rows } = await sql`select * from ${sql.table(name)}`.execute(db)
    digests.set(name, createHash('sha256').update(JSON.stringify(rows)).digest('hex'))
  }
  return digests
}

/** What must hold when all is over. */
async function afterwards({ api, listening }: Served): Promise<string | undefined> {
  const { rows } = await sql<{ integrity_check: string }>`pragma integrity_check`.execute(api.context.db)
  if (rows.some(({ integrity_check: found }) => found !== 'ok')) return `the database: ${JSON.stringify(rows)}`
  const { rows: dangling } = await sql`pragma foreign_key_check`.execute(api.context.db)
  if (dangling.length > 0) return `the database has rows that refer to none: ${JSON.stringify(dangling)}`
  const health = await fetch(`http://127.0.0.1:${listening.port}/health`)
  return health.status === 200 ? undefined : `the service is not well afterwards: ${health.status}`
}
