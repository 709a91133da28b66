import { execFile, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { promisify } from 'node:util'
import { describe, expect, it } from 'vitest'
import { description, operationsOf } from '../../src/renderer/src/developers/operations.ts'
import { curlOf, placeholder, typescriptOf } from '../../src/renderer/src/developers/snippets.ts'

const call = {
  method: 'POST',
  path: '/api/2022-06-09/collections/default/nfts?a=$HOME&b="x"',
  body: '{\n "recipient": "email:o\'hara@example.com:polygon",\n "price": "$5 `whoami` \\" ü"\n}',
}

describe('snippets', () => {
  it.skipIf(spawnSync('curl', ['--version']).error !== undefined)(
    'as a command send exactly what was tried, whatever is in it',
    async () => {
      const seen: { method?: string | undefined; url?: string | undefined; key: unknown; body: string }[] = []
      const server = createServer((request, response) => {
        let body = ''
        request.on('data', (piece) => {
          body += piece
        })
        request.on('end', () => {
          seen.push({ method: request.method, url: request.url, key: request.headers['x-api-key'], body })
          response.end('{}')
        })
      })
      server.listen(0, '127.0.0.1')
      await once(server, 'listening')
      const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
      const sh = (command: string) => promisify(execFile)('sh', ['-c', command])
      const path = '/api/x?a=$HOME&b=%22x%22'
      await sh(curlOf({ ...call, path }, origin, 'sk_1'))
      await sh(curlOf({ method: 'DELETE', path, body: '' }, origin, 'sk_1'))
      await sh(curlOf({ method: 'GET', path, body: '' }, origin, 'sk_1'))
      server.close()
      expect(seen.map(({ method, url, key }) => [method, url, key])).toEqual([
        ['POST', path, 'sk_1'],
        ['DELETE', path, 'sk_1'],
        ['GET', path, 'sk_1'],
      ])
      expect(JSON.parse(seen[0]?.body ?? '')).toEqual(JSON.parse(call.body))
    },
  )

  it('as a program name the key of the environment where it is not shown', () => {
    const text = typescriptOf({ method: 'POST', path: '/api/x', body: '{"a":1}' }, 'http://127.0.0.1:3000', placeholder)
    expect(text).toContain('await fetch("http://127.0.0.1:3000/api/x", {')
    expect(text).toContain("'X-API-KEY': process.env.MINTDESK_KEY, 'Content-Type': 'application/json'")
    expect(text).toContain('body: JSON.stringify({\n    "a": 1\n  })')
    expect(typescriptOf({ method: 'GET', path: '/a', body: '' }, 'http://x', 'k')).toContain('"k"')
  })
})

it('operations have example values in their paths and an example body', () => {
  const found = operationsOf(
    description.parse({
      paths: {
        '/health': { get: { operationId: 'getHealth', security: [] } },
        '/api/collections/{id}/nfts': {
          post: {
            operationId: 'mint',
            security: [{ apiKey: [] }],
            summary: 'Mint',
            parameters: [{ in: 'path', name: 'id', example: 'polygon:0x12/3' }],
            requestBody: { content: { 'application/json': { examples: { one: { value: { a: 1 } } } } } },
          },
        },
        '/api/wallets': {
          get: {
            operationId: 'wallets',
            security: [{ apiKey: [] }],
            parameters: [{ in: 'query', name: 'email', example: 'ada@example.com' }],
          },
        },
      },
    }),
  )
  expect(found).toEqual([
    {
      id: 'mint',
      summary: 'Mint',
      method: 'POST',
      path: '/api/collections/polygon:0x12%2F3/nfts',
      body: '{\n  "a": 1\n}',
    },
    { id: 'wallets', summary: 'wallets', method: 'GET', path: '/api/wallets?email=ada%40example.com', body: '' },
  ])
})
