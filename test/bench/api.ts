/**
 * `npm run bench:api`: what the local API accepts and answers, asked by another process over 50 connections. Accepted is what is on disk. The
 * engine mints along on a practice network, as it does in use. Nothing fails for being slow.
 *
 * `npm run bench:api -- [--requests <n>] [--memory <n>]`: so many mints and reads in each part (10,000); and how the core's memory goes over
 * so many requests, half of them mints (off; the goal names 1,000,000).
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { text } from 'node:stream/consumers'
import { pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import type { LoadOptions, LoadResult } from './api-load.ts'
import { busyText, machine, watchWithheld } from './machine.ts'
import type { MemoryTold } from './memory.ts'

const root = join(import.meta.dirname, '../..')
const cli = join(root, 'out/main/cli.js')
const { values } = parseArgs({
  options: { requests: { type: 'string', default: '10000' }, memory: { type: 'string' } },
})
const requests = Number(values.requests)
const connections = 50
const collection = '/api/2022-06-09/collections/default-polygon/nfts'

interface Served {
  child: ChildProcess
  url: string
}

async function serve(data: string, slow: boolean): Promise<Served> {
  const preloads = [...(slow ? ['slow-disk.ts'] : []), ...(values.memory === undefined ? [] : ['memory.ts'])]
  const flags = preloads.flatMap((name) => ['--import', pathToFileURL(join(import.meta.dirname, name)).href])
  const child = spawn(process.execPath, ['--expose-gc', ...flags, cli, 'serve', '--port', '0', '--data', data], {
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  })
  if (child.stdout === null) throw new Error('the core has no output')
  for await (const line of createInterface(child.stdout)) {
    const url = /ready at (http:\S+)/.exec(line)?.[1]
    if (url === undefined) continue
    child.stdout.resume()
    return { child, url }
  }
  throw new Error('the core did not become ready')
}

async function end({ child }: Served): Promise<void> {
  const ended = once(child, 'exit')
  child.kill('SIGTERM')
  await ended
}

async function said(script: string, args: readonly string[]): Promise<string> {
  const child = spawn(process.execPath, [script, ...args], { stdio: ['ignore', 'pipe', 'inherit'] })
  const [output, [code]] = await Promise.all([text(child.stdout), once(child, 'exit')])
  if (code !== 0) throw new Error(`${script} ended with ${code}`)
  return output
}

async function keyOf(data: string): Promise<string> {
  const { key } = JSON.parse(await said(cli, ['keys', 'create', '--scopes', 'all', '--json', '--data', data])) as {
    key: string
  }
  return key
}

/** What the core's processor did for the requests of a load: all that it does meanwhile. */
interface Measured extends LoadResult {
  processorMs: number
  /** Percent of the processors; null where nobody tells. */
  withheld: number | null
}

async function load(served: Served, options: Omit<LoadOptions, 'origin' | 'connections' | 'path'>): Promise<Measured> {
  const whole: LoadOptions = { ...options, origin: served.url, connections, path: collection }
  const before = await processorMs(served)
  const withheld = watchWithheld()
  const result = JSON.parse(await said(join(import.meta.dirname, 'api-load.ts'), [JSON.stringify(whole)])) as LoadResult
  return { ...result, processorMs: (await processorMs(served)) - before, withheld: withheld() }
}

/** Processor time of a process so far; Linux only, where a tick is 10 ms. */
async function processorMs({ child }: Served): Promise<number> {
  const stat = await readFile(`/proc/${child.pid}/stat`, 'utf8').catch(() => '')
  const [user = Number.NaN, system = Number.NaN] = stat
    .slice(stat.lastIndexOf(')'))
    .split(' ')
    .slice(12, 14)
    .map(Number)
  return (user + system) * 10
}

type Row = Record<string, string>

function row({ seconds, refused, p50, p99, processorMs, withheld }: Measured, count: number): Row {
  return {
    requests: count.toLocaleString('en'),
    'a second': Math.round(count / seconds).toLocaleString('en'),
    'p50 ms': p50.toFixed(1),
    'p99 ms': p99.toFixed(1),
    'processor ms each': (processorMs / count).toFixed(2),
    'withheld %': withheld === null ? '' : withheld.toFixed(0),
    refused: String(refused),
  }
}

