#!/usr/bin/env node
/**
 * The command `mintdesk`. Nothing that needs packages is imported before the Node that runs it is known to be new enough: packages that it could not
 * read would end it with a stack.
 */
import { join } from 'node:path'
import { keepCompiled } from '../core/host/compile-cache.ts'
import { keepFilesPrivate } from '../core/host/private-folder.ts'

const root = join(import.meta.dirname, '../..')

// Node-API 10 is what the database's native part is built against; Node has it since 22.14.
if (Number(process.versions.napi) < 10) {
  process.stderr.write(
    `Mintdesk needs Node 22.14 or newer, and this is Node ${process.versions.node}: install a newer one, or use "npm run mintdesk -- …" in Mintdesk's folder, which brings its own.\n`,
  )
  process.exitCode = 1
} else {
  keepFilesPrivate()
  keepCompiled()
  void start()
}

async function start(): Promise<void> {
  const { main } = await import('./main.ts')
  await main(root)
}
