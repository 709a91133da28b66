/**
 * `npm run bench:scale [-- <mints> …]`, by default 1,000, 10,000, 100,000 and 1,000,000: one run each, in a data folder of its own, through a
 * served core and the command line. Prints how soon after the press there is a run, the first batch is signed and all rows are entered; how fast, in how much memory and processor time, how long the window's questions took meanwhile, and how
 * long the core takes to start on what is there then, beside a start on nothing; cost per mint is to stay flat. A million take up to an hour.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { text } from 'node:stream/consumers'
import { setTimeout as delay } from 'node:timers/promises'
import SqliteDatabase from 'better-sqlite3'
import { z } from 'zod'
import { busyText, machine, watchWithheld } from './machine.ts'

const root = join(import.meta.dirname, '../..')
const program = join(root, 'out/main/cli.js')

const apiFile = z.object({ url: z.string(), token: z.string() })
const summary = z.object({
  rows: z.int(),
  succeeded: z.int(),
  failed: z.int(),
  seconds: z.number(),
  gasUsed: z.number(),
})
const runs = z.array(
  z.object({ id: z.string(), counts: z.object({ succeeded: z.int() }), startedAt: z.string().nullish() }),
)

interface Served {
  child: ChildProcess
  url: string
  /** From the start of the process until it says that it is ready, ms; and the processor's part of it. */
  readyMs: number
  processorMs: number
}

async function serve(data: string): Promise<Served> {
  const began = performance.now()
  const child = spawn(process.execPath, [program, 'serve', '--port', '0', '--data', data], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  if (child.stdout === null) throw new Error('the core has no output')
  for await (const line of createInterface(child.stdout)) {
    const url = /^Mintdesk is ready at (\S+)$/.exec(line)?.[1]
    if (url === undefined) continue
    const readyMs = performance.now() - began
    return { child, url, readyMs, processorMs: await processorMs(child) }
  }
  throw new Error('the core ended before it was ready')
}

async function end(child: ChildProcess): Promise<void> {
  child.kill('SIGTERM')
  await once(child, 'exit')
}

/** Processor time that a process has used, all its threads together, ms. Linux counts it in hundredths of a second. */
async function processorMs({ pid }: ChildProcess): Promise<number> {
  const fields = (await readFile(`/proc/${pid}/stat`, 'utf8')).replace(/^.*\) /, '').split(' ')
  return (Number(fields[11]) + Number(fields[12])) * 10
}

/** Starts the core on a folder and ends it again; how long it took. */
async function startOnce(data: string): Promise<Served> {
  const served = await serve(data)
  await end(served.child)
  return served
}

/** Highest resident memory of a process so far, MB. */
async function peakMegabytes(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8')
  return Math.round(Number(/^VmHWM:\s+(\d+) kB$/m.exec(status)?.[1] ?? Number.NaN) / 1024)
}

async function writeSheet(file: string, rows: number): Promise<void> {
  const out = createWriteStream(file)
  out.write('recipient,name,description,image,attributes.Tier,attributes.Seat:number\r\n')
  for (let at = 0; at < rows; at++) {
    const address = createHash('sha256').update(String(at)).digest('hex').slice(0, 40)
    const image = 'ipfs://bafkreifzjut3te2nhyekklss27nh3k72ysco7y32koao5eei66wof36n5e'
    const line = `0x${address},Badge #${at + 1},"For guests, with thanks",${image},${at % 3 ? 'Guest' : 'Speaker'},${at % 400}\r\n`
    if (!out.write(line)) await once(out, 'drain')
  }
  out.end()
  await once(out, 'close')
}

/** Asks what an open window asks, until `over`; the answers' times in ms. */
async function askAlong(data: string, over: AbortSignal): Promise<number[]> {
  const { url, token } = apiFile.parse(JSON.parse(await readFile(join(data, 'api.json'), 'utf8')))
  const headers = { authorization: `Bearer ${token}` }
  const times: number[] = []
  while (!over.aborted) {
    const began = performance.now()
    const [run] = runs.parse(await (await fetch(`${url}/app/runs`, { headers })).json())
    if (run !== undefined) {
      const offset = Math.max(0, run.counts.succeeded - 100)
      await (await fetch(`${url}/app/runs/${run.id}`, { headers })).arrayBuffer()
      await (await fetch(`${url}/app/runs/${run.id}/rows?offset=${offset}&limit=100`, { headers })).arrayBuffer()
    }
    times.push(performance.now() - began)
    await delay(500, undefined, { signal: over }).catch(() => undefined)
  }
  return times.sort((a, b) => a - b)
}

