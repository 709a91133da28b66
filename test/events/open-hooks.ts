/** Webhooks over a real database and real servers, on a clock that only tests move. */
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { pino } from 'pino'
import { composeEnded } from '../../src/core/api/resources/actions/ended-actions.ts'
import { openWebhookSender } from '../../src/core/events/webhook-sender.ts'
import { newWebhookSecret } from '../../src/core/events/webhook-signature.ts'
import { openWebhooks, type Webhooks } from '../../src/core/events/webhooks.ts'
import type { AllowedHost, Lookup } from '../../src/core/metadata/addresses.ts'
import { collectionByPk, findCollection } from '../../src/core/store/collections/collections.ts'
import { firstProject } from '../../src/core/store/installation/projects.ts'
import { enqueueMints } from '../../src/core/store/journal/mints.ts'
import { addWebhook, type StoredWebhook } from '../../src/core/store/outbox/webhooks.ts'
import { polygonAddress } from '../api/open-api.ts'
import { openFreshStore } from '../store/fresh-store.ts'

export const log = pino({ level: 'silent' })

/** A clock that stands until it is moved; what is to ring by then has rung when `forward` is over. */
export function standingClock(start = Date.UTC(2026, 0, 1)) {
  let now = start
  const alarms = new Set<{ at: number; call: () => void }>()
  return {
    clock: () => now,
    alarm(milliseconds: number, call: () => void) {
      const one = { at: now + milliseconds, call }
      alarms.add(one)
      return () => void alarms.delete(one)
    },
    /** Moves on to the next alarm within `milliseconds`, or by so much. @returns what is left of it */
    next(milliseconds: number): number {
      const end = now + milliseconds
      const due = [...alarms].filter(({ at }) => at <= end).sort((a, b) => a.at - b.at)
      const at = due[0]?.at ?? end
      now = Math.max(now, at)
      for (const one of due)
        if (one.at <= now) {
          alarms.delete(one)
          one.call()
        }
      return end - now
    },
  }
}

export interface Received {
  path: string
  headers: IncomingHttpHeaders
  body: string
  /** When, by the test's clock. */
  at: number
}

/** A server that takes webhooks; `answer` says how. */
export async function openReceiver(
  clock: () => number,
  answer: (response: ServerResponse, received: Received) => void = (response) => response.writeHead(204).end(),
) {
  const received: Received[] = []
  const server = createServer((request, response) => {
    let body = ''
    request.setEncoding('utf8')
    request.on('data', (text: string) => {
      body += text
    })
    request.on('end', () => {
      const one = { path: request.url ?? '', headers: request.headers, body, at: clock() }
      received.push(one)
      server.emit('taken')
      receiver.answer(response, one)
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const receiver = {
    url: `http://127.0.0.1:${port}/hook`,
    port,
    received,
    answer,
    /** Waits until so many have come. */
    async has(count: number): Promise<void> {
      while (received.length < count) await once(server, 'taken')
    },
    async close(): Promise<void> {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
  return receiver
}

export async function openHooks(options: { allowedHosts?: AllowedHost[]; lookup?: Lookup } = {}) {
  const dir = await mkdtemp(join(tmpdir(), 'mintdesk-hooks-'))
  const store = await openFreshStore(join(dir, 'mintdesk.db'))
  const { db } = store
  const time = standingClock()
  const project = await firstProject(db, time.clock())
  const collection = await findCollection(db, project.id, 'default-polygon')
  if (!collection) throw new Error('no default collection')
  const turnedOff: string[] = []
  let made = 0
  const { allowedHosts = [], lookup } = options
  const open = (): Webhooks =>
    openWebhooks({
      db,
      ...time,
      sender: openWebhookSender({ allowedHosts, version: 'test', ...(lookup ? { lookup } : {}) }),
      compose: (ended) => composeEnded(db, ended, 'http://127.0.0.1:3000'),
      onChange: ({ id, turnedOff: off }) => off && turnedOff.push(id),
      log,
    })
  const hooks = {
    db,
    project,
    time,
    /** Webhooks that were turned off. */
    turnedOff,
    running: open(),
    /** As after a crash: another one on the same database, the first is not asked. */
    reopen(): void {
      hooks.running = open()
      hooks.running.start()
    },
    async hook(url: string, more: Partial<StoredWebhook> = {}): Promise<StoredWebhook> {
      const webhook: StoredWebhook = {
        id: `hook-${made++}`,
        projectId: project.id,
        url,
        events: [],
        secret: newWebhookSecret(),
        allowPrivate: false,
        createdAt: time.clock(),
        failingSince: null,
        disabledAt: null,
        ...more,
      }
      await addWebhook(db, webhook)
      return webhook
    },
    /** Mints that end so, as the engine writes it. */
    async end(count: number, state: 'succeeded' | 'failed' = 'succeeded'): Promise<void> {
      const drafts = Array.from({ length: count }, () => ({
        id: `nft-${made++}`,
        recipient: `polygon:${polygonAddress}`,
        address: polygonAddress,
        metadata: { uri: 'https://example.com/1.json' },
        reupload: false,
        contentHash: Buffer.alloc(32),
      }))
      await db
        .transaction()
        .execute(async (tx) => enqueueMints(tx, await collectionByPk(tx, collection.pk), drafts, { now: time.clock() }))
      await db
        .updateTable('mints')
        .set({
          state,
          completed_at: time.clock(),
          ...(state === 'failed'
            ? { error_code: 'mint.reverted', error_message: 'It was refused.' }
            : { token_id: sql<number>`pk` }),
        })
        .where('state', '=', 'open')
        .execute()
      hooks.running.wake()
    },
    /** Moves the clock; everything that is due meanwhile is done, one moment after the other. */
    async forward(milliseconds: number): Promise<void> {
      let left = milliseconds
      for (;;) {
        await hooks.running.idle()
        if (left <= 0) return
        left = time.next(left)
      }
    },
    async close(): Promise<void> {
      await hooks.running.close()
      await store.close()
      await rm(dir, { recursive: true, force: true })
    },
  }
  hooks.running.start()
  return hooks
}
