/** A practice network that is reset begins afresh, with all that Mintdesk knows of it. */

import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { pendingResets, wipeNetwork } from '../../src/core/store/installation/practice-reset.ts'
import { openStore } from '../../src/core/store/sqlite/open.ts'
import type { Work } from '../../src/shared/core-messages.ts'
import { cli } from '../cli/run-cli.ts'
import { recipientOf, until } from '../minting/open-engine.ts'
import { type Caller, windowOf, withCore } from './trial-core.ts'

const base = '/api/2022-06-09/collections'
const holder = recipientOf(1)
const wallet = `/api/2022-06-09/wallets/polygon:${holder}/nfts?page=1&perPage=10`

let home: string
beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'mintdesk-reset-'))
})
afterEach(() => rm(home, { recursive: true, force: true }))

const open = <T>(use: (call: Caller) => Promise<T>) => withCore(home, async (core) => use((await windowOf(core)).call))

const nft = (id: string, recipient = `polygon:${holder}`) => ({
  nfts: [{ id, recipient, metadata: { name: id, image: 'ipfs://bafkqaaa' }, reuploadLinkedFiles: false }],
})

/** Mints under an idempotency key, and waits for it. */
async function minted(
  call: Caller,
  id: string,
  collection = 'default',
  more: Record<string, string> = {},
  recipient?: string,
) {
  const made = await call('POST', `${base}/${collection}/nfts`, nft(id, recipient), {
    'idempotency-key': `key ${id}`,
    ...more,
  })
  expect(made.status, made.text).toBe(200)
  return until(`${id} is minted`, async () => {
    const { json } = await call('GET', `${base}/${collection}/nfts/${id}`, undefined, more)
    const { status, tokenId } = json.onChain as { status: string; tokenId: string }
    return status === 'success' ? { tokenId } : null
  })
}

async function rowsOf(...tables: string[]): Promise<number[]> {
  const { db, close } = openStore(join(home, 'mintdesk.db'), { migrate: false })
  const counts: number[] = []
  for (const table of tables)
    counts.push(
      (
        await db
          .selectFrom(table as 'mints')
          .selectAll()
          .execute()
      ).length,
    )
  await close()
  return counts
}

it('removes what all practice projects have there, and the same ids and idempotency keys are minted anew', async () => {
  await open(async (call) => {
    const [{ id: other }] = [(await call('POST', '/app/projects', { name: 'Other' })).json as { id: string }]
    const second = { 'x-mintdesk-project': other }
    await call('PUT', `${base}/elsewhere`, { chain: 'base', metadata: { name: 'Elsewhere', symbol: 'ELSE' } })
    const hook = { url: 'http://127.0.0.1:9/', events: ['nfts.create.succeeded'] }
    expect((await call('POST', '/app/webhooks', hook)).status).toBeLessThan(300)
    await minted(call, 'kept', 'elsewhere', {}, `base:${holder}`)
    await minted(call, 'zeroth')
    expect((await minted(call, 'first')).tokenId).toBe('2')
    await call('POST', `${base}/default/nfts`, nft('mailed', 'email:ann@example.com:polygon'))
    await minted(call, 'second', 'default', second)
    await until('mailed', async () => {
      const { json } = await call('GET', `${base}/default/nfts/mailed`)
      return (json.onChain as { status: string }).status === 'success'
    })
    // Nothing listens there: what ended waits to be told.
    const waiting = async () => {
      const { json } = await call('GET', '/app/webhooks')
      return (json as unknown as { waiting: number }[]).map((webhook) => webhook.waiting)
    }
    await until('four wait', async () => (await waiting())[0] === 4)
    const before = (await call('GET', '/app/practice/polygon/reset')).json
    expect(before).toEqual({ projects: 2, collections: 2, nfts: 4, runs: 0, wallets: 1 })

    expect((await call('POST', '/app/practice/polygon/reset')).status).toBe(204)

    expect((await call('GET', '/app/practice/polygon/reset')).json).toMatchObject({
      collections: 0,
      nfts: 0,
      wallets: 0,
    })
    expect((await call('GET', `${base}/default/nfts/first`)).status).toBe(404)
    expect((await call('GET', wallet)).json).toEqual([])
    expect(await waiting(), 'of the other network').toEqual([1])
    expect((await minted(call, 'first')).tokenId).toBe('1')
    expect((await minted(call, 'second', 'default', second)).tokenId).toBe('1')
    expect((await call('GET', `${base}/elsewhere/nfts/kept`)).json).toMatchObject({ onChain: { status: 'success' } })
    const { json: audit } = await call('GET', '/app/audit')
    expect(JSON.stringify(audit)).toContain('practice.reset')
  })
  const { db, close } = openStore(join(home, 'mintdesk.db'), { migrate: false })
  const { rows } = await sql`pragma foreign_key_check`.execute(db)
  await close()
  expect(rows).toEqual([])
})

