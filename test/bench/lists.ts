/**
 * `npm run bench:lists [-- <NFTs> …]`, by default 10,000 and 100,000: what lists cost at their first, middle and last page, how fast all NFTs of a
 * collection are sent as lines, and how long `/health` and a mint take meanwhile. Nothing is minted: the NFTs are entered, and their collection
 * has failed, so that nothing but lists is measured. Nothing fails for being slow.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { hash, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'kysely'
import { z } from 'zod'
import { createApiKey } from '../../src/core/api/http/api-keys.ts'
import { addCollection } from '../../src/core/store/collections/collections.ts'
import { firstProject } from '../../src/core/store/installation/projects.ts'
import { addRun } from '../../src/core/store/journal/runs/runs.ts'
import { openStore } from '../../src/core/store/sqlite/open.ts'
import { scopes } from '../../src/shared/app-api.ts'
import { addMintsOfRun } from '../store/add-mints-of-run.ts'
import { busyText, machine, watchWithheld } from './machine.ts'

const root = join(import.meta.dirname, '../..')
const cli = join(root, 'out/main/cli.js')
const sizes = process.argv.length > 2 ? process.argv.slice(2).map(Number) : [10_000, 100_000]
const base = '/api/2022-06-09/collections'
const listed = 'listed'
const recipient = 'polygon:0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const image = 'data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7'

const apiFile = z.object({ token: z.string() })

interface Served {
  child: ChildProcess
  url: string
}

async function serve(data: string): Promise<Served> {
  const child = spawn(process.execPath, [cli, 'serve', '--port', '0', '--data', data], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  if (child.stdout === null) throw new Error('the core has no output')
  for await (const line of createInterface(child.stdout)) {
    const url = /^Mintdesk is ready at (\S+)$/.exec(line)?.[1]
    if (url === undefined) continue
    child.stdout.resume()
    return { child, url }
  }
  throw new Error('the core ended before it was ready')
}

async function end({ child }: Served): Promise<void> {
  const ended = once(child, 'exit')
  child.kill('SIGTERM')
  await ended
}

/** Makes a data folder with so many NFTs in one collection, and answers a key. */
async function prepare(data: string, nfts: number): Promise<string> {
  // The core makes the folder: its database, its seed.
  await end(await serve(data))
  const store = openStore(join(data, 'mintdesk.db'))
  try {
    const now = Date.now()
    const project = await firstProject(store.db, now)
    const { key } = await createApiKey(store.db, project, { name: 'bench', scopes: [...scopes] }, now)
    const metadata = { name: 'Listed', description: '', imageUrl: '', symbol: '' }
    const collection = await store.db.transaction().execute((tx) =>
      addCollection(
        tx,
        project.id,
        {
          ...{ id: listed, chain: 'polygon', contractKind: 'economy', fungibility: 'non-fungible', metadata },
          ...{ initial: { supplyLimit: null, payments: null }, contractUri: 'ipfs://bafkqaaa', reupload: false },
        },
        listed,
        now,
      ),
    )
    const run = randomUUID()
    await addRun(store.db, {
      ...{ id: run, project_id: project.id, collection_pk: collection.pk, import_id: null, name: 'listed.csv' },
      ...{ content: 'bench', repeat: 0, state: 'paused', notice: null, total: nfts, created_at: now },
    })
    for (let from = 0; from < nfts; from += 5_000) {
      const drafts = Array.from({ length: Math.min(5_000, nfts - from) }, (_, at) => {
        const json = JSON.stringify({ image, name: `Badge #${from + at}` })
        return {
          ...{ id: `listed-${from + at}`, recipient, address: recipient.slice('polygon:'.length), reupload: true },
          ...{ row: from + at + 2, ordinal: from + at },
          ...{ metadata: { json, hash: hash('sha256', json) }, contentHash: hash('sha256', json, 'buffer') },
        }
      })
      await addMintsOfRun(store.db, collection, drafts, { now, runId: run })
    }
    // A twentieth of them failed, so that lists of a state have something far down.
    await sql`update mints set state = 'failed', completed_at = ${now} where run_id = ${run} and ordinal % 20 = 0`.execute(
      store.db,
    )
    await store.db.updateTable('collections').set({ state: 'failed' }).where('pk', '=', collection.pk).execute()
    return key
  } finally {
    await store.close()
  }
}

const percentile = (times: readonly number[], part: number): number =>
  times.toSorted((a, b) => a - b)[Math.min(times.length - 1, Math.floor(times.length * part))] ?? Number.NaN

async function timed(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now()
  await work()
  return performance.now() - began
}

/** How long a list takes at the beginning, in the middle and at the end: the median of nine. */
async function atDepths(ask: (part: number) => Promise<unknown>): Promise<Record<string, string>> {
  const row: Record<string, string> = {}
  for (const [name, part] of [
    ['first', 0],
    ['middle', 0.5],
    ['last', 1],
  ] as const) {
    await ask(part)
    const times: number[] = []
    for (let turn = 0; turn < 9; turn++) times.push(await timed(() => ask(part)))
    row[`${name}, ms`] = percentile(times, 0.5).toFixed(1)
  }
  return row
}

