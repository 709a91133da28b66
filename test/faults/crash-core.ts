/**
 * A core to be killed: a process of its own, with small batches and quick blocks. Arguments: the data folder, ms between blocks, and where it
 * kills itself: a named point of the journal, and at which passage.
 */
import { openCore } from '../../src/core/index.ts'
import { coreOptions } from '../core/trial-core.ts'

const [, , dataDir = '', blocks = '200', mintsPerBatch = '50', killAt = '', passage = '1'] = process.argv
let passages = 0
const core = await openCore(
  coreOptions(dataDir, {
    trial: {
      blocks: Number(blocks),
      chains: { limits: { mintsPerBatch: Number(mintsPerBatch), transactionsInFlight: 6 } },
      point(name) {
        if (name === killAt && ++passages === Number(passage)) process.kill(process.pid, 'SIGKILL')
      },
    },
  }),
)
process.stdout.write(`${core.url}\n`)
setInterval(() => undefined, 60_000)
