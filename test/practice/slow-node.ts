/** A node's process that starts for as long as it is let, and serves nothing else meanwhile. */
import { appendFileSync, existsSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { serveNode } from '../../src/core/practice/node/serve-node.ts'

await serveNode(async (start, goesOn) => {
  const { dir } = z.object({ dir: z.string() }).parse(start)
  appendFileSync(join(dir, 'pids'), `${process.pid}\n`)
  while (!existsSync(join(dir, 'enough'))) goesOn()
  return { port: 1, genesis: 'genesis', close: async () => undefined }
})
