import { request as httpRequest } from 'node:http'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createApiKey } from '../../../src/core/api/http/api-keys.ts'
import { remember } from '../../../src/core/store/installation/idempotency.ts'
import { revokeKey } from '../../../src/core/store/installation/keys.ts'
import { updateProject } from '../../../src/core/store/installation/projects.ts'
import { addWallets } from '../../../src/core/store/installation/wallets.ts'
import { exampleMetadata } from '../../../src/shared/api-schemas/common.ts'
import { scopes } from '../../../src/shared/app-api.ts'
import { faultOf, type Operation, operationsOf } from '../described.ts'
import { type Answer, type OpenApi, openApi, polygonAddress } from '../open-api.ts'
import { nested, without, withValue, wrongValue } from './fields.ts'
import { requestOf, type Sent } from './request-of.ts'
import { type Field, ids, type Refusal, type Row, table, userWallet } from './table.ts'

const base = '/api/2022-06-09'
let api: OpenApi
let operations: Operation[]
let port: number
/** A key of all scopes. */
let allowed: string
/** What stands for places that only the networks know. */
const places: Record<string, string> = {}
/** The statuses that each operation was seen to answer. */
const seen = new Map<string, Set<number>>()
/** The headers that it was seen to bear. */
const told = new Set<string>()

beforeAll(async () => {
  api = await openApi()
  operations = operationsOf((await api.call('GET', '/openapi.json')).body)
  await api.app.listen({ port: 0, host: '127.0.0.1' })
  const address = api.app.server.address()
  port = typeof address === 'object' && address ? address.port : 0
  await prepare()
})
afterAll(() => api.close())

/** What the table's rows find there. */
async function prepare(): Promise<void> {
  const { call, context } = api
  const metadata = exampleMetadata
  const recipient = `polygon:${polygonAddress}`
  const at = (id: string) => `${base}/collections/${encodeURIComponent(id)}`
  const made: Answer[] = []
  const put = async (path: string, body: unknown) => made.push(await call('PUT', path, body))
  const collection = { chain: 'polygon', metadata: { name: 'C' } }
  await put(at(ids.collection), collection)
  await put(at(ids.copies), { ...collection, fungibility: 'semi-fungible' })
  await put(at('full'), { ...collection, supplyLimit: 2 })
  await put(at('failed'), collection)
  await put(`${at(ids.collection)}/nfts/${encodeURIComponent(ids.nft)}`, { recipient, metadata })
  for (const id of ['queued', 'waiting']) await put(`${at('full')}/nfts/${id}`, { recipient, metadata })
  for (const id of [ids.template, 'unlimited', 'used'])
    await put(`${at(ids.copies)}/templates/${encodeURIComponent(id)}`, { metadata: { ...metadata, id } })
  await put(`${at(ids.copies)}/templates/one`, { metadata: { ...metadata, id: 'one' }, supply: { limit: 1 } })
  await put(`${at(ids.copies)}/nfts/copy`, { recipient, metadata: { ...metadata, id: 'used' } })
  expect(made.map(({ status, body }) => [status, body?.message])).toEqual(made.map(() => [200, undefined]))
  // What the engine would enter.
  const mints = (id: string) => context.db.updateTable('mints').where('id', '=', id)
  await mints(ids.nft).set({ state: 'succeeded', token_id: 7, tx_hash: '0xabc', completed_at: 1 }).execute()
  await mints('copy').set({ state: 'succeeded', token_id: 8, tx_hash: '0xabc', completed_at: 1 }).execute()
  await context.db.updateTable('collections').set({ state: 'failed' }).where('id', '=', 'failed').execute()
  // What a person turned on, a wallet whose address the table knows, and what was transferred before.
  await updateProject(context.db, api.project.id, { enterprise: true })
  const known = { kind: 'userId', user: 'known', chain: 'polygon', address: userWallet } as const
  await addWallets(context.db, api.project.id, [known], 1)
  for (const route of ['transfer', 'wallets/transfer'])
    await context.db.transaction().execute((tx) =>
      remember(
        tx,
        [
          {
            projectId: api.project.id,
            collectionPk: null,
            route: `POST /api/v1-alpha1/${route}`,
            key: 'taken',
            body: 'another',
            ids: [],
          },
        ],
        1,
      ),
    )
  allowed = (await api.newKey([...scopes])).key
  const [one, copies] = made
  places['the NFT'] = `polygon:${one?.body.onChain.contractAddress}:7`
  places['a copy'] = `polygon:${copies?.body.onChain.contractAddress}:8`
}

