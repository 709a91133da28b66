import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { bundleCore } from '../../core/bundle.ts'

const root = join(import.meta.dirname, '../../..')

/** Before all tests of the window: the core that each file starts, bundled once. What it gives back is run after them. */
export default async function buildWindowCore(): Promise<() => Promise<void>> {
  const folder = join(root, `out/window-tests/${process.pid}`)
  await bundleCore(['test/e2e/window/serve.ts'], folder)
  process.env.MINTDESK_TEST_CORE = join(folder, 'serve.js')
  return () => rm(folder, { recursive: true, force: true })
}
