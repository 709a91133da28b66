import { once } from 'node:events'
import { setImmediate } from 'node:timers/promises'
import { Webhook } from 'svix'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { signedHeaders } from '../../src/core/events/webhook-signature.ts'
import { listDeliveries, resendDeliveries } from '../../src/core/store/outbox/webhook-deliveries.ts'
import { findWebhook } from '../../src/core/store/outbox/webhooks.ts'
import { openHooks, openReceiver } from './open-hooks.ts'

const second = 1_000
const minute = 60 * second
const hour = 60 * minute
const day = 24 * hour

let hooks: Awaited<ReturnType<typeof openHooks>>
let receiver: Awaited<ReturnType<typeof openReceiver>>
beforeEach(async () => {
  hooks = await openHooks()
  receiver = await openReceiver(hooks.time.clock)
})
afterEach(async () => {
  await hooks.close()
  await receiver.close()
})

const deliveries = (id: string) => listDeliveries(hooks.db, id, undefined, 200)

describe('what is sent', () => {
  it('is the action with its type, signed as the svix package verifies it', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: hooks.time.clock() })
    const { secret } = await hooks.hook(receiver.url)
    await hooks.end(1)
    await hooks.running.idle()
    const [one] = receiver.received
    new Webhook(secret).verify(one?.body ?? '', one?.headers as Record<string, string>)
    expect(JSON.parse(one?.body ?? '')).toMatchObject({
      type: 'nfts.create.succeeded',
      action: 'nfts.create',
      status: 'succeeded',
      actionId: expect.stringMatching(/^nft-/),
      data: { chain: 'polygon', collection: { id: 'default-polygon' }, token: { id: expect.stringMatching(/^nft-/) } },
      completedAt: '2026-01-01T00:00:00.000Z',
      resource: expect.stringMatching(/^http:\/\/127\.0\.0\.1:3000\/api\/2022-06-09\/actions\/nft-/),
    })
    expect(one?.headers['content-type']).toBe('application/json')
    const other = new Webhook((await hooks.hook(receiver.url)).secret)
    expect(() => other.verify(one?.body ?? '', one?.headers as Record<string, string>)).toThrow()
    vi.useRealTimers()
  })

  it('is signed as in the published example of the signature', () => {
    const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'
    const headers = signedHeaders(
      secret,
      { id: 'msg_p5jXN8AQM9LWM0D4loKWxJek', body: '{"test": 2432232314}' },
      1614265330_000,
    )
    expect(headers['svix-signature']).toBe('v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=')
  })

  it('tells why something failed, as it failed then, though it is tried again meanwhile', async () => {
    await hooks.hook(receiver.url)
    hooks.running.wake = () => {}
    await hooks.end(1, 'failed')
    await hooks.db.updateTable('mints').set({ state: 'open', error_code: null, error_message: null }).execute()
    hooks.reopen()
    await receiver.has(1)
    expect(JSON.parse(receiver.received[0]?.body ?? '')).toMatchObject({
      type: 'nfts.create.failed',
      status: 'failed',
      data: { error: { code: 'mint.reverted', message: 'It was refused.' }, failedAt: '2026-01-01T00:00:00.000Z' },
    })
  })

  it('goes to each webhook that asked for it, and to nobody else', async () => {
    await hooks.hook(`${receiver.url}/all`)
    await hooks.hook(`${receiver.url}/failures`, { events: ['nfts.create.failed', 'nfts.delete.failed'] })
    await hooks.hook(`${receiver.url}/off`, { disabledAt: 1 })
    await hooks.end(1)
    await hooks.end(1, 'failed')
    await hooks.running.idle()
    expect(receiver.received.map(({ path }) => path).sort()).toEqual(['/hook/all', '/hook/all', '/hook/failures'])
    // One message, whoever is told.
    expect(new Set(receiver.received.map(({ headers }) => headers['svix-id'])).size).toBe(2)
  })
})

describe('what is not told', () => {
  it('is what a person cancels, what is read back from a chain, and what ended before the webhook was made', async () => {
    await hooks.end(1)
    const { id } = await hooks.hook(receiver.url)
    const mints = hooks.db.updateTable('mints')
    await mints.set({ state: 'cancelled', token_id: null }).execute()
    const { pk: _pk, ...row } = await hooks.db.selectFrom('mints').selectAll().executeTakeFirstOrThrow()
    const back = { ...row, id: 'back', action_id: 'back', state: 'succeeded' as const, token_id: 9, recovered: 1 }
    await hooks.db.insertInto('mints').values(back).execute()
    hooks.running.wake()
    await hooks.running.idle()
    expect(await deliveries(id)).toEqual([])
    // Found on the chain after all: that is its end.
    await mints.set({ state: 'succeeded', token_id: 1 }).where('state', '=', 'cancelled').execute()
    hooks.running.wake()
    await hooks.running.idle()
    expect(await deliveries(id)).toMatchObject([{ type: 'nfts.create.succeeded', state: 'delivered' }])
  })
})

