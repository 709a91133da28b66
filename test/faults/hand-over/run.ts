/**
 * `npm run test:hand-over [-- --nfts <n>] [--people <n>] [--kills <n>]`: hands 10,000 NFTs of 2,000 people over on anvil while the core is
 * killed 12 times, and reads from the chain where each went. Ends with 1 when one moved twice, or is not where it is to be.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { buildCrashCore, removeCrashCore } from '../build-crash-core.ts'
import { endStrays } from '../end-strays.ts'
import { handOverTrial } from './trial.ts'

const { values } = parseArgs({
  options: {
    nfts: { type: 'string', default: '10000' },
    people: { type: 'string', default: '2000' },
    kills: { type: 'string', default: '12' },
  },
})
const dir = await mkdtemp(join(tmpdir(), 'mintdesk-hand-over-trial-'))
const began = Date.now()
await buildCrashCore()
try {
  const figures = await handOverTrial(
    dir,
    {
      nfts: Number(values.nfts),
      people: Number(values.people),
      kills: Number(values.kills),
      core: { blocks: 1_000, mintsPerBatch: 500, transactionsInFlight: 64 },
      random: Math.random,
    },
    (line) => console.log(`${String(Math.round((Date.now() - began) / 1_000)).padStart(6)} s  ${line}`),
  )
  console.table(figures)
  if (figures.doubles > 0 || figures.lost > 0) process.exitCode = 1
} finally {
  await removeCrashCore()
  await endStrays(dir)
  await rm(dir, { recursive: true, force: true })
}
