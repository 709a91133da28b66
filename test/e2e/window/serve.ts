/**
 * A real core for the tests of the page, as a process of its own: `node serve.ts <data folder>`. Says `{url, ticket}` on its first
 * line, and `{ticket}` for every line it is sent; ends with SIGTERM.
 */
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { openCore } from '../../../src/core/index.ts'

const root = join(import.meta.dirname, '../../..')
const core = await openCore({
  dataDir: process.argv[2] ?? '',
  port: 0,
  version: 'test',
  webRoot: process.argv[3] ?? join(root, 'out/renderer'),
  resourcesDir: join(root, 'resources'),
  env: process.env,
})
const say = (line: unknown): void => void process.stdout.write(`${JSON.stringify(line)}\n`)
const close = (): void => {
  core.close().then(
    () => process.exit(0),
    () => process.exit(1),
  )
}
process.on('SIGTERM', close)
process.on('SIGINT', close)
createInterface({ input: process.stdin }).on('line', () => say({ ticket: core.ticket() }))
say({ url: core.url, ticket: core.ticket() })