describe('what is not taken', () => {
  it('is tried after 5 s, 5 min, 30 min, 2 h, 5 h, 10 h and 10 h under the same id, then given up until it is resent', async () => {
    receiver.answer = (response) => response.writeHead(500).end()
    const { id } = await hooks.hook(receiver.url)
    await hooks.end(1)
    await hooks.forward(3 * day)
    const times = receiver.received.map(({ at }) => at - (receiver.received[0]?.at ?? 0))
    const waits = [0, 5 * second, 5 * minute, 30 * minute, 2 * hour, 5 * hour, 10 * hour, 10 * hour]
    expect(times).toEqual(waits.map((_, n) => waits.slice(0, n + 1).reduce((sum, wait) => sum + wait, 0)))
    expect(new Set(receiver.received.map(({ headers }) => headers['svix-id'])).size).toBe(1)
    expect(new Set(receiver.received.map(({ headers }) => headers['svix-timestamp'])).size).toBe(8)
    expect(await deliveries(id)).toMatchObject([
      {
        state: 'failed',
        attempts: 8,
        last_status: 500,
        last_error: 'It answered 500; only 2xx says that it was taken.',
      },
    ])
    receiver.answer = (response) => response.writeHead(200).end('thanks')
    expect(await resendDeliveries(hooks.db, id, undefined, hooks.time.clock())).toBe(1)
    hooks.running.look(id)
    await hooks.running.idle()
    expect(receiver.received).toHaveLength(9)
    expect(receiver.received[8]?.headers['svix-id']).toBe(receiver.received[0]?.headers['svix-id'])
    expect(await deliveries(id)).toMatchObject([{ state: 'delivered', attempts: 1 }])
  })

  it('has 15 seconds to be answered, and holds up nobody else', async () => {
    const quick = await openReceiver(hooks.time.clock)
    receiver.answer = () => {}
    const slow = await hooks.hook(receiver.url)
    await hooks.hook(quick.url)
    await hooks.end(30)
    await quick.has(30)
    expect(receiver.received.length).toBeLessThanOrEqual(8)
    await receiver.has(8)
    // Not before the time is over.
    hooks.time.next(15 * second - 1)
    expect((await deliveries(slow.id)).every(({ attempts }) => attempts === 0)).toBe(true)
    hooks.time.next(1)
    await expect
      .poll(async () => (await deliveries(slow.id)).find(({ attempts }) => attempts === 1))
      .toMatchObject({ last_error: 'It did not answer within 15 seconds.', last_status: null, state: 'waiting' })
    await quick.close()
  })

  it('is turned off after five days without one success, with what waits', async () => {
    receiver.answer = (response) => response.writeHead(410).end()
    const { id } = await hooks.hook(receiver.url)
    for (let n = 0; n < 5; n++) {
      await hooks.end(1)
      await hooks.forward(day)
      expect(hooks.turnedOff).toEqual([])
    }
    await hooks.end(1)
    await hooks.running.idle()
    expect(hooks.turnedOff).toEqual([id])
    expect((await findWebhook(hooks.db, id))?.disabledAt).toBe(hooks.time.clock())
    expect((await deliveries(id)).filter(({ state }) => state === 'waiting')).toEqual([])
    const before = receiver.received.length
    await hooks.end(1)
    await hooks.forward(day)
    expect(receiver.received).toHaveLength(before)
  })

  it('counts from the last success', async () => {
    receiver.answer = (response, { at }) => response.writeHead(at % (3 * day) < day ? 200 : 500).end()
    await hooks.hook(receiver.url)
    for (let n = 0; n < 12; n++) {
      await hooks.end(1)
      await hooks.forward(day)
    }
    expect(hooks.turnedOff).toEqual([])
  })

  it('counts anew where nothing was sent for more than a day: what failed long ago turns nothing off', async () => {
    let status = 500
    receiver.answer = (response) => response.writeHead(status).end()
    const { id } = await hooks.hook(receiver.url)
    await hooks.end(1)
    await hooks.forward(10 * day)
    expect(await deliveries(id)).toMatchObject([{ state: 'failed', attempts: 8 }])
    await hooks.end(1)
    await hooks.running.idle()
    expect(hooks.turnedOff).toEqual([])
    status = 200
    await hooks.forward(day)
    expect((await deliveries(id)).map(({ state }) => state).sort()).toEqual(['delivered', 'failed'])
  })

  it('is tried from the beginning where it was resent while its last attempt was on its way, which failed', async () => {
    receiver.answer = (response) => response.writeHead(500).end()
    const { id } = await hooks.hook(receiver.url)
    await hooks.end(1)
    await hooks.forward(20 * hour)
    expect(receiver.received).toHaveLength(7)
    let refuse: () => void = () => undefined
    receiver.answer = (response) => {
      refuse = () => response.writeHead(500).end()
    }
    const going = hooks.forward(10 * hour)
    await receiver.has(8)
    const message = String(receiver.received[0]?.headers['svix-id'])
    expect(await resendDeliveries(hooks.db, id, message, hooks.time.clock())).toBe(1)
    receiver.answer = (response) => response.writeHead(200).end()
    refuse()
    await going
    expect(await deliveries(id)).toMatchObject([{ state: 'delivered', attempts: 1 }])
  })
})

