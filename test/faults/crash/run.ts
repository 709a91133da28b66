/**
 * `npm run test:crash [-- --chain solana|aptos] [--random <n>] [--passages 1,3] [--points <names>] [--workers <n>]`: kills the core at every named point of the journal and at 200
 * random moments; `--chain networks`: kills practice networks alone, with strangers' transactions in between (100 where --random is absent);
 * `--chain solana`: on Solana's practice network, with the programs of MINTDESK_SOLANA_PROGRAMS and faults of its node; `--chain aptos`: on Aptos', with faults of its node. Ends with 1 when a mint was made twice or lost, or when it killed less often than it was to.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { killTrial } from '../../practice/kill-trial.ts'
import { buildCrashCore, removeCrashCore } from '../build-crash-core.ts'
import { crash } from './crash.ts'

const { values } = parseArgs({
  options: {
    chain: { type: 'string', default: 'evm' },
    random: { type: 'string' },
    passages: { type: 'string', default: '1,3' },
    points: { type: 'string' },
    workers: { type: 'string', default: String(availableParallelism()) },
  },
})
if (values.chain === 'solana' && process.env.MINTDESK_SOLANA_PROGRAMS === undefined)
  throw new Error('MINTDESK_SOLANA_PROGRAMS must name the folder of its programs (docs/solana.md)')
if (values.chain === 'networks') await killNetworks()
else await killCores()

/** Anvil, its core or both, at random moments: everything that was answered is there afterwards. */
async function killNetworks(): Promise<void> {
  const dir = await mkdtemp(join(tmpdir(), 'mintdesk-kills-'))
  const { wrong, ...figures } = await killTrial(dir, Number(values.random ?? 100), Math.random)
  await rm(dir, { recursive: true, force: true })
  console.table(figures)
  for (const one of wrong) console.error(one)
  process.exitCode = wrong.length > 0 ? 1 : 0
}

function familyOf(chain: string): 'evm' | 'solana' | 'aptos' {
  return chain === 'solana' || chain === 'aptos' ? chain : 'evm'
}

async function killCores(): Promise<void> {
  const points = values.points?.split(',') ?? []
  const options = {
    family: familyOf(values.chain),
    passages: values.passages.split(',').filter(Boolean).map(Number),
    ...(values.points === undefined ? {} : { only: (point: string) => points.includes(point) }),
    random: Number(values.random ?? 200),
    workers: Number(values.workers),
  }
  const began = Date.now()
  const seconds = () => `${Math.round((Date.now() - began) / 1_000)} s`
  await buildCrashCore()
  const { missed, notPassed, ...figures } = await crash(options, (line) =>
    console.log(`${seconds().padStart(7)}  ${line}`),
  ).finally(removeCrashCore)
  console.table(figures)
  if (notPassed.length > 0) console.log(`Passed once only, so nothing was killed there later: ${notPassed.join('; ')}`)
  if (missed.length > 0) console.error(`Not reached: ${missed.join('; ')}`)
  if (figures.random < options.random)
    console.error(
      `Only ${figures.random} of ${options.random} random moments found anything signed or sent and unsettled.`,
    )
  console.log(seconds())
  const wrong = figures.doubles + figures.lost + figures.unfinished + missed.length
  process.exitCode = wrong > 0 || figures.onChain !== figures.mints || figures.random < options.random ? 1 : 0
}
