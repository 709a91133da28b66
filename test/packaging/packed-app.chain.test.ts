import { existsSync } from 'node:fs'
import { cp, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { extractAll, extractFile, listPackage } from '@electron/asar'
import { FuseV1Options, getCurrentFuseWire } from '@electron/fuses'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeKeyPair } from '../../scripts/lib/update-key.mjs'
import { runProgram, sheetOf } from './run-program.ts'

const root = join(import.meta.dirname, '../..')
const minutes = 60_000
const { publicKey } = makeKeyPair()
const updateUrl = 'https://releases.example/'

// electron-builder makes the unpacked app of each system on that system alone.
describe.skipIf(process.platform !== 'linux')('the packed app', () => {
  let folder = ''
  let asar = ''
  const app = (...path: string[]) => join(folder, 'release/linux-unpacked', ...path)

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'mintdesk-packed-'))
    const output = `-c.directories.output=${join(folder, 'release')}`
    const pack = [join(root, 'scripts/pack.mjs'), '--stand-in', output]
    const packed = await runProgram(process.execPath, pack, {
      more: { UPDATE_PUBLIC_KEY: publicKey, UPDATE_URL: updateUrl },
    })
    expect(packed.code, packed.output).toBe(0)
    asar = app('resources/app.asar')
  }, 6 * minutes)
  afterAll(() => rm(folder, { recursive: true, force: true }))

  test('is small: what is built in does not come along a second time', async () => {
    expect((await stat(asar)).size).toBeLessThan(25_000_000)
  })

  test('holds what runs, and nothing of how it was made', () => {
    const files = listPackage(asar, { isPack: false }).map((file) => file.replaceAll('\\', '/'))
    for (const file of ['/out/main/index.js', '/out/main/cli.js', '/out/preload/index.cjs', '/out/renderer/index.html'])
      expect(files).toContain(file)
    expect(files).toContain('/THIRD-PARTY.md')
    const own = files.filter((file) => !file.startsWith('/node_modules'))
    expect(own.filter((file) => /^\/(src|test|scripts|docs|release)\b|\.tsx?$|\.map$/.test(file))).toEqual([
      // Compiled contracts are read as they are.
      ...own.filter((file) => file.startsWith('/resources/contracts/') && file.endsWith('.ts')),
    ])
    expect(files.filter((file) => /^\/node_modules\/(viem|react|@solana|fastify|electron)$/.test(file))).toEqual([])
  })

  test('has the address and the key of its updates in it, and the checkout has them no longer', async () => {
    const found: unknown = JSON.parse(extractFile(asar, 'out/main/updates.json').toString('utf8'))
    expect(found).toEqual({ url: updateUrl, publicKey })
    expect(await readFile(app('resources/app-update.yml'), 'utf8')).toContain('updaterCacheDirName: mintdesk-updater')
    expect(existsSync(join(root, 'out/main/updates.json'))).toBe(false)
  })

  test('has native parts for this machine alone, outside of the archive', async () => {
    const prebuilds = app('resources/app.asar.unpacked/node_modules/better-sqlite3/prebuilds')
    expect(await readdir(prebuilds)).toEqual([`${process.platform}-${process.arch}.node`])
    const names = await readdir(app('resources/app.asar.unpacked/node_modules'))
    expect(names).toContain('@foundry-rs')
    expect(names.some((name) => name.startsWith('litesvm-'))).toBe(true)
  })

  test('cannot be started as Node, debugged, or made to load other code', async () => {
    const fuses = await getCurrentFuseWire(app('mintdesk'))
    const on = [
      FuseV1Options.EnableCookieEncryption,
      FuseV1Options.EnableEmbeddedAsarIntegrityValidation,
      FuseV1Options.OnlyLoadAppFromAsar,
    ]
    const off = [
      FuseV1Options.RunAsNode,
      FuseV1Options.EnableNodeOptionsEnvironmentVariable,
      FuseV1Options.EnableNodeCliInspectArguments,
      FuseV1Options.LoadBrowserProcessSpecificV8Snapshot,
      FuseV1Options.GrantFileProtocolExtraPrivileges,
    ]
    const stateOf = (fuse: FuseV1Options) => `${FuseV1Options[fuse]} ${String.fromCharCode(fuses[fuse] ?? 0)}`
    expect(on.map(stateOf)).toEqual(on.map((fuse) => `${FuseV1Options[fuse]} 1`))
    expect(off.map(stateOf)).toEqual(off.map((fuse) => `${FuseV1Options[fuse]} 0`))
  })

  test(
    'mints 200 rows from inside, run by plain Node',
    async () => {
      const inside = join(folder, 'inside')
      extractAll(asar, inside)
      // What lies beside the archive may be run.
      await cp(`${asar}.unpacked`, inside, { recursive: true })
      const licences = await readFile(join(inside, 'THIRD-PARTY.md'), 'utf8')
      for (const name of ['viem', 'react', 'better-sqlite3', 'sharp', 'solady'])
        expect(licences).toMatch(new RegExp(`^## ${name} \\d`, 'm'))
      const sheet = join(folder, 'sheet.csv')
      await writeFile(sheet, sheetOf(200))
      const cli = join(inside, 'out/main/cli.js')
      const minted = await runProgram(process.execPath, [cli, 'mint', sheet, '--yes', '--data', join(folder, 'data')])
      expect(minted.output).toContain('Minted 200 NFTs on Polygon')
      expect(minted.code).toBe(0)
    },
    3 * minutes,
  )
})
