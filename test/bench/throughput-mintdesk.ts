/** What Mintdesk takes: the command line as a person runs it, on a practice network in a folder that did not exist before. */
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { z } from 'zod'
import { practiceConfirmations } from '../../src/core/chains/networks.ts'
import { openStore, type Store } from '../../src/core/store/sqlite/open.ts'
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

/** When a batch came how far, ms from the beginning of minting, and in which block it is. */
export type BatchTimes = Record<'composed' | 'signed' | 'sent' | 'block' | 'included' | 'settled', number>

/**
 * Mints a spreadsheet of `mints` rows from beginning to end, into a collection that has yet to be deployed. `minting`: from the moment at
 * which the contract is there and the run is entered, until all are settled, with all their confirmations; `included`: until the last is
 * seen in a block, its first confirmation.
 * @param root of the checkout, which is built
 * @throws when not everything was minted
 */
export async function mintWithMintdesk(
  root: string,
  mints: number,
): Promise<{ whole: Figures; minting: Figures; included: Figures; phases: Phase[]; batches: BatchTimes[] }> {
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
    const { moments, composing, mints: of } = await journalOf(join(data, 'mintdesk.db'))
    const { settled, gas, times } = of
    const lone = { mints, transactions: of.count, gas }
    const span = of.lastBlock - of.firstBlock
    const blocks = span + practiceConfirmations
    const seconds = (ended - began) / 1000
    return {
      whole: { mints, seconds, transactions, gas: gasUsed, blocks },
      minting: { ...lone, seconds: (settled - composing) / 1000, blocks },
      included: { ...lone, seconds: (of.included - composing) / 1000, blocks: span + 1 },
      batches: times(composing),
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
  return ['recipient,name,description,image,attributes.Tier,attributes.Seat:number', ...lines, ''].join('\n')
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
  moments: Moments
  /** When the signer queue began with the mints, ms. */
  composing: number
  mints: Awaited<ReturnType<typeof mintTransactions>>
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
      mints,
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
  const rows = await db
    .selectFrom('transactions as t')
    .innerJoin('attempts as a', 'a.transaction_pk', 't.pk')
    .innerJoin('batches as b', 'b.pk', 't.batch_pk')
    .select(['b.created_at as composed', 't.created_at as signed', 'a.sent_at as sent', 't.included_at as included'])
    .select(['t.settled_at as settled', 't.block_number as block', 't.gas_used as gas'])
    .where('t.purpose', '=', 'mint')
    .orderBy('t.sequence')
    .execute()
  const of = (moment: (row: (typeof rows)[number]) => number | null) => rows.map((row) => Number(moment(row)))
  // One that was seen with all its confirmations at once was seen no sooner.
  const included = of((row) => row.included ?? row.settled)
  return {
    firstBlock: Math.min(...of(({ block }) => block)),
    lastBlock: Math.max(...of(({ block }) => block)),
    firstSigned: Math.min(...of(({ signed }) => signed)),
    lastSigned: Math.max(...of(({ signed }) => signed)),
    included: Math.max(...included),
    settled: Math.max(...of(({ settled }) => settled)),
    count: rows.length,
    gas: rows.reduce((sum, row) => sum + Number(row.gas), 0),
    times: (since: number): BatchTimes[] =>
      rows.map(({ composed, signed, sent, settled, block }, at) => ({
        ...{ composed: composed - since, signed: signed - since, sent: Number(sent) - since },
        ...{ block: Number(block), included: Number(included[at]) - since, settled: Number(settled) - since },
      })),
  }
}

function phasesOf(moments: Moments): Phase[] {
  return moments.slice(1).map(([phase, end], at) => ({ phase, seconds: (end - (moments[at]?.[1] ?? end)) / 1000 }))
}
