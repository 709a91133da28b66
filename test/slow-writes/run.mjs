/**
 * `npm run test:slow-writes [-- --chain <file>]`: `npm test` with its arguments, while 3 % of all writes to TCP sockets, in every process
 * of the run, are held for up to 400 ms (MINTDESK_SLOW_WRITES_SHARE, MINTDESK_SLOW_WRITES_MS). What processes say to each other then comes in orders that
 * load alone hardly makes: a test that has to catch a moment misses it.
 */
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { node, root } from '../../scripts/lib/checkout.mjs'

const hold = pathToFileURL(join(root, 'test/slow-writes/hold.mjs'))
const env = {
  MINTDESK_SLOW_WRITES_SHARE: '0.03',
  MINTDESK_SLOW_WRITES_MS: '400',
  ...process.env,
  NODE_OPTIONS: `${process.env.NODE_OPTIONS ?? ''} --import=${hold}`,
}
const { status } = spawnSync(node, [join(root, 'scripts/test.mjs'), ...process.argv.slice(2)], {
  stdio: 'inherit',
  env,
})
process.exitCode = status ?? 1