/** With a key of more scopes where no usual one may. */
function sentFor(row: Row, other: Partial<Refusal> = {}): Sent {
  const sent = requestOf(row, other, places)
  const key: Record<string, string> = row.scopes.includes('wallets:nfts.transfer') ? { 'x-api-key': allowed } : {}
  return { ...sent, headers: { ...key, ...sent.headers } }
}

async function ask(row: Row, { method, path, body, headers }: Sent): Promise<Answer> {
  if (row.before) await api.call(row.before.method, row.before.path, row.before.body)
  const answer = await api.call(method, path, body, headers)
  note(row, answer.status)
  expectDescribed(row, answer)
  if (answer.status >= 400 || answer.text !== '')
    expect(answer.headers['content-type']).toBe('application/json; charset=utf-8')
  if (answer.status >= 400) {
    expect(answer.body).toMatchObject({
      error: true,
      message: expect.stringMatching(/^\S.*\S$/s),
      code: expect.stringMatching(/^\w+(\.\w+)+$/),
    })
    expect(Object.keys(answer.body).filter((name) => !['error', 'message', 'code', 'details'].includes(name))).toEqual(
      [],
    )
  }
  return answer
}

/** What its headers tell a program stands in the description; of the usual ones (types, security) nothing needs to. */
function expectDescribed(row: Row, { status, headers }: Answer): void {
  const described = operationOf(row)?.headers.get(status) ?? []
  const telling = Object.keys(headers).filter((name) =>
    /^(idempotent-|x-mintdesk-|location$|retry-after$|allow$)/.test(name),
  )
  for (const name of telling) {
    expect([row.route, status, described]).toEqual([row.route, status, expect.arrayContaining([name])])
    told.add(`${row.route} ${name}`)
  }
}

function note({ route }: Row, status: number): void {
  seen.set(route, (seen.get(route) ?? new Set()).add(status))
}

const operationOf = (row: Row) => operations.find(({ method, path }) => row.route === `${method} ${path}`)
const named = ({ body }: Answer): string[] => (body.details ?? []).map(({ path }: { path: string }) => path)

/** The parts of its address that have a form of their own. */
const checkedIds = ({ path = {} }: Row) =>
  Object.keys(path).filter((name) => !['identifier', 'locator', 'actionId'].includes(name))

/** All is well: the status, the documented form, and times as api.md has them. */
function expectWell(row: Row, answer: Answer): void {
  expect([answer.status, answer.status === row.ok ? '' : answer.text]).toEqual([row.ok, ''])
  expect(faultOf(operationOf(row)?.answers.get(row.ok), answer.body)).toBeUndefined()
  for (const [, time] of answer.text.matchAll(/"\w+At":"([^"]*)"/g))
    expect(time).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
}

/** Each segment with every byte percent-encoded. */
const encoded = (path: string) => {
  const [way = '', query] = path.split('?')
  const segments = way
    .split('/')
    .map((segment, at) =>
      at < 3 ? segment : Buffer.from(decodeURIComponent(segment)).toString('hex').replace(/../g, '%$&'),
    )
  return [segments.join('/'), ...(query === undefined ? [] : [query])].join('?')
}
const slashed = (path: string) => path.replace(/(\?|$)/, '/$1')

describe('the table', () => {
  it('has a row for each route that is registered, and no other', () => {
    const routes = operations.map(({ method, path }) => `${method} ${path}`)
    expect([...new Set(table.map(({ route }) => route as string))].sort()).toEqual(routes.sort())
  })
})

