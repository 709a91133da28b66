import { expect, it } from 'vitest'
import { z } from 'zod'
import { createCallLog, isForPrograms } from '../../src/renderer/src/api/call-log.ts'
import { curlOf, placeholder, typescriptOf } from '../../src/renderer/src/developers/snippets.ts'
import type { Caller } from '../../src/shared/http-client.ts'
import { listAppRoutes } from '../api/app-routes.ts'
import { openApi } from '../api/open-api.ts'

const answering: Caller = {
  get: async (schema) => schema.parse({}),
  send: async () => new Response('{}'),
}

it('acts that a program could do are logged once they were answered, newest first; what bears secrets is not', async () => {
  const log = createCallLog(() => 1)
  const caller = log.logged(answering)
  const nft = { recipient: 'email:ada@example.com:polygon' }
  await caller.get(z.object({}), '/api/2022-06-09/collections/a/nfts', { method: 'POST', json: nft })
  await caller.get(z.object({}), '/app/vault/unlock', { method: 'POST', json: { passphrase: 'correct horse' } })
  await caller.send('/app/storage', { method: 'PUT', json: { auth: 'bearer:s3cret' } })
  await caller.get(z.object({}), '/app/state')
  const sheet = new File(['recipient\n'], 'people.csv')
  await caller.get(z.object({}), '/app/imports?name=people.csv', { method: 'POST', bytes: sheet })
  expect(log.list()).toEqual([
    { id: 2, at: 1, method: 'POST', path: '/app/imports?name=people.csv', body: '', file: 'people.csv' },
    { id: 1, at: 1, method: 'POST', path: '/api/2022-06-09/collections/a/nfts', body: JSON.stringify(nft), file: null },
  ])
})

it('one price that is asked for again and again is one entry, what is refused is none, and the oldest go', async () => {
  const log = createCallLog()
  const caller = log.logged(answering)
  const json = { importId: 'a' }
  for (let times = 0; times < 3; times++) await caller.get(z.object({}), '/app/quotes', { method: 'POST', json })
  expect(log.list()).toHaveLength(1)
  const refusing = log.logged({ ...answering, send: () => Promise.reject(new Error('no')) })
  await expect(refusing.send('/api/2022-06-09/collections', { method: 'POST', json })).rejects.toThrow('no')
  expect(log.list()).toHaveLength(1)
  for (let at = 0; at < 60; at++) await caller.send(`/api/2022-06-09/collections/${at}`, { method: 'PUT', json })
  expect(log.list()).toHaveLength(50)
  expect(log.list()[0]?.path).toMatch(/59$/)
})

it('nothing of /app is taken for a program’s that takes no key', async () => {
  const api = await openApi()
  try {
    const wrong = (await listAppRoutes(api)).filter(({ method, path, forKeys }) => {
      const asked = path.replaceAll(/:\w+/g, 'x').concat(path.endsWith('/media') ? '?path=x' : '')
      return !forKeys && isForPrograms(method, asked)
    })
    expect(wrong.map(({ method, path }) => `${method} ${path}`)).toEqual([])
  } finally {
    await api.close()
  }
})

it('a file is sent by curl and by a program', () => {
  const call = { method: 'POST', path: '/app/imports?name=people.csv', body: '', file: 'people.csv' }
  expect(curlOf(call, 'http://localhost', placeholder)).toBe(
    [
      "curl 'http://localhost/app/imports?name=people.csv' \\",
      "  -H 'X-API-KEY: YOUR_KEY' \\",
      "  -H 'Content-Type: application/octet-stream' \\",
      "  --data-binary '@people.csv'",
    ].join('\n'),
  )
  expect(typescriptOf(call, 'http://localhost', placeholder)).toContain('body: await openAsBlob("people.csv"),')
})
