import { basename, join } from 'node:path'

/** The programs that tests on the embedded chains start again and again. */
export const testPrograms = [
  'test/faults/crash-core.ts',
  'test/solana/recover-child.ts',
  'test/solana/tape/node.ts',
] as const

/** The file to start of a program: its source where none was bundled for all tests, as in a run of one file, which starts few. */
export function programOf(source: (typeof testPrograms)[number]): string {
  const folder = process.env.MINTDESK_TEST_PROGRAMS
  if (folder === undefined) return join(import.meta.dirname, '../..', source)
  return join(folder, `${basename(source, '.ts')}.js`)
}
