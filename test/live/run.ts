/**
 * `npm run test:live`: what only real networks and services can show. Every part says what it needs, in variables of the environment, and is
 * skipped without; `-- --part <name>` (or `--chain <name>`, any testnet) runs one. Ends with 1 where a part failed.
 */
import { parseArgs } from 'node:util'
import { withFolder } from '../core/trial-core.ts'
import { type LivePart, lacking, liveParts } from './parts.ts'
import { testnetJob } from './testnet-job.ts'

/** A testnet that stands still must end the program, too. */
const patienceMs = 15 * 60_000

const { values } = parseArgs({ options: { chain: { type: 'string' }, part: { type: 'string' } } })
const named = values.part ?? values.chain
const parts = named === undefined ? liveParts : partsNamed(named)
if (parts.length === 0) say(`There is no part ${named}: ${liveParts.map(({ name }) => name).join(', ')}.`)
let failed = parts.length === 0
for (const part of parts) if (!(await shows(part))) failed = true
process.exit(failed ? 1 : 0)

function partsNamed(name: string): LivePart[] {
  const found = liveParts.filter((part) => part.name === name)
  const [testnet] = liveParts
  // Any other network that Mintdesk knows does as the first testnet does.
  if (found.length > 0 || values.chain === undefined || testnet === undefined) return found
  const run: LivePart['run'] = ({ folder, given, say: tell }) =>
    testnetJob({
      ...{ folder, chain: name, seed: given.MINTDESK_TEST_SEED ?? '', say: tell },
      rpcs: given.MINTDESK_TEST_RPC?.split(','),
    })
  return [{ ...testnet, name, run }]
}

/** @returns whether nothing went wrong */
async function shows(part: LivePart): Promise<boolean> {
  say(`\n${part.name}: ${part.shows}`)
  const skipped = lacking(part, process.env)
  if (skipped !== null) {
    say(`  ${skipped}`)
    return true
  }
  const late = setTimeout(() => {
    say(`  It failed: it did not get through in ${patienceMs / 60_000} minutes.`)
    process.exit(1)
  }, patienceMs)
  try {
    await withFolder((folder) => part.run({ folder, given: process.env, say: (line) => say(`  ${line}`) }))
    return true
  } catch (error) {
    say(`  It failed: ${error instanceof Error ? error.message : String(error)}`)
    return false
  } finally {
    clearTimeout(late)
  }
}

function say(line: string): void {
  process.stdout.write(`${line}\n`)
}
