/** The client that window and command line share, against the routes of the core. */
import { expect, it } from 'vitest'
import { type AppClient, createAppClient } from '../../../src/shared/app-client.ts'
import type { Call } from '../../../src/shared/http-client.ts'
import { listAppRoutes } from '../app-routes.ts'
import { openApi } from '../open-api.ts'

/** An id that would be three segments and a query, were it not encoded. */
const id = 'a/../b?c'

/** The method and the path without query of everything a client sends when each of its calls is made for `id`. */
async function sent(): Promise<Map<string, string>> {
  const seen = new Map<string, string>()
  let name = ''
  const take = (path: string, call: Call = {}): void => {
    seen.set(name, `${call.method ?? 'GET'} ${path.split('?')[0]}`)
  }
  const client: AppClient = createAppClient({
    async send(path, call) {
      take(path, call)
      return new Response('[]')
    },
    async get(_, path, call) {
      take(path, call)
      return {} as never
    },
  })
  for (const [each, call] of Object.entries(client)) {
    name = each
    const made = (call as (...of: unknown[]) => Promise<unknown> | AsyncIterable<unknown>)(id, 'pause', {}, () => 0)
    // What reads lines sends when it is read; the one line that comes is no finding.
    if (Symbol.asyncIterator in made) await expect(made[Symbol.asyncIterator]().next()).rejects.toThrow()
    else await made
  }
  return seen
}

it('makes no call under /app that the core does not serve, whatever an id holds', async () => {
  const api = await openApi()
  const routes = (await listAppRoutes(api)).map(
    ({ method, path }) => new RegExp(`^${method} ${path.replaceAll(/:\w+/g, '[^/]+')}$`),
  )
  await api.close()
  const calls = [...(await sent())].filter(([, path]) => path.includes(' /app/'))
  expect(calls.length).toBeGreaterThan(70)
  expect(calls.filter(([, path]) => !routes.some((route) => route.test(path)))).toEqual([])
})
