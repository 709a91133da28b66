import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import SqliteDatabase from 'better-sqlite3'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { readApiFile } from '../../src/core/host/api-file.ts'
import { practiceSeedFileName } from '../../src/core/wallets/seed.ts'
import { createdKey, createdWebhook, session } from '../../src/shared/app-api.ts'
import { badge, polygonAddress } from '../api/open-api.ts'
import { startCli } from '../cli/run-cli.ts'
import { callerOf } from './trial-core.ts'

let home: string
const { MINTDESK_LOG } = process.env
beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'mintdesk-secrets-'))
  process.env.MINTDESK_LOG = 'trace'
})
afterEach(async () => {
  if (MINTDESK_LOG === undefined) delete process.env.MINTDESK_LOG
  else process.env.MINTDESK_LOG = MINTDESK_LOG
  await rm(home, { recursive: true, force: true })
})

it('no key, seed, ticket, token or webhook secret is in a log, in what is kept of requests and acts, or in an answer', {
  timeout: 60_000,
}, async () => {
  const serving = startCli(home, 'serve', '--port', '0')
  await serving.until(/http:\/\/127\.0\.0\.1:\d+/)
  await expect.poll(() => readApiFile(home)?.url, { timeout: 60_000 }).toBeDefined()
  const { url, token: owner } = readApiFile(home) ?? { url: '', token: '' }
  const asOwner = callerOf(url, { authorization: `Bearer ${owner}` })
  const answers: string[] = []

  const { json: ticketed } = await asOwner('POST', '/app/tickets')
  const ticket = String(ticketed.ticket)
  const { token } = session.parse((await asOwner('POST', '/app/session', { ticket })).json)
  const window = callerOf(url, { authorization: `Bearer ${token}` })
  const { key } = createdKey.parse((await window('POST', '/app/keys', { name: 'till' })).json)
  const { secret } = createdWebhook.parse((await window('POST', '/app/webhooks', { url: 'http://127.0.0.1:9/' })).json)
  const secrets = [key, secret, token, owner, ticket]
  secrets.push(String(JSON.parse(await readFile(join(home, practiceSeedFileName), 'utf8')).mnemonic))

  const all = secrets.join(' ')
  const program = callerOf(url, { 'x-api-key': key })
  const nfts = '/api/2022-06-09/collections/default/nfts'
  const mint = { recipient: `polygon:${polygonAddress}`, metadata: { ...badge, description: 'ordinary' } }
  for (const call of [program, window, callerOf(url, { 'x-api-key': `${key.slice(0, -1)}x` }), callerOf(url)])
    for (const [method, path, body] of [
      ['POST', nfts, mint],
      ['PUT', `${nfts}/${encodeURIComponent(key)}`, mint],
      ['POST', nfts, { password: all, token, secret, words: all }],
      ['GET', `/api/2022-06-09/actions/none?ticket=${ticket}&token=${token}&key=${key}`, undefined],
      ['DELETE', `${nfts}/none`, undefined],
      ['POST', '/app/keys', { name: 'other', secret: all }],
      ['POST', '/app/session', { ticket: `${ticket}x` }],
      ['GET', `/nowhere?ticket=${ticket}`, undefined],
    ] as const)
      answers.push((await call(method, path, body)).text)
  answers.push((await window('GET', '/app/requests')).text, (await window('GET', '/app/audit')).text)
  answers.push((await window('GET', '/app/webhooks')).text, (await window('GET', '/app/keys')).text)
  answers.push((await window('GET', '/app/state')).text)

  serving.child.kill('SIGTERM')
  const { stdout, stderr } = await serving.ended
  const db = new SqliteDatabase(join(home, 'mintdesk.db'), { readonly: true })
  const tables = ['requests', 'audit', 'audit_ends', 'events', 'webhook_messages', 'webhook_deliveries']
  const kept = tables.map((table) => JSON.stringify(db.prepare(`select * from ${table}`).all()))
  db.close()
  expect(kept[0]).toContain('[hidden]')
  expect(kept[1]).toContain('nfts.delete')
  // The link of the window is printed for the person who starts it; it bears a ticket of its own.
  const places: [string, string][] = [
    ['stderr', stderr],
    ['stdout', stdout],
    ...kept.map((text, at): [string, string] => [tables[at] ?? '', text]),
    ['answers', answers.filter(isNoEcho(key)).join()],
  ]
  for (const [at, one] of secrets.entries())
    for (const [where, text] of places) expect(text.includes(one), `secret ${at} in ${where}`).toBe(false)
})

/** An answer says again what it was asked under: that id was the caller's own doing. A newly made key is shown once. */
function isNoEcho(key: string): (answer: string) => boolean {
  return (answer) => !answer.includes(`"id":"${key}"`) && !/"key":"sk_/.test(answer)
}
