/** The scripts around the key of updates, as a person and the release's workflow run them. */
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeEach, expect, it } from 'vitest'
import { makeKeyPair } from '../../../scripts/lib/update-key.mjs'
import { buildInUpdates, newestNotes, takeOutUpdates } from '../../../scripts/lib/update-source.mjs'
import { readBuiltIn } from '../../../src/main/updates/built-in.ts'
import { installKind } from '../../../src/main/updates/install-kind.ts'
import { readDescription } from '../../../src/main/updates/signed-description.ts'

const root = join(import.meta.dirname, '../../..')
const parent = mkdtempSync(join(tmpdir(), 'mintdesk-key-'))
let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(parent, 'one-'))
})
afterAll(() => rmSync(parent, { recursive: true, force: true }))

function run(script: string, args: readonly string[], env: Readonly<Record<string, string>> = {}) {
  const options = { encoding: 'utf8', cwd: folder, env: { PATH: process.env.PATH, ...env } } as const
  return spawnSync(process.execPath, [join(root, 'scripts', script), ...args], options)
}

const keyBytes = (text: string): Uint8Array => new Uint8Array(Buffer.from(text, 'base64'))

it('a key pair is made once, its private half for its owner alone and never in the repository', () => {
  const file = join(folder, 'key.pem')
  const made = run('update-key.mjs', [file])
  expect(made.stderr).toContain('UPDATE_PRIVATE_KEY')
  expect(keyBytes(made.stdout.trim())).toHaveLength(32)
  expect(statSync(file).mode & 0o777).toBe(0o600)
  const kept = readFileSync(file, 'utf8')
  expect(made.stdout + made.stderr).not.toContain(kept.split('\n')[1])

  expect(run('update-key.mjs', [file])).toMatchObject({ status: 1, stderr: expect.stringContaining('not overwritten') })
  expect(readFileSync(file, 'utf8')).toBe(kept)
  const inside = run('update-key.mjs', [join(root, 'update-key.pem')])
  expect(inside).toMatchObject({ status: 1, stderr: expect.stringContaining('lies in this repository') })
  expect(existsSync(join(root, 'update-key.pem'))).toBe(false)
  expect(run('update-key.mjs', [])).toMatchObject({ status: 1, stderr: expect.stringContaining('Name a file') })
})

it('each description of a release is signed, by the key that its packages trust and no other', () => {
  const { privateKey, publicKey } = makeKeyPair()
  const text = `version: 1.0.0\nfiles:\n  - url: Mintdesk.zip\n    sha512: ${'A'.repeat(86)}==\n`
  for (const name of ['latest-mac.yml', 'latest.yml']) writeFileSync(join(folder, name), text)
  writeFileSync(join(folder, 'notes.yml'), text)
  expect(
    run('sign-updates.mjs', [folder], { UPDATE_PRIVATE_KEY: privateKey, UPDATE_PUBLIC_KEY: publicKey }),
  ).toMatchObject({
    status: 0,
  })
  const signature = readFileSync(join(folder, 'latest-mac.yml.sig'), 'utf8')
  const read = (name: string) => readDescription(name, Buffer.from(text), signature, keyBytes(publicKey))
  expect(read('latest-mac.yml')).toMatchObject({ version: '1.0.0' })
  expect(() => read('latest-linux.yml')).toThrow('not signed')
  expect(existsSync(join(folder, 'latest.yml.sig'))).toBe(true)
  expect(existsSync(join(folder, 'notes.yml.sig'))).toBe(false)

  const others = { UPDATE_PRIVATE_KEY: makeKeyPair().privateKey, UPDATE_PUBLIC_KEY: publicKey }
  expect(run('sign-updates.mjs', [folder], others)).toMatchObject({
    status: 1,
    stderr: expect.stringContaining('does not belong'),
  })
  expect(run('sign-updates.mjs', [folder], { UPDATE_PUBLIC_KEY: publicKey })).toMatchObject({ status: 1 })
  // A fork without keys has releases all the same.
  expect(run('sign-updates.mjs', [folder])).toMatchObject({ status: 0, stderr: expect.stringContaining('No key') })
})

it('a description that leads elsewhere, or lacks a hash, is not believed, whoever signed it', async () => {
  const { signDescription } = await import('../../../scripts/lib/update-key.mjs')
  const { privateKey, publicKey } = makeKeyPair()
  const read = (text: string) =>
    readDescription(
      'latest.yml',
      Buffer.from(text),
      signDescription('latest.yml', Buffer.from(text), privateKey),
      keyBytes(publicKey),
    )
  const hash = `${'A'.repeat(86)}==`
  const of = (url: string, sha512 = hash) => `version: 1.0.0\nfiles:\n  - url: ${url}\n    sha512: ${sha512}\n`
  expect(read(of('Mintdesk-1.0.0.exe'))).toMatchObject({ files: [{ url: 'Mintdesk-1.0.0.exe' }] })
  for (const text of [
    of('https://elsewhere.example/x.exe'),
    of('../x.exe'),
    of('//elsewhere.example/x.exe'),
    of('x.exe', 'AAAA'),
    'version: 1.0.0\nfiles: []\n',
    of('x.exe').replace('1.0.0', 'newest'),
    '[',
  ])
    expect(() => read(text)).toThrow('of a form that this Mintdesk does not know')
})

it('a release has address and key built in; without them there is nothing to ask', () => {
  mkdirSync(join(folder, 'out/main'), { recursive: true })
  writeFileSync(
    join(folder, 'CHANGELOG.md'),
    '# Changelog\n\n## [2.0.0]\n\n- **Calm** minting.\n\n## [1.0.0]\n\n- First.\n',
  )
  const { publicKey } = makeKeyPair()
  const file = join(folder, 'out/main/updates.json')
  expect(readBuiltIn(file)).toBeUndefined()
  const options = buildInUpdates(folder, { UPDATE_PUBLIC_KEY: publicKey, UPDATE_URL: 'https://releases.example/' })
  expect(options).toContain('-c.publish.url=https://releases.example/')
  expect(readFileSync(join(folder, 'release/notes.md'), 'utf8')).toBe('- Calm minting.\n')
  expect(readBuiltIn(file)).toEqual({ url: 'https://releases.example/', publicKey: keyBytes(publicKey) })
  expect(() => buildInUpdates(folder, { UPDATE_PUBLIC_KEY: publicKey })).toThrow('UPDATE_URL')
  takeOutUpdates(folder)
  expect(existsSync(file)).toBe(false)
  expect(buildInUpdates(folder, {})).toEqual([])
  for (const broken of [
    { url: 'http://releases.example/', publicKey },
    { url: 'https://releases.example/x', publicKey },
    { url: 'https://releases.example/', publicKey: 'AAAA' },
  ]) {
    writeFileSync(file, JSON.stringify(broken))
    expect(() => readBuiltIn(file)).toThrow()
  }
  expect(newestNotes('no sections')).toBe('\n')
})

it.each([
  [{ platform: 'win32', env: {}, packageType: undefined }, 'nsis'],
  [{ platform: 'darwin', env: {}, packageType: undefined }, 'mac'],
  [{ platform: 'linux', env: {}, packageType: 'deb' }, 'deb'],
  [{ platform: 'linux', env: {}, packageType: 'rpm' }, 'rpm'],
  [{ platform: 'linux', env: { APPIMAGE: '/x' }, packageType: undefined }, 'appimage'],
  [{ platform: 'linux', env: {}, packageType: undefined }, undefined],
])('%j is installed as %s', (facts, kind) => expect(installKind(facts)).toBe(kind))
