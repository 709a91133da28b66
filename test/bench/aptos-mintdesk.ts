/** What a run on Aptos takes Mintdesk: the engine over the practice network, in a folder that did not exist before. */

import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { boundHeapGrowth } from '../../src/core/host/heap-growth.ts'
import { makeQuote } from '../../src/core/minting/runs/quote.ts'
import { programFiles } from '../../src/core/program-files.ts'
import { collectionByPk } from '../../src/core/store/collections/collections.ts'
import { mintsNow } from '../../src/core/store/journal/mints-now.ts'
import { type OpenEngine, openEngine } from '../minting/open-engine.ts'
import { cpuSeconds, peakMegabytes } from './process-cost.ts'

export interface AptosFigures {
  mints: number
  /** Those that mint. */
  transactions: number
  /** Of the transactions that mint; whole numbers. */
  octasPerMint: number
  /** Paid once, for the collection. */
  octasOnce: number
  /** What the run was said to cost, all in all, over what it cost. */
  quoted: number
  /** From the order to the last mint's settlement, with the making of the collection; and the part from the first batch on. */
  seconds: number
  secondsOfMinting: number
  /** Milliseconds of processor for each mint, here and in the node's process; null where the system does not tell. */
  coreCpu: number
  nodeCpu: number | null
  /** Most memory since each process began, in MB. */
  coreMemory: number
  nodeMemory: number | null
}

/** @param root of the checkout  @param mintsPerBatch most mints of a transaction, where not as many as fit */
export async function mintOnAptos(root: string, mints: number, mintsPerBatch?: number): Promise<AptosFigures> {
  // As the core does when it starts.
  boundHeapGrowth()
  const dir = await mkdtemp(join(tmpdir(), 'mintdesk-bench-'))
  const world = await openEngine({
    ...{ dir, aptos: { program: programFiles(root)('aptos-node') }, timing: { groupMs: 300, pollMs: 250 } },
    ...(mintsPerBatch === undefined ? {} : { override: { limits: { mintsPerBatch } } }),
  })
  try {
    await world.aptos?.start()
    const pid = world.aptos?.status().pid ?? 0
    const quote = await quoteFor(world, mints)
    const before = { core: process.cpuUsage(), node: await cpuSeconds(pid) }
    const began = performance.now()
    const run = await world.addRun(mints)
    await untilFinished(world, run)
    const seconds = (performance.now() - began) / 1000
    const { user, system } = process.cpuUsage(before.core)
    const after = await cpuSeconds(pid)
    return {
      ...(await journalOf(world, mints, quote)),
      seconds,
      coreCpu: (user + system) / 1000 / mints,
      nodeCpu: after === null || before.node === null ? null : ((after - before.node) * 1000) / mints,
      coreMemory: (process.resourceUsage().maxRSS * 1024) / 1e6,
      nodeMemory: await peakMegabytes(pid),
    }
  } finally {
    await world.close()
    await rm(dir, { recursive: true, force: true })
  }
}

async function untilFinished({ db }: OpenEngine, run: string): Promise<void> {
  for (;;) {
    const { state } = await db.selectFrom('runs').select('state').where('id', '=', run).executeTakeFirstOrThrow()
    if (state === 'finished') return
    await pause(100)
  }
}

async function quoteFor({ db, chains, project, collectionPk }: OpenEngine, nfts: number): Promise<number> {
  const hosted = { mints: 0, of: nfts, uri: '', distinct: nfts }
  const { fee } = await makeQuote({
    ...{ db, importId: 'none', nfts, hosted, project, reserved: 0n, ceiling: null },
    collection: await collectionByPk(db, collectionPk),
    client: await chains.client('practice', 'aptos'),
  })
  return Number(fee.expected)
}

async function journalOf({ db }: OpenEngine, mints: number, quote: number) {
  const sent = await db.selectFrom('transactions').select(['purpose', 'fee', 'settled_at']).execute()
  const paid = (purpose: string) =>
    sent.filter((one) => one.purpose === purpose).reduce((sum, { fee }) => sum + Number(fee ?? 0), 0)
  const minted = await mintsNow(db).select('pk').where('state', '=', 'succeeded').execute()
  if (minted.length !== mints) throw new Error(`${minted.length} of ${mints} were minted.`)
  const { composed } = await db
    .selectFrom('batches')
    .select((eb) => eb.fn.min('created_at').as('composed'))
    .executeTakeFirstOrThrow()
  const settled = sent.reduce((last, { settled_at }) => Math.max(last, settled_at ?? 0), 0)
  return {
    mints,
    transactions: sent.filter(({ purpose }) => purpose === 'mint').length,
    octasPerMint: Math.round(paid('mint') / mints),
    octasOnce: paid('deploy'),
    quoted: quote / (paid('deploy') + paid('mint')),
    secondsOfMinting: (settled - Number(composed)) / 1000,
  }
}
