import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { get, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Fastify, { type FastifyInstance } from 'fastify'
import { pino } from 'pino'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { eventRoutes } from '../../../src/core/api/app/event-routes.ts'
import type { Caller } from '../../../src/core/api/http/auth.ts'
import { type Hub, openHub } from '../../../src/core/events/hub.ts'
import { firstProject } from '../../../src/core/store/installation/projects.ts'
import type { StoredSession } from '../../../src/core/store/installation/sessions.ts'
import type { OpenStore } from '../../../src/core/store/sqlite/open.ts'
import type { Project, Role } from '../../../src/shared/app-api.ts'
import { openFreshStore } from '../../store/fresh-store.ts'

const log = pino({ level: 'silent' })
let dir: string
let store: OpenStore
let project: Project
let hub: Hub
let app: FastifyInstance
/** Who asks, as it was found when the request was let in; and the session as it is now. */
let caller: Caller | undefined
let session: StoredSession | undefined

beforeEach(async () => {
  caller = undefined
  dir = await mkdtemp(join(tmpdir(), 'mintdesk-stream-'))
  store = await openFreshStore(join(dir, 'mintdesk.db'))
  project = await firstProject(store.db, 1)
  await start()
})
afterEach(async () => {
  await app.close()
  await hub.close()
  await store.close()
  await rm(dir, { recursive: true, force: true })
})

/** As a core that begins; numbers go on where the last one's were. */
async function start(): Promise<void> {
  hub = await openHub(store.db, Date.now, log)
  app = Fastify({ forceCloseConnections: true })
  app.addHook('onRequest', async (request) => {
    if (caller) request.caller = caller
  })
  await app.register(
    eventRoutes(
      { events: hub, sessions: { onEnded: () => () => undefined, current: async () => session }, clock: Date.now },
      () => project,
    ),
  )
  await app.listen({ port: 0, host: '127.0.0.1' })
}

let made = 0
function happen(count: number): number[] {
  return Array.from({ length: count }, () => {
    hub.publish(project.id, { type: 'action', kind: 'nfts.create.succeeded', action: { n: ++made } })
    return made
  })
}

/** A reader of the stream, until it goes away. */
async function read(lastId?: string) {
  const { port } = app.server.address() as AddressInfo
  const request = get({
    host: '127.0.0.1',
    port,
    path: '/events',
    headers: lastId === undefined ? {} : { 'last-event-id': lastId },
  })
  const [response] = (await once(request, 'response')) as [IncomingMessage]
  let text = ''
  const ended = new Promise<void>((done) => response.once('close', done))
  response.setEncoding('utf8')
  response.on('data', (piece: string) => {
    text += piece
  })
  const events = () =>
    text
      .split('\n\n')
      .slice(0, -1)
      .filter((one) => one.startsWith('id: '))
  return {
    /** What came, each by its number; `reset` as itself. */
    seen: () => events().map((one) => Number(/"n":(\d+)/.exec(one)?.[1] ?? Number.NaN)),
    lastId: () => /^id: (\d+)/.exec(events().at(-1) ?? '')?.[1],
    async has(count: number): Promise<void> {
      while (events().length < count) await once(response, 'data')
    },
    text: () => text,
    ended,
    leave: () => request.destroy(),
  }
}

it('goes on exactly where its reader broke off, however often', async () => {
  const first = await read()
  await first.has(1)
  const all = happen(40)
  await first.has(41)
  expect(first.seen()).toEqual([Number.NaN, ...all])
  let { lastId } = first
  const got: number[] = []
  for (let n = 0; n < 5; n++) {
    first.leave()
    const away = happen(7)
    const next = await read(lastId())
    await next.has(away.length)
    got.push(...next.seen())
    expect(next.seen()).toEqual(away)
    lastId = next.lastId
    next.leave()
  }
  expect(got).toHaveLength(35)
})

it('tells a reader of an earlier start everything that ended meanwhile, each once and in order', async () => {
  const reader = await read()
  await reader.has(1)
  happen(3)
  await reader.has(4)
  const lastId = reader.lastId()
  reader.leave()
  // More than a page, more than is kept in memory.
  const missed = happen(4_500)
  await app.close()
  await hub.close()
  await start()
  const later = await read(lastId)
  await later.has(1)
  const live = happen(5)
  await later.has(1 + missed.length + live.length)
  expect(later.seen()).toEqual([Number.NaN, ...missed, ...live])
})

it('tells a reader that was away too long for the memory the same way, within one start', async () => {
  const reader = await read()
  await reader.has(1)
  happen(1)
  await reader.has(2)
  const lastId = reader.lastId()
  reader.leave()
  const missed = happen(4_500)
  const later = await read(lastId)
  await later.has(1 + missed.length)
  expect(later.seen()).toEqual([Number.NaN, ...missed])
})

function signIn(role: Role): void {
  session = { id: 's', endsAt: null, person: { id: 'p', name: 'vera', role } }
  caller = { project, scopes: new Set(), via: 'window', person: session.person, session: 's' }
}

it.each([
  ['viewer', 'An admin sees why.'],
  ['minter', 'An admin sees why.'],
  ['admin', '/mnt/s3cret is full.'],
] as const)('tells a %s of a backup that failed: %s', async (role, notice) => {
  signIn(role)
  const reader = await read()
  await reader.has(1)
  hub.publish(project.id, { type: 'backup', notice: '/mnt/s3cret is full.' })
  await reader.has(2)
  expect(reader.text()).toContain(JSON.stringify({ type: 'backup', notice }))
  expect(reader.text().includes('s3cret')).toBe(role === 'admin')
  reader.leave()
})

it('ends at once, and tells nothing, where the role was changed or the session ended while it was begun', async () => {
  for (const now of ['viewer', null] as const) {
    signIn('admin')
    session = now === null ? undefined : { id: 's', endsAt: null, person: { id: 'p', name: 'vera', role: now } }
    const reader = await read()
    await reader.ended
    expect(reader.text()).toBe('')
  }
})
