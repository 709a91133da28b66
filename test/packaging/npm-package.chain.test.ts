import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { packTarball } from '../../scripts/lib/npm-tarball.mjs'
import { runProgram, sheetOf } from './run-program.ts'

const minutes = 60_000

const isReachable = await runProgram('npm', ['ping', '--fetch-retries=0', '--fetch-timeout=20000']).then(
  ({ code }) => code === 0,
)

describe.skipIf(!isReachable)(
  'the npm package, installed into an empty folder (skipped where npm has no registry)',
  () => {
    let folder = ''
    let home = ''

    beforeAll(async () => {
      folder = await mkdtemp(join(tmpdir(), 'mintdesk-npm-'))
      home = join(folder, 'home')
      await mkdir(home)
      await writeFile(join(home, 'package.json'), '{ "private": true }\n')
      const tarball = await packTarball(folder)
      const options = [
        '--no-audit',
        '--no-fund',
        '--ignore-scripts',
        '--loglevel=error',
        `--cache=${join(folder, 'cache')}`,
      ]
      const installed = await runProgram('npm', ['install', ...options, tarball], { cwd: home })
      expect(installed.code, installed.output).toBe(0)
    }, 6 * minutes)
    afterAll(() => rm(folder, { recursive: true, force: true }))

    test('brings no sources and no tests', async () => {
      const files = await readdir(join(home, 'node_modules/mintdesk'))
      expect(files.sort()).toEqual([
        'CHANGELOG.md',
        'LICENSE',
        'README.md',
        'THIRD-PARTY.md',
        'out',
        'package.json',
        'resources',
      ])
    })

    test(
      'its command mints, on two families of chains',
      async () => {
        const command = join(home, 'node_modules/.bin/mintdesk')
        const sheet = join(folder, 'sheet.csv')
        await writeFile(sheet, sheetOf(20))
        const data = ['--data', join(folder, 'data'), '--yes']
        const minted = await runProgram(process.execPath, [command, 'mint', sheet, ...data])
        expect(minted.output).toContain('Minted 20 NFTs on Polygon')
        const sample = join(home, 'node_modules/mintdesk/resources/samples/aptos-badges.csv')
        const onAptos = [command, 'mint', sample, ...data, '--collection', 'default-aptos']
        expect((await runProgram(process.execPath, onAptos)).output).toMatch(/Minted \d+ NFTs on Aptos/)
      },
      3 * minutes,
    )

    test('its client is found by programs', async () => {
      const code = "import('mintdesk/client').then((m) => console.log(typeof m.createMintdeskClient))"
      const { output } = await runProgram(process.execPath, ['-e', code], { cwd: home })
      expect(output).toContain('function')
    })
  },
)
