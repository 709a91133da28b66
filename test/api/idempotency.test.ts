import { open } from 'node:fs/promises'
import { connect } from 'node:net'
import { devNull } from 'node:os'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createProject } from '../../src/core/store/installation/projects.ts'
import { badge, type OpenApi, openApi, polygonAddress } from './open-api.ts'

const base = '/api/2022-06-09'
const nfts = `${base}/collections/default/nfts`
const mint = { recipient: `polygon:${polygonAddress}`, metadata: badge }

let api: OpenApi
let url: string
beforeEach(async () => {
  api = await openApi()
  url = await api.app.listen({ port: 0, host: '127.0.0.1' })
  // The address of its contract is worked out once.
  await api.call('GET', `${base}/collections/default`)
})
afterEach(() => api.close())

const stored = () => api.context.db.selectFrom('mints').selectAll().orderBy('pk').execute()

interface Told {
  status: number
  replay: string | null
  body: { id: string; code?: string; templateId?: string; actionId?: string }
}

/** Over a socket of its own, as each of many programs would. */
async function send(method: string, path: string, body: unknown, headers: Record<string, string> = {}): Promise<Told> {
  const answer = await fetch(`${url}${path}`, {
    method,
    headers: { 'x-api-key': api.key, 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  })
  return { status: answer.status, replay: answer.headers.get('idempotent-replay'), body: await answer.json() }
}

const atOnce = (make: (n: number) => Promise<Told>, crowd = 40) =>
  Promise.all(Array.from({ length: crowd }, (_, n) => make(n)))

/** All were answered the same, one of them as the first. */
function expectOne(answers: Told[], idOf: (told: Told) => string | undefined = ({ body }) => body.id): void {
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
  expect(new Set(answers.map(idOf)).size).toBe(1)
  expect(answers.filter(({ replay }) => replay === null)).toHaveLength(1)
}

// Seconds on quiet cores.
describe('same requests at the same time', () => {
  it.each([
    ['PUT by id', 'PUT', `${nfts}/order-17`, {}],
    ['Idempotency-Key', 'POST', nfts, { 'idempotency-key': 'order-17' }],
    ['x-idempotency-key', 'POST', nfts, { 'x-idempotency-key': 'order-17' }],
  ])('make one mint, two hundred of them: %s', async (_name, method, path, headers) => {
    expectOne(await atOnce(() => send(method, path, mint, headers), 200))
    expect(await stored()).toHaveLength(1)
  })

  it('are answered when the disk has the one, however late', async () => {
    const probe = await open(devNull)
    const handles = Object.getPrototypeOf(probe) as { datasync(): Promise<void> }
    await probe.close()
    let goOn: () => void = () => {}
    const gate = new Promise<void>((resolve) => {
      goOn = resolve
    })
    const disk = vi.spyOn(handles, 'datasync').mockImplementation(() => gate)
    try {
      const answers: Told[] = []
      const one = async () => answers.push(await send('PUT', `${nfts}/order-17`, mint))
      const first = one()
      await expect.poll(stored).toHaveLength(1)
      // The repeat has been read when something that was asked for after it is answered.
      const repeat = one()
      await expect.poll(async () => (await send('GET', `${nfts}/order-17`, undefined)).status).toBe(200)
      expect(answers).toEqual([])
      goOn()
      await Promise.all([first, repeat])
      expectOne(answers)
    } finally {
      disk.mockRestore()
    }
  })

  it('make one batch', async () => {
    const batch = { nfts: [mint, { ...mint, id: 'b' }] }
    const answers = await atOnce(() => send('POST', nfts, batch, { 'idempotency-key': 'b' }))
    expectOne(answers, ({ body }) => JSON.stringify(body))
    expect(await stored()).toHaveLength(2)
  })

  it('make one collection, one template, and copies once', async () => {
    const key = { 'idempotency-key': 'k' }
    const input = { chain: 'polygon', metadata: { name: 'C' }, fungibility: 'semi-fungible' }
    expectOne(await atOnce(() => send('POST', `${base}/collections`, input, key)))
    expectOne(await atOnce(() => send('PUT', `${base}/collections/copies`, input)))
    const copies = `${base}/collections/copies`
    const template = await atOnce(() => send('POST', `${copies}/templates`, { metadata: badge }, key))
    expectOne(template, ({ body }) => body.templateId)
    const sft = { templateId: template[0]?.body.templateId, recipient: mint.recipient, amount: 3 }
    expectOne(await atOnce(() => send('POST', `${copies}/sfts`, sft, key)), ({ body }) => body.actionId)
    expect(await stored()).toMatchObject([{ amount: 3 }])
  })

  it('of two kinds under one key: one kind is made once, the other is 409', async () => {
    const other = { ...mint, recipient: 'email:ada@example.com' }
    const answers = await atOnce((n) => send('POST', nfts, n % 2 ? mint : other, { 'idempotency-key': 'k' }))
    expectOne(answers.filter(({ status }) => status === 200))
    const refused = answers.filter(({ status }) => status !== 200)
    expect(refused).toHaveLength(20)
    expect(new Set(refused.map(({ status, body }) => `${status} ${body.code}`))).toEqual(
      new Set(['409 idempotency.conflict']),
    )
    expect(await stored()).toHaveLength(1)
  })
})

describe('an idempotency key', () => {
  const key = { 'idempotency-key': 'k' }

  it('counts within project, method and path, whatever the slash and the encoding', async () => {
    const first = await send('POST', nfts, mint, key)
    expect((await send('POST', `${nfts}/`, mint, key)).body.id).toBe(first.body.id)
    expect((await send('POST', nfts.replace('default', '%64efault'), mint, key)).body.id).toBe(first.body.id)
    await send('PUT', `${base}/collections/other`, { chain: 'polygon', metadata: { name: 'O' } })
    const elsewhere = await send('POST', `${base}/collections/other/nfts`, mint, key)
    const project = await createProject(api.context.db, { name: 'Other', kind: 'practice' }, Date.now())
    const theirs = await send('POST', nfts, mint, { ...key, 'x-api-key': (await api.newKey(undefined, project)).key })
    for (const { status, replay, body } of [elsewhere, theirs]) {
      expect([status, replay]).toEqual([200, null])
      expect(body.id).not.toBe(first.body.id)
    }
    // PUT has its own id, and takes no notice of the key.
    expect((await send('PUT', `${nfts}/own`, { ...mint, reuploadLinkedFiles: false }, key)).status).toBe(200)
    expect(await stored()).toHaveLength(4)
  })

  it('is the one that either header names; where both name one, it is the same', async () => {
    const first = await send('POST', nfts, mint, { 'x-idempotency-key': 'k' })
    const same = await send('POST', nfts, mint, { ...key, 'x-idempotency-key': 'k' })
    expect([same.replay, same.body.id]).toEqual(['true', first.body.id])
    const differing = await send('POST', nfts, mint, { ...key, 'x-idempotency-key': 'another' })
    const long = await send('POST', nfts, mint, { 'idempotency-key': 'k'.repeat(256) })
    for (const { status, body } of [differing, long])
      expect([status, body]).toMatchObject([400, { details: [{ path: 'Idempotency-Key' }] }])
    expect(await stored()).toHaveLength(1)
  })

  it('is for one body, however that is written', async () => {
    await send('POST', nfts, mint, key)
    const same = { metadata: { image: badge.image, name: badge.name }, recipient: mint.recipient }
    expect((await send('POST', nfts, same, key)).replay).toBe('true')
    for (const other of [{ ...mint, compressed: true }, { nfts: [mint] }])
      expect((await send('POST', nfts, other, key)).body.code).toBe('idempotency.conflict')
    expect((await send('POST', nfts, { ...mint, recipient: 'nobody' }, key)).status).toBe(400)
  })

  it('answers the NFT as it now stands, whatever became of collection and limits since, and for as long as it is there', async () => {
    const sent = await send('POST', nfts, mint, key)
    const byId = await send('PUT', `${nfts}/own`, mint)
    const { db } = api.context
    await db
      .updateTable('mints')
      .set({ state: 'succeeded', token_id: 7, tx_hash: '0xabc', completed_at: 1 })
      .where('id', '=', sent.body.id)
      .execute()
    await db
      .updateTable('mints')
      .set({ state: 'failed', error_code: 'x', completed_at: 1 })
      .where('id', '=', 'own')
      .execute()
    await db.updateTable('idempotency').set({ created_at: 0 }).execute()
    await db.updateTable('collections').set({ state: 'failed', halted: 'Halted.', supply_limit: 1 }).execute()
    expect((await send('POST', nfts, { ...mint, compressed: true })).status).toBe(422)
    expect(await send('POST', nfts, mint, key)).toMatchObject({
      status: 200,
      replay: 'true',
      body: { id: sent.body.id, onChain: { status: 'success', tokenId: '7' } },
    })
    expect(await send('PUT', `${nfts}/own`, mint)).toMatchObject({
      status: 200,
      replay: 'true',
      body: { id: byId.body.id, onChain: { status: 'failed' } },
    })
    expect(await stored()).toHaveLength(2)
  })

  it('finds what was made for one who went away before the answer', async () => {
    const body = JSON.stringify(mint)
    const { hostname, port } = new URL(url)
    const socket = connect(Number(port), hostname)
    socket.write(
      `POST ${nfts} HTTP/1.1\r\nHost: ${hostname}:${port}\r\nX-API-KEY: ${api.key}\r\nIdempotency-Key: k\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
    )
    // A request of which the API has not read all would be nothing to find.
    await expect.poll(stored).toHaveLength(1)
    socket.destroy()
    const again = await send('POST', nfts, mint, key)
    expect([again.status, again.replay, again.body.id]).toEqual([200, 'true', (await stored())[0]?.id])
  })
})
