/**
 * `npm run bench`: how fast Mintdesk is, on this machine, now. First 10,000 mints from a spreadsheet by command line, beside the usual
 * scripts of one transaction a mint and a library's loop; then gas, spreadsheets, metadata and the journal. Nothing fails for being slow.
 *
 * `npm run bench -- [--throughput] [--mints <n>] [--full]`: only the first part; another number of mints; the pipelined script with
 * all of them too, not with a part.
 */
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { busyText, machine, watchWithheld } from './machine.ts'
import { mintWithMintdesk } from './throughput-mintdesk.ts'
import { throughputRows } from './throughput-table.ts'
import { compileUsualContracts, mintAsUsual } from './throughput-usual.ts'

const root = join(import.meta.dirname, '../..')
const { values } = parseArgs({
  options: {
    throughput: { type: 'boolean', default: false },
    full: { type: 'boolean', default: false },
    mints: { type: 'string', default: '10000' },
  },
})
const mints = Number(values.mints)

/** Mints that are enough to know how long one takes: a block each, and about eight full blocks. */
const awaitedMints = 8
const pipelinedMints = Math.min(values.full ? mints : 2_000, mints)

const withheld = watchWithheld()
say(machine())
await throughput()
if (!values.throughput) {
  part('Spreadsheets: 100,000 rows checked', 'imports.ts', 'csv', '100000')
  part('Metadata', 'metadata.ts')
  part('Journal: its writes for a batch of 200', 'journal.ts')
  part('Gas', 'gas.ts')
}
say(`\nAt the end: ${busyText(withheld())}.`)

async function throughput(): Promise<void> {
  heading(`Throughput: ${mints.toLocaleString('en')} mints, blocks of 30 M gas, one a second`)
  const { whole, minting, included, phases, batches } = await mintWithMintdesk(root, mints)
  const { usual, loop } = compileUsualContracts()
  const ways = [
    { name: 'mintdesk, minting alone, one confirmation', measured: included },
    { name: 'mintdesk, minting alone, two confirmations', measured: minting },
    { name: 'mintdesk mint, the whole command', measured: whole },
    { name: "a library's loop, 200 a transaction, pipelined", measured: await mintAsUsual(loop, 'looped', mints) },
    { name: 'one transaction a mint, pipelined', measured: await mintAsUsual(usual, 'pipelined', pipelinedMints) },
    { name: 'one transaction a mint, awaited', measured: await mintAsUsual(usual, 'awaited', awaitedMints) },
  ]
  console.table(throughputRows(ways, mints))
  say(
    'The whole command: from typing it to its end: start, spreadsheet, checks, network, contract, metadata, mints, two confirmations,',
  )
  say(
    'saving. Minting alone: in a contract that is there, metadata included; one confirmation is what the scripts wait for, two are',
  )
  say(
    'what Mintdesk does. The scripts: minting alone, in a contract that is there, metadata that is there, one confirmation.',
  )
  say(
    'Blocks: from the one of the first mint to the one that settled the last. ~ is extended in proportion from what was measured.',
  )
  say('\nWhere the time of the command went:')
  console.table(Object.fromEntries(phases.map(({ phase, seconds }) => [phase, { seconds: seconds.toFixed(1) }])))
  say('\nIts batches, ms from the beginning of minting alone:')
  console.table(batches)
}

function part(title: string, script: string, ...args: string[]): void {
  heading(title)
  const { status } = spawnSync(process.execPath, [join(import.meta.dirname, script), ...args], { stdio: 'inherit' })
  if (status !== 0) process.exitCode = 1
}

function heading(title: string): void {
  say(`\n${title} (so far ${busyText(withheld())})`)
}

function say(line: string): void {
  console.log(line)
}
