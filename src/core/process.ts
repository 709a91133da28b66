/**
 * The core as a process of its own, started by the desktop shell (Electron's utility process). src/shared/core-messages.ts has the messages
 * over `parentPort`; MINTDESK_HOME and MINTDESK_PORT hold the data folder and the port.
 */
import { join } from 'node:path'
import { keepCompiled } from './host/compile-cache.ts'
import { keepFilesPrivate } from './host/private-folder.ts'

const root = join(import.meta.dirname, '../..')

keepFilesPrivate()
keepCompiled()
void start()

async function start(): Promise<void> {
  const { runCore } = await import('./process-main.ts')
  await runCore(root)
}
