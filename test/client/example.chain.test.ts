/** The example of docs/client.md, unchanged but for the port: TypeScript accepts it, and it mints. */
import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'
import { buildIsDue } from '../../scripts/lib/build.mjs'
import { windowOf, withCore, withFolder } from '../core/trial-core.ts'

const run = promisify(execFile)
const root = join(import.meta.dirname, '../..')
const tsc = join(root, 'node_modules/typescript/bin/tsc')

it('is right and does what it says', async () => {
  // As "npm run build" makes it, where the sources are newer than what was built.
  if (buildIsDue()) await run(process.execPath, [tsc, '-p', 'tsconfig.client.json'], { cwd: root })
  // Within the package, so that `mintdesk/client` is found as its users find it.
  const folder = mkdtempSync(join(root, 'out/example-'))
  try {
    const [, example = ''] = /```ts\n([\s\S]*?)```/.exec(readFileSync(join(root, 'docs/client.md'), 'utf8')) ?? []
    const file = join(folder, 'example.ts')
    // A field that is none is noticed, and nothing else.
    writeFileSync(join(folder, 'wrong.ts'), example.replace('recipient:', 'receiver:'))
    const compilerOptions = { noEmit: true, types: ['node'] }
    const options = { compilerOptions, extends: join(root, 'tsconfig.json'), include: [folder] }
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(options))
    writeFileSync(file, example)
    const { stdout: found } = await run(process.execPath, [tsc, '-p', folder]).catch(
      (error: { stdout: string }) => error,
    )
    const faults = found.split('\n').filter((line) => /^\S/.test(line))
    expect(faults).toEqual([expect.stringMatching(/wrong\.ts\(\d+,\d+\): error .*'receiver' does not exist/)])
    await withFolder((home) =>
      withCore(home, async (core) => {
        const { call } = await windowOf(core)
        const { key } = (await call('POST', '/app/keys', { name: 'example' })).json
        writeFileSync(file, example.replace('http://127.0.0.1:3000', core.url))
        const env = { PATH: process.env.PATH, MINTDESK_KEY: String(key) }
        const { stdout } = await run(process.execPath, [file], { env })
        expect(stdout).toBe('ticket-1: succeeded\n')
      }),
    )
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})