async function batch(url: string, key: string, size: number): Promise<Row> {
  const nfts = Array.from({ length: size }, (_, at) => ({
    recipient: `polygon:0x${(at + 1).toString(16).padStart(40, 'b')}`,
    metadata: { name: `Together ${at}`, image: 'ipfs://bafkreifzjut3te2nhyekklss27nh3k72ysco7y32koao5eei66wof36n5e' },
  }))
  const began = performance.now()
  const answer = await fetch(`${url}${collection}`, {
    method: 'POST',
    headers: { 'x-api-key': key, 'content-type': 'application/json' },
    body: JSON.stringify({ nfts }),
  })
  await answer.arrayBuffer()
  const seconds = (performance.now() - began) / 1_000
  return {
    requests: `1 of ${size.toLocaleString('en')}`,
    'a second': Math.round(size / seconds).toLocaleString('en'),
    'p50 ms': (seconds * 1_000).toFixed(0),
    'p99 ms': '',
    'processor ms each': '',
    'withheld %': '',
    refused: answer.ok ? '0' : '1',
  }
}

/** What a core's memory holds now, in MB. */
async function megabytes({ child }: Served): Promise<Row> {
  const answer: Promise<unknown[]> = once(child, 'message')
  child.send('memory')
  const [told] = await answer
  const { resident, heap, beside } = told as MemoryTold
  const shown = (bytes: number): string => (bytes / 2 ** 20).toFixed(0)
  return { 'resident MB': shown(resident), 'heap MB': shown(heap), 'beside it MB': shown(beside) }
}

async function measured(slow: boolean, table: Record<string, Row>): Promise<void> {
  const dir = await mkdtemp(join(tmpdir(), 'mintdesk-bench-'))
  const served = await serve(dir, slow)
  const disk = slow ? ', 5 ms added to each commit' : ''
  try {
    const key = await keyOf(dir)
    const options = { key, ids: [] }
    // Until its code is compiled as it stays, a core takes twice as long: what is asked is what goes on.
    await load(served, { ...options, kind: 'mint', requests: Math.min(requests, 5_000), tag: 'warm' })
    const mints = await load(served, { ...options, kind: 'mint', requests, tag: 'one' })
    table[`single mints${disk}`] = row(mints, requests)
    const reads = { ...options, ids: mints.ids, kind: 'read', requests, tag: '' } as const
    table[`reads${disk}, while these are minted`] = row(await load(served, reads), requests)
    if (slow) return
    await minted(served.url, key, mints.ids.at(-1) ?? '')
    await rest(served)
    table['reads, at rest, the first ones'] = row(await load(served, reads), requests)
    // Of the first ones many are of NFTs whose owner nobody asked for since the last block.
    table['reads, at rest, the next ones'] = row(await load(served, reads), requests)
    table['a batch in one call'] = await batch(served.url, key, 10_000)
    if (values.memory !== undefined) await memory(served, { ...options, ids: mints.ids }, Number(values.memory))
  } finally {
    await end(served)
    await rm(dir, { recursive: true, force: true })
  }
}

/** Waits until an NFT is minted. */
async function minted(url: string, key: string, id: string): Promise<void> {
  for (;;) {
    const answer = await fetch(`${url}${collection}/${id}`, { headers: { 'x-api-key': key } })
    const { onChain } = (await answer.json()) as { onChain?: { status?: string } }
    if (onChain?.status !== 'pending') return
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
}

/** Waits until the core does next to nothing: what was minted last is settled, told and saved. */
async function rest(served: Served): Promise<void> {
  for (let before = await processorMs(served), used = Number.POSITIVE_INFINITY; used > 50; ) {
    await new Promise((resolve) => setTimeout(resolve, 1_000))
    const now = await processorMs(served)
    used = now - before
    before = now
  }
}

async function memory(served: Served, options: Pick<LoadOptions, 'key' | 'ids'>, all: number) {
  const parts = 20
  const table: Record<string, Row> = {}
  for (let part = 0; part < parts; part++) {
    const requests = Math.round(all / parts / 2)
    await load(served, { ...options, kind: 'mint', requests, tag: `memory ${part}` })
    await load(served, { ...options, kind: 'read', requests, tag: '' })
    const [done, row] = [((part + 1) * requests * 2).toLocaleString('en'), await megabytes(served)]
    table[done] = row
    console.log(done, JSON.stringify(row))
  }
  console.log('Memory of the core after so many requests, half of them mints:')
  console.table(table)
}

const withheld = watchWithheld()
console.log(machine())
const table: Record<string, Row> = {}
for (const slow of [false, true]) await measured(slow, table)
console.table(table)
console.log(`At the end: ${busyText(withheld())}.`)