/** The command's own lines, as they come; ends with when the price was there, after which it presses, and when its run was. */
async function pressOf(lines: NodeJS.ReadableStream): Promise<number> {
  let price = Number.NaN
  let run = Number.NaN
  for await (const line of createInterface(lines)) {
    console.error(line)
    if (/^ {2}Time /.test(line)) price = performance.now()
    else if (Number.isNaN(run) && line.includes(' minted (')) run = performance.now()
  }
  return run - price
}

/** What the journal says of a run's beginning, ms since it was made: first mints signed (and the contract confirmed before), last row entered. */
function beginningOf(data: string): { stands: number; signed: number; entered: number } {
  const journal = new SqliteDatabase(join(data, 'mintdesk.db'), { readonly: true })
  try {
    const row = journal
      .prepare<[], { stands: number | null; signed: number; entered: number }>(
        `select (select max(settled_at) from transactions where purpose = 'deploy') - created_at as stands,
           (select min(created_at) from transactions where purpose = 'mint') - created_at as signed,
           (select max(created_at) from mints) - created_at as entered from runs`,
      )
      .get()
    return { stands: row?.stands ?? 0, signed: row?.signed ?? Number.NaN, entered: row?.entered ?? Number.NaN }
  } finally {
    journal.close()
  }
}

async function measure(mints: number): Promise<Record<string, string>> {
  const dir = await mkdtemp(join(tmpdir(), 'mintdesk-scale-'))
  const data = join(dir, 'data')
  const file = join(dir, 'badges.csv')
  let served: Served | undefined
  try {
    await writeSheet(file, mints)
    served = await serve(data)
    const over = new AbortController()
    const asked = askAlong(data, over.signal)
    const began = performance.now()
    const minting = spawn(process.execPath, [program, 'mint', file, '--yes', '--json', '--data', data], {
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    const [said, press] = await Promise.all([text(minting.stdout), pressOf(minting.stderr), once(minting, 'exit')])
    const whole = (performance.now() - began) / 1000
    over.abort()
    const times = await asked
    const done = summary.parse(JSON.parse(said))
    if (done.succeeded !== mints) throw new Error(`${done.succeeded} of ${mints} were minted`)
    const peak = await peakMegabytes(served.child.pid ?? 0)
    const used = await processorMs(served.child)
    await end(served.child)
    served = undefined
    const { stands, signed, entered } = beginningOf(data)
    const { size } = await stat(join(data, 'mintdesk.db'))
    const again = await startOnce(data)
    await startOnce(join(dir, 'nothing'))
    const onNothing = await startOnce(join(dir, 'nothing'))
    const started = ({ readyMs, processorMs }: Served) => `${readyMs.toFixed(0)} (${processorMs})`
    return {
      'press to run': `${(press / 1000).toFixed(2)} s`,
      'first signed (contract there)': `${(signed / 1000).toFixed(1)} s (${(stands / 1000).toFixed(1)})`,
      'all entered': `${(entered / 1000).toFixed(1)} s`,
      'entered rows/s': Math.round((mints * 1000) / entered).toLocaleString('en'),
      'whole command': `${whole.toFixed(1)} s`,
      'its run': `${done.seconds.toFixed(1)} s`,
      'mints/s of the run': Math.round(mints / done.seconds).toLocaleString('en'),
      'ms a mint, whole': ((whole * 1000) / mints).toFixed(2),
      'core, processor ms a mint': (used / mints).toFixed(2),
      'gas a mint': Math.round(done.gasUsed / mints).toLocaleString('en'),
      'core peak MB': String(peak),
      'three questions, p99 ms': (times[Math.floor(times.length * 0.99)] ?? Number.NaN).toFixed(0),
      'database MB': (size / 1e6).toFixed(0),
      'next start ms (processor)': started(again),
      'on nothing': started(onNothing),
    }
  } finally {
    if (served) await end(served.child)
    await rm(dir, { recursive: true, force: true })
  }
}

const wanted = process.argv.slice(2).map(Number)
const withheld = watchWithheld()
console.log(machine())
const table: Record<string, Record<string, string>> = {}
for (const mints of wanted.length > 0 ? wanted : [1_000, 10_000, 100_000, 1_000_000]) {
  console.log(`${mints.toLocaleString('en')} mints (so far ${busyText(withheld())}) …`)
  table[mints.toLocaleString('en')] = await measure(mints)
  console.table(table)
}
