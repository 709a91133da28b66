/** Holds a core open until it is killed: a process of its own for tests. Arguments: the data folder. */
import { openCore } from '../../src/core/index.ts'
import { coreOptions } from './trial-core.ts'

const core = await openCore(coreOptions(process.argv[2] ?? ''))
process.stdout.write(`${core.url}\n`)
setInterval(() => undefined, 60_000)
