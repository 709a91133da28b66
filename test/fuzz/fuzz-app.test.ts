import { join } from 'node:path'
import { Writable } from 'node:stream'
import fc from 'fast-check'
import { pino } from 'pino'
import { expect, it } from 'vitest'
import { z } from 'zod'
import { openStore } from '../../src/core/store/sqlite/open.ts'
import { apiError, appState } from '../../src/shared/app-api.ts'
import { type AppRoute, listAppRoutes } from '../api/app-routes.ts'
import { openApi } from '../api/open-api.ts'
import { callerOf, windowOf, withCore, withFolder } from '../core/trial-core.ts'
import { anyJson, brokenJson, hostileText, mutated } from './hostile.ts'
import { fromSchema } from './schema-json.ts'

/** Asked for what is well-formed, these go out to the world, start networks or never end; others' tests have them. */
const outside = new Set([
  'GET /app/events',
  'DELETE /app/session',
  'DELETE /app/sessions',
  'POST /app/networks/solana/programs',
  'POST /app/practice/:chain/reset',
  'POST /app/practice/:chain/fund',
  'POST /app/recovery',
  'PUT /app/providers/:scope',
])

const encoded = (text: string): string => encodeURIComponent(text.replace(/\p{Surrogate}/gu, '').slice(0, 2_000))

/** Requests to a route: of its form, of nearly its form, and of none. @param there what an address may name that is there */
function requestsTo({ method, path, body, query }: AppRoute, there: readonly string[]) {
  const parts = path
    .split('/')
    .map((part) =>
      part.startsWith(':')
        ? fc.oneof(
            hostileText.filter((text) => !['', '.', '..'].includes(text)).map(encoded),
            fc.constantFrom(...there),
          )
        : fc.constant(part),
    )
  const names = query instanceof z.ZodObject ? Object.keys(query.shape) : ['x']
  const pair = fc.tuple(fc.constantFrom(...names), hostileText).map(([name, value]) => `${name}=${encoded(value)}`)
  const ofForm = body && fromSchema(z.toJSONSchema(body, { io: 'input', unrepresentable: 'any' }) as never)
  const json = fc.oneof(
    ...(ofForm ? [ofForm.map((value) => JSON.stringify(value)), ofForm.chain(mutated)] : []),
    anyJson,
    brokenJson,
  )
  return fc.record({
    method: fc.constant(method),
    path: fc
      .tuple(fc.tuple(...parts), fc.array(pair, { maxLength: 2 }))
      .map(([all, pairs]) => `${all.join('/')}${pairs.length > 0 ? `?${pairs.join('&')}` : ''}`),
    body: method === 'GET' ? fc.constant(undefined) : json,
  })
}

// `/app` is the window's alone, yet whoever writes a script against it must find the same server.
it(
  'hostile requests to every route of the window never get a 500, an answer that is no JSON, or a hang',
  {
    timeout: 120_000,
  },
  () =>
    withFolder(async (folder) => {
      const api = await openApi()
      const routes = (await listAppRoutes(api)).filter(({ method, path }) => !outside.has(`${method} ${path}`))
      await api.close()
      const logged: string[] = []
      const log = pino(
        { level: 'error' },
        new Writable({ write: (line, _encoding, done) => done(void logged.push(String(line))) }),
      )
      const trial = { vaultCost: { N: 1_024, r: 8, p: 1 }, anvilPath: join(folder, 'no-anvil') }
      const statuses = new Map<number, number>()
      await withCore(
        folder,
        async (core) => {
          const { token } = await windowOf(core)
          const ask = callerOf(core.url, { authorization: `Bearer ${token}`, 'content-type': 'application/json' })
          const { id: hook } = (await ask('POST', '/app/webhooks', { url: 'http://127.0.0.1:9/' })).json
          const { id: key } = (await ask('POST', '/app/keys', { name: 'till' })).json
          const { projects } = appState.parse((await ask('GET', '/app/state')).json)
          const ids = [hook, key, projects[0]?.id].filter((id) => typeof id === 'string')
          const there = ['polygon', 'base', 'default-polygon', ...ids]
          const request = fc.constantFrom(...routes).chain((route) => requestsTo(route, there))
          await fc.assert(
            fc.asyncProperty(request, async ({ method, path, body }) => {
              logged.length = 0
              const answer = await fetch(`${core.url}${path}`, {
                method,
                headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
                ...(body === undefined ? {} : { body }),
                signal: AbortSignal.timeout(30_000),
              })
              const text = await answer.text()
              const { status } = answer
              statuses.set(status, (statuses.get(status) ?? 0) + 1)
              expect([status < 500 || status === 503, status, text]).toEqual([true, status, text])
              if (status >= 400) {
                expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8')
                expect(apiError.safeParse(JSON.parse(text)).success).toBe(true)
              }
              expect(logged).toEqual([])
            }),
            { seed: 31, numRuns: 300, endOnFailure: true },
          )
          expect((await ask('GET', '/app/mint-prices?chain=nowhere')).status).toBe(400)
          expect((await ask('GET', '/health')).status).toBe(200)
        },
        { log, trial },
      )
      for (const status of [200, 400, 404, 422]) expect(statuses.get(status), String(status)).toBeGreaterThan(0)
      const { db, close } = openStore(join(folder, 'mintdesk.db'), { migrate: false })
      expect(await db.selectFrom('projects').select('id').execute()).not.toEqual([])
      await close()
    }),
)