describe('a crash', () => {
  it('loses nothing and invents nothing: what was under way comes again under its id, what was taken does not', async () => {
    receiver.answer = (response, { path }) => {
      if (path.endsWith('/taken')) response.writeHead(204).end()
    }
    await hooks.hook(`${receiver.url}/taken`)
    await hooks.hook(`${receiver.url}/hangs`)
    await hooks.end(1)
    await receiver.has(2)
    await expect.poll(async () => (await deliveries('hook-0'))[0]?.state).toBe('delivered')
    // Ended while no process was there to tell.
    const { running } = hooks
    hooks.running = { ...running, wake: () => {} }
    await hooks.end(1)
    receiver.answer = (response) => response.writeHead(204).end()
    hooks.reopen()
    await hooks.running.idle()
    const ids = receiver.received.map(({ path, headers }) => `${path.slice(6)} ${headers['svix-id']}`)
    const [first = '', second = ''] = [...new Set(receiver.received.map(({ headers }) => String(headers['svix-id'])))]
    expect(ids.sort()).toEqual(
      [`hangs ${first}`, `hangs ${first}`, `hangs ${second}`, `taken ${first}`, `taken ${second}`].sort(),
    )
    await running.close()
  })

  it('and the end of the core are no attempt: what was on its way is sent at the next start', async () => {
    receiver.answer = () => {}
    const { id } = await hooks.hook(receiver.url)
    await hooks.end(1)
    await receiver.has(1)
    await hooks.running.close()
    expect(await deliveries(id)).toMatchObject([{ state: 'waiting', attempts: 0, last_error: null }])
    receiver.answer = (response) => response.writeHead(204).end()
    hooks.reopen()
    await receiver.has(2)
    expect(receiver.received[1]?.headers['svix-id']).toBe(receiver.received[0]?.headers['svix-id'])
  })

  it('in the transaction that ends a mint leaves neither', async () => {
    await hooks.hook(receiver.url)
    await hooks.end(1)
    await hooks.running.idle()
    await expect(
      hooks.db.transaction().execute(async (tx) => {
        await tx.updateTable('mints').set({ state: 'failed', token_id: null }).execute()
        expect(await tx.selectFrom('ended_actions').selectAll().execute()).toHaveLength(1)
        throw new Error('killed')
      }),
    ).rejects.toThrow('killed')
    expect(await hooks.db.selectFrom('ended_actions').selectAll().execute()).toEqual([])
  })
})

describe('targets', () => {
  it('are not left for a redirect', async () => {
    const elsewhere = await openReceiver(hooks.time.clock)
    receiver.answer = (response) => response.writeHead(302, { location: elsewhere.url }).end()
    const { id } = await hooks.hook(receiver.url)
    await hooks.end(1)
    await hooks.running.idle()
    expect(elsewhere.received).toEqual([])
    expect((await deliveries(id))[0]?.last_error).toMatch(/^It answered 302, a redirect, which is not followed/)
    await elsewhere.close()
  })

  it.each([
    ['10.1.2.3', false, /make the webhook again and allow that/],
    ['169.254.169.254', true, /^Its name leads to an address that no webhook may lead to/],
  ])('whose name leads to %s are refused (private allowed: %s)', async (address, allowPrivate, reason) => {
    await hooks.close()
    hooks = await openHooks({ lookup: (_name, _options, callback) => callback(null, [{ address, family: 4 }]) })
    const { id } = await hooks.hook('http://inside.example/hook', { allowPrivate })
    await hooks.end(1)
    await hooks.running.idle()
    expect((await deliveries(id))[0]?.last_error).toMatch(reason)
  })

  it('on this machine are let in by name and by IPv6', async () => {
    const { id } = await hooks.hook(`http://localhost:${receiver.port}/hook`)
    await hooks.end(1)
    await hooks.running.idle()
    expect((await deliveries(id))[0]?.state).toBe('delivered')
  })
})

it('many are sent a few at a time, each once, and old ones are forgotten', async () => {
  let open = 0
  let most = 0
  receiver.answer = (response) => {
    most = Math.max(most, ++open)
    response.writeHead(204).end()
    void once(response, 'close').then(() => open--)
  }
  const { id } = await hooks.hook(receiver.url)
  await hooks.end(700)
  // What else the core does gets a turn after every hundred.
  let turns = 0
  while ((await hooks.db.selectFrom('ended_actions').select('seq').limit(1).execute()).length > 0) {
    await setImmediate()
    turns++
  }
  expect(turns).toBeGreaterThanOrEqual(6)
  await hooks.running.idle()
  expect(most).toBeLessThanOrEqual(8)
  expect(new Set(receiver.received.map(({ headers }) => headers['svix-id'])).size).toBe(700)
  expect(receiver.received).toHaveLength(700)
  expect((await deliveries(id)).every(({ state }) => state === 'delivered')).toBe(true)
  await hooks.forward(31 * day)
  expect(await deliveries(id)).toEqual([])
  expect(await hooks.db.selectFrom('webhook_messages').selectAll().execute()).toEqual([])
})