it('ends what is under way there: nothing of it is minted later', async () => {
  await open(async (call) => {
    const many = Array.from({ length: 60 }, (_, n) => nft(`n${n}`, `polygon:${recipientOf(100 + n)}`).nfts[0])
    expect((await call('POST', `${base}/default/nfts`, { nfts: many })).status).toBe(200)
    expect((await call('POST', '/app/practice/polygon/reset')).status).toBe(204)
    expect((await minted(call, 'later')).tokenId).toBe('1')
    expect((await call('GET', `${base}/default/nfts/n1`)).status).toBe(404)
  })
  expect(await rowsOf('mints', 'waiting', 'resets')).toEqual([1, 0, 0])
})

it('is the end of its runs: the desktop app is told that nothing is being minted, and may close and update', async () => {
  const told: (Work | null)[] = []
  await withCore(
    home,
    async (core) => {
      const { call } = await windowOf(core)
      const rows = Array.from({ length: 400 }, (_, at) => `${recipientOf(at + 1)},Card ${at},ipfs://bafkqaaa`)
      const sheet = Buffer.from(['recipient,name,image', ...rows].join('\n'))
      const { id } = (await call('POST', '/app/imports?name=a.csv&collectionId=default-polygon', sheet)).json
      await until('it is checked', async () => {
        const { json } = await call('GET', `/app/imports/${id}`)
        return json.state === 'checked'
      })
      expect((await call('POST', '/app/runs', { importId: id })).status).toBe(200)
      await until('it is under way', async () => told.at(-1)?.runs === 1)
      expect((await call('POST', '/app/practice/polygon/reset')).status).toBe(204)
      expect((await call('GET', '/app/runs')).json).toEqual([])
      expect(told.at(-1)).toBeNull()
    },
    { onWork: (work) => told.push(work) },
  )
})

it('is the end of what programs asked for, too; until then the desktop app is awake for it, and after it has ended no more', async () => {
  const told: (Work | null)[] = []
  const others = { runs: 0, done: 0, total: 0, others: true }
  const more = { onWork: (work: Work | null) => told.push(work) }
  await withCore(
    home,
    async (core) => {
      const { call } = await windowOf(core)
      await minted(call, 'one')
      await until('it is over', async () => (told.length > 0 && told.at(-1) === null) || null)
      expect(told).toEqual([others, null])
      const badges = Array.from({ length: 400 }, (_, at) => nft(`card-${at}`).nfts[0])
      for (let from = 0; from < badges.length; from += 100)
        expect((await call('POST', `${base}/default/nfts`, { nfts: badges.slice(from, from + 100) })).status).toBe(200)
      await until('it is work again', async () => told.at(-1)?.others ?? null)
      expect((await call('POST', '/app/practice/polygon/reset')).status).toBe(204)
      expect(told.at(-1)).toBeNull()
    },
    more,
  )
})

it('that was broken off between the journal and the chain is finished at the next start', async () => {
  await open((call) => minted(call, 'first'))
  const { db, close } = openStore(join(home, 'mintdesk.db'))
  await sql`insert into alone select pk from mints`.execute(db)
  await wipeNetwork(db, 'polygon', Date.now())
  expect(await pendingResets(db)).toMatchObject([{ network: 'practice:polygon' }])
  await close()
  await open(async (call) => {
    expect((await minted(call, 'another')).tokenId, 'the chain has nothing of before').toBe('1')
  })
  expect(await rowsOf('resets', 'alone')).toEqual([0, 0])
})

it('is refused for a live project', async () => {
  await open(async (call) => {
    const projects = (await call('GET', '/app/projects')).json as unknown as { id: string }[]
    const { db, close } = openStore(join(home, 'mintdesk.db'), { migrate: false })
    await db.updateTable('projects').set({ kind: 'live' }).execute()
    await close()
    expect(projects).toHaveLength(1)
    expect(await call('POST', '/app/practice/polygon/reset')).toMatchObject({
      status: 409,
      json: { code: 'network.live' },
    })
  })
})

it('is asked for on the command line, and done with --yes', async () => {
  await open(async (call) => {
    await minted(call, 'first')
    const asked = await cli(home, 'networks', 'reset', 'polygon')
    expect(asked).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('add --yes to reset it without being asked'),
    })
    const done = await cli(home, 'networks', 'reset', 'polygon', '--yes', '--json')
    expect(JSON.parse(done.stdout)).toMatchObject({ reset: true, removed: { collections: 1, nfts: 1 } })
    expect((await call('GET', `${base}/default/nfts/first`)).status).toBe(404)
  })
})