describe.each(table.map((row, at): [string, Row] => [`${at} ${row.route}`, row]))('%s', (_name, row) => {
  it('answers in all forms of its address, and overlooks fields that it does not know', async () => {
    const sent = sentFor(row)
    for (const path of [sent.path, slashed(sent.path), encoded(sent.path), slashed(encoded(sent.path))])
      expectWell(row, await ask(row, { ...sent, path }))
    if (row.body) {
      const more = { ...row.body, unknown: { field: [1] }, constructor: 'x', toString: null }
      expectWell(row, await ask(row, { ...sent, body: more }))
      const prototyped = JSON.stringify(row.body).replace('{', '{"__proto__":{"admin":true},')
      expectWell(row, await ask(row, { ...sent, body: prototyped }))
    }
    const query = sent.path.includes('?') ? '&' : '?'
    expectWell(row, await ask(row, { ...sent, path: `${sent.path}${query}unknown=1` }))
  })

  it('asks for a key with its scope', async () => {
    const sent = sentFor(row)
    const asked = async (key: string) => await ask(row, { ...sent, headers: { ...sent.headers, 'x-api-key': key } })
    if (row.scopes.length === 0) return expectWell(row, await asked(''))
    const refusal = row.stranger ?? 403
    for (const [key, code] of [
      ['', 'key.missing'],
      ['sk_practice_abc', 'key.malformed'],
      [`${api.key.slice(0, -1)}${api.key.endsWith('1') ? '2' : '1'}`, 'key.malformed'],
    ] as const)
      expect([(await asked(key)).status, (await asked(key)).body.code]).toEqual([refusal, code])
    for (const scope of row.scopes) expectWell(row, await asked((await api.newKey([scope])).key))
    const others = scopes.filter((scope) => !row.scopes.includes(scope))
    const { id, key } = await api.newKey(others)
    const lacking = await asked(key)
    expect([lacking.status, lacking.body.code]).toEqual([403, 'key.scope'])
    expect(lacking.body.message).toContain(row.scopes[0])
    await revokeKey(api.context.db, api.project.id, id, Date.now())
    const revoked = await asked(key)
    expect([revoked.status, revoked.body.code]).toEqual([403, 'key.revoked'])
  })

  const { fields = [], queryFields = [], body = {} } = row
  if (fields.length > 0)
    it('takes each field in its form alone', async () => {
      const sent = sentFor(row)
      const wrong: string[] = []
      const tryBody = async (given: unknown, { name }: Field, what: string, isWell: boolean) => {
        const answer = await ask(row, { ...sent, body: given })
        const ok = isWell
          ? answer.status === row.ok || answer.status === 422
          : answer.status === 400 && named(answer).some((path) => nested(name, path))
        if (!ok) wrong.push(`${name} ${what}: ${answer.status} ${answer.text}`)
      }
      for (const field of fields) {
        const { name, missing = name } = field
        await tryBody(without(body, name), { ...field, name: missing }, 'missing', field.required !== true)
        await tryBody(withValue(body, field.name, wrongValue(field)), field, 'of a wrong kind', false)
        await tryBody(withValue(body, field.name, null), field, 'null', field.nullable === true)
      }
      expect(wrong).toEqual([])
    })

  if (fields.length + queryFields.length > 1)
    it('names every fault at once', async () => {
      const leaves = fields.filter(
        ({ name }) => !fields.some((other) => other.name !== name && nested(name, other.name)),
      )
      const bad = leaves.reduce<unknown>((given, field) => withValue(given, field.name, wrongValue(field)), body)
      const query = queryFields.map(({ name }) => `${name}=x`).join('&')
      const faulty = { ...(row.body ? { body: bad } : {}), query: query && `?${query}` }
      const forgotten = async (path: Record<string, string>): Promise<string[]> => {
        const answer = await ask(row, sentFor(row, { ...faulty, path }))
        expect(answer.status).toBe(400)
        const paths = named(answer)
        const names = [...Object.keys(path), ...leaves.map(({ name }) => name), ...queryFields.map(({ name }) => name)]
        return names.filter((name) => !paths.some((path) => nested(name, path)))
      }
      expect(await forgotten({})).toEqual([])
      // What metadata has to hold is checked beside its collection, which such an id does not name.
      const beside = await forgotten(Object.fromEntries(checkedIds(row).map((name) => [name, 'a\u0000b'])))
      expect(beside.filter((name) => !/(^|\.)metadata\./.test(name))).toEqual([])
    })

  it('refuses ids that are none', async () => {
    for (const name of checkedIds(row))
      for (const value of ['x'.repeat(256), '№'.repeat(86), 'a\u0000b', 'a\nb']) {
        const answer = await ask(row, sentFor(row, { path: { [name]: value } }))
        expect([answer.status, named(answer)]).toEqual([400, [name]])
      }
  })

  if ((row.refusals ?? []).length > 0)
    it('refuses as api.md has it', async () => {
      for (const refusal of row.refusals ?? []) {
        const { after } = refusal
        // The second time it is answered as it stands.
        for (const replay of after ? [undefined, 'true'] : []) {
          const { headers = {}, body, ...asked } = after ?? { method: '', path: '' }
          const first = await ask(row, { ...asked, body, headers })
          expect([first.status, first.headers['idempotent-replay']]).toEqual([200, replay])
        }
        const answer = await ask(row, sentFor(row, refusal))
        expect([refusal.status, refusal.code, answer.status, answer.body?.code]).toEqual([
          refusal.status,
          refusal.code,
          refusal.status,
          refusal.code,
        ])
      }
    })

  if (row.scopes.length > 0)
    it('counts against the limit of the key', async () => {
      const input = { name: 'bounded', requestsPerMinute: 1 }
      const { key } = await createApiKey(api.context.db, api.project, input, Date.now())
      const sent = sentFor(row, { headers: { 'x-api-key': key } })
      await ask(row, sent)
      const over = await ask(row, sent)
      expect([over.status, over.body.code]).toEqual([429, 'key.limit.requests'])
      expect(Number(over.headers['retry-after'])).toBeGreaterThan(0)
    })

  it('refuses what is no request to it: methods, hosts, bodies, headers', async () => {
    const sent = sentFor(row)
    const [way = ''] = sent.path.split('?')
    const registered = operations.filter(({ path }) => row.route.endsWith(` ${path}`)).map(({ method }) => method)
    for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'].filter(
      (name) => !registered.includes(name),
    )) {
      const other = await ask(row, { method, path: way, body: method === 'GET' ? undefined : {}, headers: {} })
      expect([method, other.status, other.body.code]).toEqual([method, 405, 'request.method'])
      expect(String(other.headers.allow).split(', ')).toEqual(expect.arrayContaining(registered))
    }
    const foreign = await ask(row, { ...sent, headers: { ...sent.headers, host: 'evil.example' } })
    expect([foreign.status, foreign.body.code]).toEqual([421, 'request.host'])
    const page = await ask(row, { ...sent, headers: { ...sent.headers, origin: 'http://evil.example' } })
    expect([page.status, page.body.code]).toEqual([403, 'request.origin'])
    note(row, await bigHeaders(sent))
    expect(seen.get(row.route)).toContain(431)
    if (!row.body) return
    const big = await ask(row, { ...sent, body: 'x'.repeat(10 * 1024 * 1024 + 1) })
    expect([big.status, big.body.code]).toEqual([413, 'request.tooLarge'])
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'application/jsonx']) {
      const plain = await ask(row, { ...sent, headers: { ...sent.headers, 'content-type': type } })
      expect([plain.status, plain.body.code]).toEqual([415, 'request.mediaType'])
    }
    for (const text of ['', '{', 'null', '[]', '"text"', '7']) {
      const broken = await ask(row, { ...sent, body: text })
      expect([text, broken.status]).toEqual([text, 400])
    }
  })
})

