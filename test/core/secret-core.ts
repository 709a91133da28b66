/**
 * A core as a process of its own, whose words are all read: `node secret-core.ts <data folder>`. Says `{url, ticket}` on its first line;
 * a line on standard input crashes it, as an error that nobody foresaw would.
 */
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { openCore } from '../../src/core/index.ts'

const root = join(import.meta.dirname, '../..')
const core = await openCore({
  dataDir: process.argv[2] ?? '',
  port: 0,
  version: 'test',
  webRoot: join(root, 'out/renderer'),
  resourcesDir: join(root, 'resources'),
  env: process.env,
  trial: { blocks: 100, chains: { confirmations: 1, pollMs: 100 }, vaultCost: { N: 1_024, r: 8, p: 1 } },
})
createInterface({ input: process.stdin }).on('line', () => {
  setImmediate(() => {
    throw Object.assign(new Error('a crash on purpose'), { core, cause: new Error('of the test') })
  })
})
process.stdout.write(`${JSON.stringify({ url: core.url, ticket: core.ticket() })}\n`)
