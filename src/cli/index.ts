#!/usr/bin/env node
/**
 * The command `mintdesk`. It imports no packages before it has checked Node's version: a Node that is too old would fail to load them
 * with a stack.
 */
import { join } from 'node:path'
import { keepCompiled } from '../core/host/compile-cache.ts'
import { isNewEnough, neededNode } from '../core/host/needed-node.ts'
import { keepFilesPrivate } from '../core/host/private-folder.ts'

const root = join(import.meta.dirname, '../..')

if (!isNewEnough(process.versions.node)) {
  process.stderr.write(
    `Mintdesk needs Node ${neededNode} or newer, and this is Node ${process.versions.node}: install a newer one, or use "npm run mintdesk -- …" in a clone of Mintdesk, which brings its own.\n`,
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
