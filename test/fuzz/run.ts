/**
 * `npm run test:fuzz-api [-- --runs <n>] [--seed <n>] [--path <path>]`: hostile requests to every route of `/openapi.json`, each thousand to
 * an API of its own. A failing case prints a line for a shell, and the seed and path with which it comes again. Ends with 1 then.
 */
import { parseArgs } from 'node:util'
import { fuzzApi } from './fuzz-api.ts'

const { values } = parseArgs({
  options: {
    runs: { type: 'string', default: '20000' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    path: { type: 'string' },
  },
})
const first = Number(values.seed)
// A path is one case of one seed.
const runs = values.path === undefined ? Number(values.runs) : 1
const statuses = new Map<number, number>()
console.log(`${runs} requests from seed ${first}`)
for (let sent = 0, seed = first; sent < runs && !process.exitCode; seed++) {
  const result = await fuzzApi({
    seed,
    runs: values.path === undefined ? Math.min(1_000, runs - sent) : 1_000,
    path: values.path,
  })
  sent += result.runs
  for (const [status, count] of result.statuses) statuses.set(status, (statuses.get(status) ?? 0) + count)
  if (result.failure !== undefined) {
    console.error(`\n${result.failure}`)
    process.exitCode = 1
  } else console.log(`${sent} sent, seed ${seed} is through`)
}
console.log(
  [...statuses]
    .sort(([a], [b]) => a - b)
    .map(([status, count]) => `${status}: ${count}`)
    .join(', '),
)