/** Over a socket: what is tried here, Node refuses before there is a request. */
function bigHeaders({ method, path }: Sent): Promise<number> {
  return new Promise((resolve, reject) => {
    const sending = httpRequest({
      port,
      host: '127.0.0.1',
      method,
      path,
      headers: { 'x-filler': 'x'.repeat(17 * 1024) },
    })
    sending.once('response', (response) => resolve(response.resume().statusCode ?? 0))
    sending.once('error', reject)
    sending.end()
  })
}

describe('the description', () => {
  it('names headers that are borne, and no other', () => {
    // A replay says what differs only where it does, a list what it lacks only where it does; the first 202 needs a chain, as a wallet of two pages does.
    const elsewhere =
      /(idempotent-mismatch|coverage-note|wallets\/\S+\/nfts x-mintdesk-next|transfer (location|idempotent-replay))$/
    const borne = operations.flatMap(({ method, path, headers }) =>
      [...headers]
        .filter(([status]) => status !== 503)
        .flatMap(([, names]) => names.map((name) => `${method} ${path} ${name}`)),
    )
    expect(borne.filter((name) => !told.has(name) && !elsewhere.test(name))).toEqual([])
  })

  // Shown by locked.test.ts (the vault) and guards.test.ts (too many bodies). Of a 500 the fuzzer looks for one.
  const elsewhere = new Set([500, 503])
  it('documents the statuses that are answered, and no other', () => {
    const differences = operations.flatMap(({ method, path, answers }) => {
      const route = `${method} ${path}`
      const answered = seen.get(route) ?? new Set()
      const onChain = table.some((row) => row.route === route && row.ok === 503)
      return [
        ...[...answers.keys()]
          .filter(
            (status) =>
              !answered.has(status) && !elsewhere.has(status) && !(onChain && (status === 200 || status === 202)),
          )
          .map((status) => `${route} never answered ${status}`),
        ...[...answered].filter((status) => !answers.has(status)).map((status) => `${route} answered ${status}`),
      ]
    })
    expect(differences).toEqual([])
  })
})
