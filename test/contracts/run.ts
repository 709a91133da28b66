/**
 * `npm run test:contracts [-- --steps <n>] [--operations <n>] [--seed <n>] [--kind economy|standard|copies]`: compiles the shipped contracts and
 * compares them with the checked-in artifacts, byte for byte; compares each kind of collection with OpenZeppelin's in random operations; then
 * strangers call every function of each, between our own mints. A part is ten thousand steps of a seed of its own in a new collection. Ends with 1
 * when a collection differs, or something that minters alone may change changed, and says with which seed and step.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { artifacts } from '../../scripts/contracts.mjs'
import { copiesDifferential } from './checks/copies-differential.ts'
import { differential } from './checks/differential.ts'
import { type HostileTally, hostileHolders } from './checks/hostile.ts'
import { benchOn, testContracts } from './support/bench.ts'
import { startChain } from './support/chain.ts'
import { subjects } from './support/hostile-subjects.ts'

const stepsInPart = 10_000
const kinds = ['economy', 'standard', 'copies'] as const

const { values } = parseArgs({
  options: {
    steps: { type: 'string', default: '300000' },
    operations: { type: 'string', default: '20000' },
    seed: { type: 'string', default: '721' },
    kind: { type: 'string' },
  },
})
const chosen = kinds.filter((kind) => values.kind === undefined || kind === values.kind)
if (chosen.length === 0) throw new Error(`--kind is one of ${kinds.join(', ')}`)
const [seed, steps, operations] = [Number(values.seed), Number(values.steps), Number(values.operations)]
console.log(`${operations} operations of each and ${steps} steps from seed ${seed}: ${chosen.join(', ')}`)
const began = Date.now()
const tallies: Record<string, HostileTally> = {}
try {
  for (const [file, text] of Object.entries(artifacts())) {
    const checkedIn = readFileSync(join(import.meta.dirname, '../../resources/contracts/artifacts', file), 'utf8')
    if (checkedIn !== text) throw new Error(`${file} is stale: run npm run contracts`)
  }
  console.log('The checked-in artifacts are what the sources compile to.')
  const helpers = testContracts()
  for (const kind of chosen) {
    const chain = await startChain()
    try {
      await (kind === 'copies'
        ? copiesDifferential(chain, { seed, operations })
        : differential(benchOn(chain, helpers, kind), { seed, operations }))
    } finally {
      await chain.close()
    }
    console.log(
      `${kind}: like OpenZeppelin’s in ${operations} operations, ${Math.round((Date.now() - began) / 1000)} s`,
    )
  }
  for (let part = 0, from = 0; from < steps; part++, from += stepsInPart) {
    const kind = chosen[part % chosen.length] ?? 'economy'
    // One chain a part: what anvil keeps of a long one takes gigabytes.
    const chain = await startChain()
    try {
      const options = { seed: seed + part, steps: Math.min(stepsInPart, steps - from) }
      const tally = await hostileHolders(chain, (payee) => subjects[kind](chain, payee), options)
      const sum = tallies[kind] ?? {}
      tallies[kind] = sum
      for (const [name, { done, refused }] of Object.entries(tally)) {
        const before = sum[name] ?? { done: 0, refused: 0 }
        sum[name] = { done: before.done + done, refused: before.refused + refused }
      }
    } finally {
      await chain.close()
    }
    console.log(`${Math.min(steps, from + stepsInPart)} steps, ${Math.round((Date.now() - began) / 1000)} s`)
  }
  for (const [kind, tally] of Object.entries(tallies)) {
    console.log(kind)
    console.table(tally)
  }
  console.log('Nothing changed that minters alone may change.')
} catch (error) {
  console.error(error)
  process.exitCode = 1
}
