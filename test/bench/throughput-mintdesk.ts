/** What Mintdesk takes: the command line as a person runs it, on a practice network in a folder that did not exist before. */
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { sql } from 'kysely'
import { z } from 'zod'
import { practiceConfirmations } from '../../src/core/chains/networks.ts'
import { openStore, type Store } from '../../src/core/store/open.ts'
import type { Figures } from './throughput-table.ts'

/** What `mintdesk mint --json` says of a run in which everything was minted. */
const summary = z.object({
  succeeded: z.number(),
  failed: z.literal(0),
  transactions: z.number(),
  gasUsed: z.number(),
})

/** A part of the command's time, in seconds. */
export interface Phase {
  phase: string
  seconds: number
}

/**
 * Mints a spreadsheet of `mints` rows from beginning to end, into a collection that has yet to be deployed. `minting`: from the moment at
 * which the contract is there and the run is entered, to the last receipt with its confirmations.
 * @param root of the checkout, which is built
 * @throws when not everything was minted
 */
export async function mintWithMintdesk(
  root: string,
  mints: number,
): Promise<{ whole: Figures; minting: Figures; phases: Phase[] }> {
  const dir = await mkdtemp(join(tmpdir(), 'mintdesk-bench-'))
  try {
    const file = join(dir, 'badges.csv')
    const data = join(dir, 'data')
    await writeFile(file, sheet(mints))
    const began = Date.now()
    const said = await command(root, ['mint', file, '--yes', '--json', '--data', data])
    const ended = Date.now()
    const { succeeded, transactions, gasUsed } = summary.parse(JSON.parse(said))
    if (succeeded !== mints) throw new Error(`Mintdesk minted ${succeeded} of ${mints}.`)
    const { blocks, moments, composing, settled, batches, gas } = await journalOf(join(data, 'mintdesk.db'))
    const seconds = (ended - began) / 1000
    return {
      whole: { mints, seconds, transactions, gas: gasUsed, blocks },
      minting: { mints, seconds: (settled - composing) / 1000, transactions: batches, gas, blocks },
      phases: phasesOf([['', began], ...moments, ['the results told, the network saved and ended', ended]]),
    }
  } finally {
    await rm(dir, { recursive: true, force: true })
  }
}

/** Rows as people have them: an address, a name, an image that is on IPFS already, two traits. */
function sheet(rows: number): string {
  const lines = Array.from({ length: rows }, (_, at) => {
    const address = createHash('sha256').update(String(at)).digest('hex').slice(0, 40)
    const image = 'ipfs://bafkreifzjut3te2nhyekklss27nh3k72ysco7y32koao5eei66wof36n5e'
    return `0x${address},Badge #${at + 1},"For guests, with thanks",${image},${at % 3 ? 'Guest' : 'Speaker'},${at % 400}`
  })
  return ['recipient,name,description,image,Tier,attributes.Seat:number', ...lines, ''].join('\n')
}

/** Runs the command line that was built; gives its standard output. */
async function command(root: string, args: readonly string[]): Promise<string> {
  const child = spawn(process.execPath, [join(root, 'out/main/cli.js'), ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [said, [code]] = await Promise.all([text(child.stdout), once(child, 'exit')])
  if (code !== 0) throw new Error(`mintdesk ended with exit code ${code}: ${said}`)
  return said
}

type Moments = [phase: string, end: number][]

/** What the journal tells of a data folder's only run. */
async function journalOf(database: string): Promise<{
  blocks: number
  moments: Moments
  /** When the lane began with the mints, and when the last was settled, ms. */
  composing: number
  settled: number
  batches: number
  gas: number
}> {
  const { db, close } = openStore(database, { migrate: false })
  try {
    const source = await db.selectFrom('imports').select('created_at').executeTakeFirstOrThrow()
    const run = await db.selectFrom('runs').select('created_at').executeTakeFirstOrThrow()
    const mints = await mintTransactions(db)
    const deployed = await db
      .selectFrom('transactions')
      .select(({ fn }) => fn.max('included_at').as('at'))
      .where('purpose', '=', 'deploy')
      .executeTakeFirstOrThrow()
    return {
      composing: Math.max(run.created_at, deployed.at ?? 0),
      settled: mints.settled,
      batches: mints.count,
      gas: mints.gas,
      blocks: mints.lastBlock - mints.firstBlock + practiceConfirmations,
      moments: [
        ['start: programs loaded, core opened, file sent', source.created_at],
        ['the file checked, the network brought up, the price made', run.created_at],
        ['the contract deployed and settled, the first batch signed', mints.firstSigned],
        ['batches composed, stored, signed and sent: until the last is signed', mints.lastSigned],
        ['the rest settled', mints.settled],
      ],
    }
  } finally {
    await close()
  }
}

async function mintTransactions(db: Store) {
  const of = await db
    .selectFrom('transactions')
    .select(({ fn }) => [
      fn.min('block_number').as('firstBlock'),
      fn.max('block_number').as('lastBlock'),
      fn.min('created_at').as('firstSigned'),
      fn.max('created_at').as('lastSigned'),
      fn.max('settled_at').as('settled'),
      fn.countAll<number>().as('count'),
      sql<number>`sum(cast(gas_used as integer))`.as('gas'),
    ])
    .where('purpose', '=', 'mint')
    .executeTakeFirstOrThrow()
  return {
    firstBlock: Number(of.firstBlock),
    lastBlock: Number(of.lastBlock),
    firstSigned: Number(of.firstSigned),
    lastSigned: Number(of.lastSigned),
    settled: Number(of.settled),
    count: Number(of.count),
    gas: Number(of.gas),
  }
}

function phasesOf(moments: Moments): Phase[] {
  return moments.slice(1).map(([phase, end], at) => ({ phase, seconds: (end - (moments[at]?.[1] ?? end)) / 1000 }))
}
