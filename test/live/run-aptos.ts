/**
 * `npm run test:aptos-testnet`: Aptos' family on the real testnet, with the seed in MINTDESK_TEST_SEED (24 words) and an RPC in MINTDESK_TEST_RPC
 * (the first public one when absent). Ends with 0 when there is no seed: nothing was tried.
 */
import { knownNetworks } from '../../src/core/chains/networks.ts'
import { withFolder } from '../core/trial-core.ts'
import { aptosJob } from './aptos-job.ts'

const chain = 'aptos-testnet'
/** A testnet that stands still must end the program, too. */
const patienceMs = 15 * 60_000

process.exitCode = await main()

async function main(): Promise<number> {
  const seed = process.env.MINTDESK_TEST_SEED
  if (!seed)
    return say(
      0,
      `Skipped: set MINTDESK_TEST_SEED to 24 words whose treasury holds 1 APT on ${chain}; run it once to be told its address (docs/aptos.md).`,
    )
  const rpc = process.env.MINTDESK_TEST_RPC?.split(',')[0] ?? knownNetworks().live(chain).rpcs[0] ?? ''
  const late = setTimeout(() => process.exit(say(1, `${chain} did not get through in 15 minutes.`)), patienceMs)
  try {
    await withFolder((folder) => aptosJob({ folder, chain, seed, rpc, say: (line) => say(0, line) }))
    return say(0, `All of it was done on ${chain}.`)
  } catch (error) {
    return say(1, error instanceof Error ? error.message : String(error))
  } finally {
    clearTimeout(late)
  }
}

function say(code: number, line: string): number {
  process.stdout.write(`${line}\n`)
  return code
}
