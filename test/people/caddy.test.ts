/** A server behind Caddy as docs/server.md sets it up; certificates of Caddy's own authority, verified. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { root, withFolder } from '../core/trial-core.ts'
import { hasCaddy, startCaddy } from './caddy.ts'
import { codeOf, password } from './codes.ts'
import { withServer } from './server-core.ts'

/** The block of the page's own example. */
const [, block = ''] =
  /```\nmint\.example\.com \{\n([\s\S]*?)\n\}\n```/.exec(readFileSync(join(root, 'docs/server.md'), 'utf8')) ?? []

test.runIf(hasCaddy)(
  'people sign in, hear events as they happen and upload, and programs call the API; a proxy that changes Host is told how not to',
  () =>
    withServer((core, link) =>
      withFolder(async (folder) => {
        const to = new URL(core.url).host
        const caddy = await startCaddy(folder, {
          'mint.example': block.replace('127.0.0.1:3000', to),
          'wrong.example': `\treverse_proxy ${to} {\n\t\theader_up Host {upstream_hostport}\n\t}`,
        })
        try {
          const send = async (path: string, body: unknown, headers: Record<string, string> = {}) => {
            const answer = await caddy.ask('mint.example', path, {
              method: 'POST',
              headers: { 'content-type': 'application/json', origin: 'https://mint.example', ...headers },
              body: JSON.stringify(body),
            })
            return { status: answer.statusCode, json: JSON.parse(await text(answer)) }
          }
          const page = await caddy.ask('mint.example', '/', { headers: { accept: 'text/html' } })
          expect(page.headers['content-security-policy']).toContain("default-src 'none'")
          page.resume()
          const { totpSecret } = (await send('/app/login/link', { link })).json
          const made = await send('/app/login/accept', { link, password, code: codeOf(totpSecret) })
          expect(made.status).toBe(200)
          const authorization = `Bearer ${made.json.token}`
          // The page asks whom it speaks with, by the port that it sees.
          const hello = { session: made.json.id, nonce: 'n'.repeat(32), port: 443 }
          expect((await send('/app/hello', hello)).status).toBe(200)

          const stream = await caddy.ask('mint.example', '/app/events', { headers: { authorization } })
          const [first] = await stream.setEncoding('utf8').take(1).toArray()
          expect(first).toContain('event: reset')

          const file = await caddy.ask('mint.example', '/app/imports?name=people.csv&collectionId=default-polygon', {
            method: 'POST',
            headers: { authorization, 'content-type': 'application/octet-stream' },
            body: 'recipient,name,image\n'.concat('ada@example.com,Badge,https://example.com/a.png\n'.repeat(5_000)),
          })
          expect([file.statusCode, await text(file)]).toEqual([200, expect.stringContaining('people.csv')])

          const { key } = (await send('/app/keys', { name: 'till' }, { authorization })).json
          const wallets = '/api/2022-06-09/collections'
          const listed = await caddy.ask('mint.example', wallets, { headers: { 'x-api-key': key } })
          expect([listed.statusCode, await text(listed)]).toEqual([200, expect.stringContaining('default-polygon')])

          const wrong = await caddy.ask('wrong.example', '/app/login')
          expect([wrong.statusCode, await text(wrong)]).toEqual([
            421,
            expect.stringContaining('The proxy in front changed Host'),
          ])
        } finally {
          await caddy.close()
        }
      }),
    ),
)

// `apt-get install caddy` installs it where packages of Debian can be had.
test.skipIf(hasCaddy)('the test behind Caddy is skipped: caddy is not installed here', (context) =>
  context.skip('install caddy (apt-get install caddy) to run it'),
)
