/** A core to be killed: a process of its own, with small batches and quick blocks. Arguments: the data folder, ms between blocks. */
import { openCore } from '../../src/core/index.ts'
import { coreOptions } from '../core/trial-core.ts'

const [, , dataDir = '', blocks = '200'] = process.argv
const core = await openCore(
  coreOptions(dataDir, {
    trial: { blocks: Number(blocks), chains: { limits: { mintsPerBatch: 50, transactionsInFlight: 6 } } },
  }),
)
process.stdout.write(`${core.url}\n`)
setInterval(() => undefined, 60_000)
