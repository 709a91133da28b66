/** `npm run mintdesk -- …`: runs the command line of this checkout in the folder where the person typed the command. */
import { join } from 'node:path'
import { main, node, root, runForeground } from './lib/checkout.mjs'
import { prepare } from './lib/prepare.mjs'

await main(async () => {
  await prepare()
  const args = [join(root, 'out/main/cli.js'), ...process.argv.slice(2)]
  return (await runForeground(node, args, { cwd: process.env.INIT_CWD ?? process.cwd() })).code
})