/** Asks for `/health` and mints, by turns, until `over`; each next one 10 ms after the answer. */
async function askAlong(served: Served, headers: Record<string, string>, over: AbortSignal) {
  const health: number[] = []
  const mints: number[] = []
  const body = JSON.stringify({ recipient, metadata: { name: 'Meanwhile', image }, reuploadLinkedFiles: false })
  while (!over.aborted) {
    health.push(await timed(async () => (await fetch(`${served.url}/health`)).arrayBuffer()))
    mints.push(
      await timed(async () => {
        const answer = await fetch(`${served.url}${base}/default-polygon/nfts`, { method: 'POST', headers, body })
        if (answer.status !== 200) throw new Error(`a mint was answered ${answer.status}: ${await answer.text()}`)
        await answer.arrayBuffer()
      }),
    )
    await delay(10)
  }
  return { health, mints }
}

async function meanwhile(served: Served, headers: Record<string, string>, work: () => Promise<unknown>) {
  const over = new AbortController()
  const asked = askAlong(served, headers, over.signal)
  const took = await timed(work)
  over.abort()
  const { health, mints } = await asked
  const shown = (times: readonly number[]) =>
    `${percentile(times, 0.5).toFixed(1)} / ${percentile(times, 0.99).toFixed(1)}`
  return {
    took,
    row: { asked: String(health.length), '/health p50 / p99, ms': shown(health), 'a mint p50 / p99, ms': shown(mints) },
  }
}

async function measure(nfts: number): Promise<void> {
  const dir = await mkdtemp(join(tmpdir(), 'mintdesk-lists-'))
  const data = join(dir, 'data')
  const key = await prepare(data, nfts)
  const served = await serve(data)
  try {
    const { url } = served
    const headers = { 'x-api-key': key, 'content-type': 'application/json' }
    const list = `${url}${base}/${listed}/nfts`
    const get = async (address: string, more: Record<string, string> = {}) => {
      const answer = await fetch(address, { headers: { ...headers, ...more } })
      if (answer.status !== 200) throw new Error(`${address} was answered ${answer.status}: ${await answer.text()}`)
      return { text: await answer.text(), next: answer.headers.get('x-mintdesk-next') }
    }
    const pages = Math.ceil(nfts / 100)
    const pageAt = (part: number) => Math.max(1, Math.round(part * pages))
    // The cursor of a page is told by the page before it.
    const cursors = new Map<number, string | null>()
    for (const part of [0.5, 1]) cursors.set(part, (await get(`${list}?perPage=100&page=${pageAt(part) - 1}`)).next)
    const { token } = apiFile.parse(JSON.parse(await readFile(join(data, 'api.json'), 'utf8')))
    const window = { authorization: `Bearer ${token}`, 'x-api-key': '' }
    const [run] = z.array(z.object({ id: z.string() })).parse(JSON.parse((await get(`${url}/app/runs`, window)).text))
    const rows = (state: string, count: number) => (part: number) =>
      get(
        `${url}/app/runs/${run?.id}/rows?state=${state}&limit=100&offset=${Math.floor(part * Math.max(0, count - 100))}`,
        window,
      )
    const table: Record<string, Record<string, string>> = {
      'NFTs, by page': await atDepths((part) => get(`${list}?perPage=100&page=${pageAt(part)}`)),
      'NFTs, by cursor': await atDepths((part) =>
        get(`${list}?perPage=100${part === 0 ? '' : `&cursor=${cursors.get(part)}`}`),
      ),
      'rows of a run': await atDepths(rows('all', nfts)),
      'rows that wait': await atDepths(rows('pending', nfts * 0.95)),
      'rows that failed': await atDepths(rows('failed', nfts * 0.05)),
    }
    console.log(`${nfts.toLocaleString('en')} NFTs, 100 a page`)
    console.table(table)
    // The first mint starts the network.
    const told: Record<string, Record<string, string>> = {}
    await meanwhile(served, headers, () => delay(5_000))
    told['nothing else'] = (await meanwhile(served, headers, () => delay(5_000))).row
    told['pages from everywhere, two at a time'] = (
      await meanwhile(served, headers, async () => {
        const until = performance.now() + 5_000
        const reader = async (): Promise<void> => {
          while (performance.now() < until)
            await get(`${list}?perPage=100&page=${1 + Math.floor(Math.random() * pages)}`)
        }
        await Promise.all([reader(), reader()])
      })
    ).row
    let bytes = 0
    let lines = 0
    const exported = await meanwhile(served, headers, async () => {
      const answer = await fetch(list, { headers: { ...headers, accept: 'application/x-ndjson' } })
      for await (const part of answer.body ?? []) {
        bytes += part.length
        lines += part.filter((byte: number) => byte === 10).length
      }
    })
    if (lines !== nfts) throw new Error(`${lines} of ${nfts} were sent`)
    told['all NFTs as lines'] = exported.row
    console.table(told)
    const speed = Math.round((nfts / exported.took) * 1_000).toLocaleString('en')
    console.log(`lines: ${speed} NFTs/s, ${(bytes / 1e6).toFixed(0)} MB in ${(exported.took / 1_000).toFixed(1)} s`)
  } finally {
    await end(served)
    await rm(dir, { recursive: true, force: true })
  }
}

const withheld = watchWithheld()
console.log(machine())
for (const nfts of sizes) await measure(nfts)
console.log(busyText(withheld()))
