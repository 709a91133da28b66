/**
 * Compressed NFTs on the practice network of Solana, with the real programs (MINTDESK_SOLANA_PROGRAMS): mints that go into a transaction by
 * the length of their URIs; lamports, time, processor and memory of runs of 10, 1,000 and 10,000, or of as many as are named; and a script as
 * it is usually written, one mint a transaction. `npm run bench:solana [-- 1000]`
 */
import { join } from 'node:path'
import { instructionsOf } from '../../src/core/chains/solana/instructions/instructions.ts'
import { measureOne, tokensThatFit } from '../../src/core/chains/solana/transactions/fit.ts'
import { solanaRecipientOf } from '../minting/open-engine.ts'
import { busyText, machine, watchWithheld } from './machine.ts'
import { mintOnSolana } from './solana-mintdesk.ts'
import { mintAsUsual } from './solana-usual.ts'

const programs = process.env.MINTDESK_SOLANA_PROGRAMS
if (!programs) {
  process.stderr.write('Set MINTDESK_SOLANA_PROGRAMS to a folder with the programs of Metaplex (docs/solana.md).\n')
  process.exit(1)
}
const named = process.argv.slice(2).map(Number)
const sizes = named.length > 0 ? named : [10, 1_000, 10_000]
const root = join(import.meta.dirname, '../..')

const withheld = watchWithheld()
console.log(machine())

console.log('\nMints in a transaction, by the bytes of URI and name:')
console.table(
  Object.fromEntries(
    [20, 40, 66, 80, 120, 160, 200].map((uri) => [
      `URI of ${uri}`,
      Object.fromEntries([8, 16, 32].map((name) => [`name of ${name}`, mintsOf(uri, name)])),
    ]),
  ),
)

console.log('\nRuns of Mintdesk:')
for (const size of sizes) {
  const figures = await mintOnSolana(root, programs, size)
  const { mints, transactions, lamportsPerMint, lamportsOnce, seconds, secondsOfMinting } = figures
  console.log(
    [
      `${mints} mints in ${transactions} transactions: ${lamportsPerMint} lamports each, ${lamportsOnce} once, ${(figures.quoted * 100).toFixed(1)} % of it quoted;`,
      `${seconds.toFixed(1)} s, of which minting ${secondsOfMinting.toFixed(1)} s (${Math.round(mints / secondsOfMinting)} a second);`,
      `processor ${ms(figures.coreCpu)} a mint in the core, ${ms(figures.nodeCpu)} in the node;`,
      `memory ${mb(figures.coreMemory)} and ${mb(figures.nodeMemory)}; ${busyText(withheld())}`,
    ].join(' '),
  )
}

console.log('\nA usual script (umi, one mint a transaction, each awaited, polled for every 100 ms):')
for (const [awaited, mints] of [
  ['confirmed', 100],
  ['finalized', 10],
] as const) {
  const { seconds, lamportsPerMint } = await mintAsUsual(root, programs, mints, awaited)
  console.log(
    `${awaited}: ${mints} mints in ${seconds.toFixed(1)} s (${(mints / seconds).toFixed(1)} a second), ${lamportsPerMint} lamports each; ${busyText(withheld())}`,
  )
}

function mintsOf(uri: number, name: number): number {
  const [payer = '', collection = '', tree = ''] = [1, 2, 3].map(solanaRecipientOf)
  const tokens = Array.from({ length: 12 }, (_, at) => ({
    ...{ recipient: solanaRecipientOf(10 + at), name: 'n'.repeat(name), symbol: 'BADGE', uri: 'u'.repeat(uri) },
  }))
  const measure = measureOne(payer, (token) => instructionsOf(payer).compressed(collection, tree, [token]))
  return tokensThatFit(measure, tokens)
}

function ms(value: number | null): string {
  return value === null ? '?' : `${value.toFixed(1)} ms`
}

function mb(value: number | null): string {
  return value === null ? '?' : `${Math.round(value)} MB`
}
