/**
 * Mints on the practice network of Aptos: transactions, octas, time, processor and memory of runs of 10, 1,000 and 10,000, or of as many as
 * are named, each beside the same run with one mint a transaction. `npm run bench:aptos [-- 1000]`
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { type AptosFigures, mintOnAptos } from './aptos-mintdesk.ts'
import { busyText, machine, watchWithheld } from './machine.ts'

const root = join(import.meta.dirname, '../..')
/** Says that this is a run of its own: how many mints, and how many of them in a transaction (0: as many as fit). */
const ofItsOwn = '--alone'

if (process.argv[2] === ofItsOwn) {
  const [mints = 0, mintsPerBatch = 0] = process.argv.slice(3).map(Number)
  process.stdout.write(JSON.stringify(await mintOnAptos(root, mints, mintsPerBatch || undefined)))
} else await compare()

async function compare(): Promise<void> {
  const named = process.argv.slice(2).map(Number)
  const withheld = watchWithheld()
  console.log(machine())
  for (const mints of named.length > 0 ? named : [10, 1_000, 10_000]) {
    const together = await alone(mints, 0)
    console.log(`\n${textOf(together)}; ${busyText(withheld())}`)
    const single = await alone(mints, 1)
    console.log(`one a transaction: ${textOf(single)}; ${busyText(withheld())}`)
    const times = (of: (figures: AptosFigures) => number) => (of(single) / of(together)).toFixed(2)
    console.log(
      `so ${times(({ transactions }) => transactions)} × fewer transactions, ${times(({ octasPerMint }) => octasPerMint)} × fewer octas, ${times(({ secondsOfMinting }) => secondsOfMinting)} × as fast`,
    )
  }
}

/** A run in a process of its own, so that its memory is its own. */
async function alone(mints: number, mintsPerBatch: number): Promise<AptosFigures> {
  const child = spawn(process.execPath, [import.meta.filename, ofItsOwn, `${mints}`, `${mintsPerBatch}`], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const gone = once(child, 'exit')
  const text = Buffer.concat(await child.stdout.toArray()).toString()
  const [code] = await gone
  if (code !== 0) throw new Error(`a run of ${mints} ended with ${code}`)
  return JSON.parse(text) as AptosFigures
}

function textOf(figures: AptosFigures): string {
  const { mints, transactions, octasPerMint, octasOnce, seconds, secondsOfMinting } = figures
  return [
    `${mints} mints in ${transactions} transactions: ${octasPerMint} octas each, ${octasOnce} once, ${(figures.quoted * 100).toFixed(1)} % of it quoted;`,
    `${seconds.toFixed(1)} s, of which minting ${secondsOfMinting.toFixed(1)} s (${Math.round(mints / secondsOfMinting)} a second);`,
    `processor ${ms(figures.coreCpu)} a mint in the core, ${ms(figures.nodeCpu)} in the node;`,
    `memory ${mb(figures.coreMemory)} and ${mb(figures.nodeMemory)}`,
  ].join(' ')
}

function ms(value: number | null): string {
  return value === null ? '?' : `${value.toFixed(1)} ms`
}

function mb(value: number | null): string {
  return value === null ? '?' : `${Math.round(value)} MB`
}
