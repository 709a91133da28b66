import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { root } from '../core/trial-core.ts'
import { runProgram, sheetOf } from './run-program.ts'

const minutes = 60_000

const isReachable = await runProgram('npm', ['ping', '--fetch-retries=0', '--fetch-timeout=20000']).then(
  ({ code }) => code === 0,
)

describe.skipIf(!isReachable || process.platform !== 'linux')(
  'the portable archive (Linux; skipped where npm has no registry)',
  () => {
    let folder = ''
    let program = ''

    beforeAll(async () => {
      folder = await mkdtemp(join(tmpdir(), 'mintdesk-portable-'))
      const made = await runProgram(process.execPath, [join(root, 'scripts/portable.mjs'), '--to', folder], {
        // It is unpacked again at once.
        more: { GZIP: '-1' },
      })
      expect(made.code, made.output).toBe(0)
      const archive = (await readdir(folder)).find((name) => name.endsWith('.tar.gz')) ?? ''
      const unpacked = join(folder, 'unpacked')
      await mkdir(unpacked)
      const { code, output } = await runProgram('tar', [
        ...['-xzf', join(folder, archive)],
        ...['-C', unpacked, '--strip-components=1'],
      ])
      expect(code, output).toBe(0)
      program = join(unpacked, 'mintdesk')
    }, 6 * minutes)
    afterAll(() => rm(folder, { recursive: true, force: true }))

    test(
      'mints with the Node that it brings, where there is no other and the user has no home',
      async () => {
        const sheet = join(folder, 'sheet.csv')
        await writeFile(sheet, sheetOf(20))
        const data = join(folder, 'data')
        // No user of this number is known to any system; only root may become it.
        const nobody = ['setpriv', '--reuid', '47110815', '--regid', '47110815', '--clear-groups']
        const isRoot = process.getuid?.() === 0
        if (isRoot) expect((await runProgram('install', ['-d', '-o', '47110815', '-m', '0700', data])).code).toBe(0)
        if (isRoot) expect((await runProgram('chmod', ['0755', folder])).code).toBe(0)
        const words = [...(isRoot ? nobody : []), 'env', '-i', 'PATH=/usr/bin:/bin', program]
        const [first = '', ...rest] = words
        const home = await runProgram(first, [...rest, 'projects'])
        if (isRoot) expect(home.output).toContain('This user has no home folder')
        const minted = await runProgram(first, [...rest, 'mint', sheet, '--data', data, '--yes'])
        expect(minted.output).toContain('Minted 20 NFTs on Polygon')
      },
      3 * minutes,
    )
  },
)
