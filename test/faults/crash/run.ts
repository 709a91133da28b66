/** `npm run test:crash`: kills the core at every named point of the journal and at 200 random moments; ends with 1 when a mint was made twice or lost. */
import { parseArgs } from 'node:util'
import { buildCrashCore } from '../build-crash-core.ts'
import { crash } from './crash.ts'

const { values } = parseArgs({
  options: { random: { type: 'string', default: '200' }, passages: { type: 'string', default: '1,3' } },
})
const passages = values.passages.split(',').map(Number)
const began = Date.now()
await buildCrashCore()
const result = await crash({ passages, random: Number(values.random) }, console.log)
const { missed, ...figures } = result
console.table(figures)
if (missed.length > 0) console.error(`Not reached: ${missed.join('; ')}`)
console.log(`${Math.round((Date.now() - began) / 1_000)} s`)
process.exitCode = result.doubles + result.lost + result.unfinished + missed.length > 0 ? 1 : 0
