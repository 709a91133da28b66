/** A node's process that does nothing but write down that it runs. */
import { appendFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { serveNode } from '../../src/core/practice/node/serve-node.ts'

await serveNode(async (start) => {
  const { dir } = z.object({ dir: z.string() }).parse(start)
  appendFileSync(join(dir, 'pids'), `${process.pid}\n`)
  return { port: 1, genesis: 'genesis', close: async () => undefined }
})
