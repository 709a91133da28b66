import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { bundleCore } from './bundle.ts'
import { testPrograms } from './test-programs.ts'

/** Before the tests on the embedded chains, under `npm test` alone. What it gives back is run after them. */
export default async function buildPrograms(): Promise<(() => Promise<void>) | undefined> {
  if (process.env.MINTDESK_TEST_RUN === undefined) return undefined
  const folder = join(import.meta.dirname, `../../out/test-programs-${process.pid}`)
  await bundleCore(testPrograms, folder)
  process.env.MINTDESK_TEST_PROGRAMS = folder
  return () => rm(folder, { recursive: true, force: true })
}
