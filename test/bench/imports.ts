/**
 * How fast a spreadsheet is checked, in how much memory, and how long the core's event loop is held up meanwhile.
 * `npm run bench:imports -- [csv|xlsx] [rows …]`, by default 100,000 and 1,000,000 rows as CSV, 10,000 and 100,000 as a workbook; each in a
 * process of its own, whose peak resident memory is reported.
 * On a busy machine the seconds of processor, all threads together, say more than those of the clock.
 */
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { checksumEvmDigits } from '../../src/shared/address.ts'
import { openImports, root } from '../imports/fixture.ts'
import { writeXlsxSheet } from './xlsx-sheet.ts'

async function measure(kind: Kind, rows: number): Promise<void> {
  const dir = await mkdtemp(join(tmpdir(), 'mintdesk-bench-'))
  // The threads' built programs, as people run them.
  const opened = await openImports('practice', join(root, 'out/main/import-worker.js'))
  try {
    const name = `sheet.${kind}`
    const file = join(dir, name)
    await (kind === 'csv' ? writeSheet : writeXlsxSheet)(file, rows)
    const { size } = await stat(file)
    const delay = monitorEventLoopDelay({ resolution: 1 })
    delay.enable()
    const cpu = process.cpuUsage()
    const began = performance.now()
    const { id } = await opened.imports.start({
      projectId: 'p',
      collectionId: 'default-polygon',
      file,
      name,
    })
    const { counts } = await opened.imports.done(id)
    const seconds = (performance.now() - began) / 1000
    delay.disable()
    const { user, system } = process.cpuUsage(cpu)
    const corrected = performance.now()
    await opened.imports.correctCell(id, 3, 'name', 'Corrected')
    const correction = performance.now() - corrected
    const listed = performance.now()
    await opened.imports.listRows(id, { filter: 'ready', offset: Math.floor(counts.ready * 0.9), limit: 100 })
    const listing = performance.now() - listed
    console.log(
      [
        `${kind} · ${rows.toLocaleString('en')} rows (${(size / 1e6).toFixed(0)} MB)`,
        `${seconds.toFixed(1)} s`,
        `${((user + system) / 1e6).toFixed(1)} s of processor`,
        `${Math.round(rows / seconds).toLocaleString('en')} rows/s`,
        `peak ${Math.round(process.resourceUsage().maxRSS / 1024)} MB`,
        `event loop p99 ${(delay.percentile(99) / 1e6).toFixed(1)} ms, max ${(delay.max / 1e6).toFixed(1)} ms`,
        `one correction ${correction.toFixed(0)} ms`,
        `page at 90% ${listing.toFixed(0)} ms`,
        `${counts.ready} ready, ${counts.errors} errors, ${counts.warnings} warnings`,
      ].join(' · '),
    )
  } finally {
    await opened.close()
    await rm(dir, { recursive: true, force: true })
  }
}

/** Rows as people have them: checksummed addresses and e-mail addresses, quotes, traits; 1 % wrong and 0.1 % twice. */
async function writeSheet(file: string, rows: number): Promise<void> {
  const out = createWriteStream(file)
  out.write('recipient,name,description,image,attributes,attributes.Tier,attributes.Seat:number\r\n')
  for (let at = 0; at < rows; at++) {
    const row = at % 1000 === 7 ? Math.max(0, at - 3) : at
    const digits = createHash('sha256').update(String(row)).digest('hex').slice(0, 40)
    const person = row % 5 === 3 ? `person${row}@example.com` : checksumEvmDigits(digits)
    const recipient = row % 100 === 50 ? digits : person
    const traits = `"[{""trait_type"":""Year"",""value"":""2026""}]"`
    const line = `${recipient},Badge #${row},"For guests, with thanks",ipfs://bafybeigdyrzt/${row}.png,${traits},${row % 3 ? 'Guest' : 'Speaker'},${row % 400}\r\n`
    if (!out.write(line)) await once(out, 'drain')
  }
  out.end()
  await once(out, 'close')
}

type Kind = 'csv' | 'xlsx'
const usual: Record<Kind, number[]> = { csv: [100_000, 1_000_000], xlsx: [10_000, 100_000] }

const [first = '', ...others] = process.argv.slice(2)
const kinds: Kind[] = first === 'csv' || first === 'xlsx' ? [first] : ['csv', 'xlsx']
const sizes = (kinds.length === 1 ? others : [first, ...others]).map(Number).filter((rows) => rows > 0)
const [kind, rows] = [kinds[0], sizes[0]]
if (kinds.length === 1 && sizes.length === 1 && kind !== undefined && rows !== undefined) await measure(kind, rows)
else
  for (const one of kinds)
    for (const size of sizes.length === 0 ? usual[one] : sizes)
      execFileSync(process.execPath, [import.meta.filename, one, String(size)], { stdio: 'inherit' })
