/**
 * Compressed NFTs on the practice network of Solana, with the real programs (MINTDESK_SOLANA_PROGRAMS): lamports, transactions and time for
 * runs of 10, 1,000 and 10,000, or of as many as are named. `npm run bench:solana [-- 1000]`
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { solanaNodeFile } from '../../src/core/practice/solana/network.ts'
import { openEngine } from '../minting/open-engine.ts'

const programs = process.env.MINTDESK_SOLANA_PROGRAMS
if (!programs) {
  process.stderr.write('Set MINTDESK_SOLANA_PROGRAMS to a folder with the programs of Metaplex (docs/solana.md).\n')
  process.exit(1)
}
const named = process.argv.slice(2).map(Number)
const sizes = named.length > 0 ? named : [10, 1_000, 10_000]
const root = join(import.meta.dirname, '../..')

for (const size of sizes) {
  const dir = await mkdtemp(join(tmpdir(), 'mintdesk-bench-'))
  const node = { program: solanaNodeFile(root), programs: [programs] }
  const world = await openEngine({ dir, solana: node, timing: { groupMs: 300, pollMs: 250 } })
  try {
    await world.solana?.start()
    const began = performance.now()
    const run = await world.addRun(size)
    let peak = 0
    for (;;) {
      peak = Math.max(peak, process.memoryUsage().rss)
      const { state } = await world.db
        .selectFrom('runs')
        .select('state')
        .where('id', '=', run)
        .executeTakeFirstOrThrow()
      if (state === 'finished') break
      await pause(100)
    }
    const seconds = (performance.now() - began) / 1000
    const sent = await world.db.selectFrom('transactions').select(['purpose', 'fee']).execute()
    const paid = (purpose: string) =>
      sent.filter((one) => one.purpose === purpose).reduce((sum, { fee }) => sum + Number(fee ?? 0), 0)
    const minted = await world.db.selectFrom('mints').select('pk').where('state', '=', 'succeeded').execute()
    const transactions = sent.filter(({ purpose }) => purpose === 'mint').length
    process.stdout.write(
      `${JSON.stringify({
        mints: minted.length,
        transactions,
        lamportsPerMint: Math.round(paid('mint') / size),
        rentOfCollectionAndTree: paid('deploy'),
        seconds: Number(seconds.toFixed(1)),
        mintsPerSecond: Math.round(size / seconds),
        memoryMB: Math.round(peak / 1e6),
      })}\n`,
    )
  } finally {
    await world.close()
    await rm(dir, { recursive: true, force: true })
  }
}
