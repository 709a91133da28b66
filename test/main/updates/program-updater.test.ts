/** Updates of an AppImage by electron-updater as it is, from a server on this machine. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { makeKeyPair, signDescription } from '../../../scripts/lib/update-key.mjs'
import { desktopSettingsFile } from '../../../src/main/desktop-settings.ts'
import { createUpdates } from '../../../src/main/updates/updates.ts'
import { withSmallDisk } from '../../faults/small-disk.ts'
import { description, keys, publish, type ReleaseServer, serveReleases } from './release-server.ts'
import { end, trialUpdates } from './trial-updates.ts'

const day = 24 * 3_600_000
let folder: string
let installed: string
let server: ReleaseServer

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'mintdesk-updates-'))
  installed = join(folder, 'mintdesk.AppImage')
  writeFileSync(installed, 'the old one')
  vi.stubEnv('APPIMAGE', installed)
  writeFileSync(join(folder, 'app-update.yml'), 'updaterCacheDirName: kept\n')
  server = await serveReleases()
})
afterEach(async () => {
  vi.unstubAllEnvs()
  await server.close()
  rmSync(folder, { recursive: true, force: true })
})

/** A program that notes that it ran, as the new AppImage does once when it is put in place. */
const newProgram = (): string => `#!/bin/sh\necho ran > ${join(folder, 'ran')}\n`

const setUp = ({ url = server.url } = {}) => trialUpdates(folder, url)

const asksOnce = [description, `${description}.sig`]

it('a newer version is shown with its notes, downloaded on a click, and installed at the end', async () => {
  const name = publish(server, { program: newProgram() })
  const { updates, seen } = setUp()
  await updates.check()
  const found = { version: '9.9.9', notes: '- Minting is calmer.\n' }
  expect(updates.view()).toMatchObject({ state: { kind: 'available', ...found }, problem: null })
  expect(server.asked).toEqual(asksOnce)

  await updates.download()
  expect(updates.view()).toMatchObject({ state: { kind: 'ready', waits: false, ...found }, problem: null })
  expect(server.asked).toEqual([...asksOnce, name])
  expect(seen).toContain('downloading')
  expect(readFileSync(installed, 'utf8')).toBe('the old one')

  expect(await end(updates)).toBe(true)
  expect(readFileSync(installed, 'utf8')).toBe(newProgram())
})

it('what is ready is installed although the app ends while it asks again, and nothing where nothing is', async () => {
  publish(server, { program: newProgram() })
  const { updates, kind } = setUp()
  const first = updates.check()
  expect(kind()).toBe('checking')
  expect(await end(updates)).toBe(false)
  await first
  await updates.download()
  const again = updates.check()
  expect(kind()).toBe('checking')
  expect(await end(updates)).toBe(true)
  expect(readFileSync(installed, 'utf8')).toBe(newProgram())
  await again
})

it.each(['1.2.3', '1.2.2', '0.9.0'])('version %s is not offered to 1.2.3', async (version) => {
  publish(server, { version })
  const { updates, kind, problem } = setUp()
  await updates.check()
  expect([kind(), problem()]).toEqual(['current', null])
  await updates.download()
  expect(server.asked).toEqual(asksOnce)
  expect(await end(updates)).toBe(false)
})

it('nothing is installed while NFTs are minted: it waits, says so, and is there at the next start without another download', async () => {
  const name = publish(server, { program: newProgram() })
  const first = setUp()
  first.updates.working(true)
  await first.updates.check()
  await first.updates.download()
  expect(first.updates.view().state).toMatchObject({ kind: 'ready', waits: true })
  // What the core says last when it ends does not count.
  first.updates.ending()
  first.updates.working(false)
  expect(await first.updates.install()).toBe(false)
  expect(readFileSync(installed, 'utf8')).toBe('the old one')

  server.asked.length = 0
  const next = setUp()
  await next.updates.checkIfDue()
  expect(next.updates.view().state).toMatchObject({ kind: 'ready', waits: false, version: '9.9.9' })
  expect(server.asked).not.toContain(name)
  expect(await end(next.updates)).toBe(true)
  expect(readFileSync(installed, 'utf8')).toBe(newProgram())
})

it('an AppImage with a version in its name gets another name, which is told for the start at login', async () => {
  rmSync(installed)
  installed = join(folder, 'mintdesk-1.2.3-linux-x86_64.AppImage')
  writeFileSync(installed, 'the old one')
  vi.stubEnv('APPIMAGE', installed)
  const name = publish(server, { program: newProgram() })
  const { updates, moved } = setUp()
  await updates.check()
  await updates.download()
  expect(await end(updates)).toBe(true)
  expect(readFileSync(join(folder, name), 'utf8')).toBe(newProgram())
  expect(moved).toEqual([join(folder, name)])
})

it('what was found can be downloaded after a later question that nobody answered', async () => {
  const name = publish(server, { program: `${newProgram()}${'#'.repeat(300_000)}` })
  const text = server.files.get(description) ?? ''
  const { updates, kind, problem } = setUp()
  await updates.check()
  server.files.delete(description)
  await updates.check()
  expect([kind(), problem()]).toEqual(['available', expect.stringContaining('does not hand the update out')])
  server.files.set(description, text)
  await updates.download()
  expect([kind(), problem()]).toEqual(['ready', null])
  expect(server.asked).toContain(name)
})

it.each([true, false])(
  'an update that is ready says whether it waits, also where that changed while it was asked (%s)',
  async (minting) => {
    publish(server, { program: newProgram() })
    const { updates } = setUp()
    updates.working(!minting)
    await updates.check()
    await updates.download()
    const asked = updates.check()
    updates.working(minting)
    await asked
    expect(updates.view().state).toMatchObject({ kind: 'ready', waits: minting })
  },
)

it('what was changed or lost after it was verified is not installed, and the next start says so', async () => {
  const name = publish(server, { program: newProgram() })
  const kept = join(folder, 'cache/kept/pending', name)
  for (const [spoil, said] of [
    [() => writeFileSync(kept, 'another one'), 'was changed after it was verified'],
    [() => rmSync(kept), 'is gone'],
  ] as const) {
    const { updates } = setUp()
    await updates.check()
    await updates.download()
    spoil()
    expect(await end(updates)).toBe(false)
    expect(readFileSync(installed, 'utf8')).toBe('the old one')
    expect(setUp().problem()).toContain(said)
  }
})

it('why an update could not be installed is said until it is, or another version is there', async () => {
  publish(server, { program: newProgram() })
  vi.stubEnv('APPIMAGE', join(folder, 'no folder', 'mintdesk.AppImage'))
  const first = setUp()
  await first.updates.check()
  await first.updates.download()
  expect(await end(first.updates)).toBe(false)
  for (const asked of ['checkIfDue', 'check'] as const) {
    const next = setUp()
    const why = next.problem()
    expect(why).toContain('no such file')
    await next.updates.checkIfDue()
    await next.updates[asked]()
    next.updates.working(true)
    next.updates.working(false)
    expect([next.kind(), next.problem()]).toEqual(['ready', why])
    expect(await end(next.updates)).toBe(false)
  }
  vi.stubEnv('APPIMAGE', installed)
  const healed = setUp()
  await healed.updates.checkIfDue()
  expect(await end(healed.updates)).toBe(true)
  expect(setUp().problem()).toBeNull()
})

it('why an update could not be installed is not said of a newer one, nor of a file that was loaded anew', async () => {
  const name = publish(server, { program: newProgram() })
  const kept = join(folder, 'cache/kept/pending', name)
  const fail = async () => {
    const { updates } = setUp()
    await updates.check()
    await updates.download()
    writeFileSync(kept, 'another one')
    expect(await end(updates)).toBe(false)
    expect(setUp().problem()).toContain('was changed')
  }
  await fail()
  const again = setUp()
  await again.updates.checkIfDue()
  expect([again.kind(), again.problem()]).toEqual(['ready', null])
  await fail()
  publish(server, { version: '9.9.10', program: newProgram() })
  const newer = setUp()
  await newer.updates.check()
  expect([newer.kind(), newer.problem(), setUp().problem()]).toEqual(['available', null, null])
})

it('a full disk leaves the program as it was', async ({ skip }) => {
  await withSmallDisk(1, skip, async (disk) => {
    installed = join(disk.path, 'mintdesk.AppImage')
    writeFileSync(installed, 'the old one')
    vi.stubEnv('APPIMAGE', installed)
    publish(server, { program: `${newProgram()}${'#'.repeat(100_000)}` })
    const { updates } = setUp()
    await updates.check()
    await updates.download()
    await disk.fill(10_000)
    expect(await end(updates)).toBe(false)
    expect(readFileSync(installed, 'utf8')).toBe('the old one')
    expect(setUp().problem()).toContain('free some space there')
    await disk.free()
  })
})

it('it asks once a day, and never when it is off', async () => {
  publish(server, { version: '1.2.3' })
  const { updates, later, kind } = setUp()
  await updates.checkIfDue()
  await updates.checkIfDue()
  expect(server.asked).toEqual(asksOnce)
  later(day)
  await updates.checkIfDue()
  expect(server.asked).toEqual([...asksOnce, ...asksOnce])

  await updates.set(false)
  server.asked.length = 0
  later(10 * day)
  await updates.checkIfDue()
  await updates.check()
  await updates.download()
  expect(kind()).toBe('off')
  // It stays off at the next start.
  const next = setUp()
  await next.updates.checkIfDue()
  await next.updates.check()
  expect(next.kind()).toBe('off')
  expect(server.asked).toEqual([])

  await next.updates.set(true)
  expect(server.asked).toEqual(asksOnce)
})

it('a build from a clone, and an unpacked archive, ask for nothing and say how they are updated', async () => {
  const updates = createUpdates({
    never: 'This build was made from a clone.',
    settings: desktopSettingsFile(join(folder, 'desktop.json')),
    onChange: () => undefined,
    makeUpdater: () => Promise.reject(new Error('it is never made')),
  })
  await updates.set(true)
  await updates.checkIfDue()
  await updates.check()
  expect(updates.view()).toEqual({
    state: { kind: 'never', why: 'This build was made from a clone.' },
    problem: null,
    checkedAt: null,
  })
})

describe('what is not the release is not taken', () => {
  const refusals: [string, (name: string) => void, string][] = [
    ['signed with another key', () => void publish(server, { privateKey: makeKeyPair().privateKey }), 'not signed'],
    ['without a signature', () => server.files.delete(`${description}.sig`), 'bears no signature'],
    ['with a signature that is none', () => server.files.set(`${description}.sig`, 'AAAA'), 'not signed'],
    [
      'with the description of another system',
      () => {
        const text = String(server.files.get(description))
        server.files.set(`${description}.sig`, signDescription('latest-mac.yml', Buffer.from(text), keys.privateKey))
      },
      'not signed',
    ],
    [
      'changed after it was signed',
      () => server.files.set(description, `${String(server.files.get(description))}# more\n`),
      'not signed',
    ],
    ['longer than any description', () => server.files.set(description, 'x'.repeat(300_000)), 'sent more'],
    ['that is not there', () => server.files.clear(), 'does not hand the update out'],
    [
      'from another host',
      () => server.files.set(description, new URL('https://elsewhere.example/latest.yml')),
      'sent the request for an update on to elsewhere.example',
    ],
    ['in a circle', () => server.files.set(description, new URL(description, server.url)), 'in a circle'],
  ]
  it.each(refusals)('a description %s', async (_, spoil, said) => {
    const name = publish(server)
    spoil(name)
    const { updates, kind, problem } = setUp()
    await updates.check()
    expect(kind()).toBe('current')
    expect(problem()).toContain(said)
    await updates.download()
    expect(server.asked).not.toContain(name)
  })

  it.each([
    ['damaged', (name: string) => server.files.set(name, 'somebody else’s program'.slice(0, 8)), 'damaged'],
    ['longer than it was', (name: string) => server.files.set(name, 'x'.repeat(100_000)), 'sent more'],
    ['gone', (name: string) => server.files.delete(name), 'does not hand the update out'],
    ['from elsewhere', (name: string) => server.files.set(name, new URL('https://elsewhere.example/x')), 'sent on'],
  ])('a file that is %s', async (_, spoil, said) => {
    const name = publish(server, { program: newProgram() })
    spoil(name)
    const { updates, kind, problem } = setUp()
    await updates.check()
    await updates.download()
    expect(kind()).toBe('available')
    expect(problem()?.replace('the request for an update on', 'on')).toContain(said)
    expect(await end(updates)).toBe(false)
    expect(readFileSync(installed, 'utf8')).toBe('the old one')
  })

  it('nothing, when nobody answers', async () => {
    const { updates, kind, problem } = setUp({ url: 'http://127.0.0.1:9/' })
    await updates.check()
    expect(kind()).toBe('current')
    expect(problem()).toContain('127.0.0.1:9 could not be asked about updates')
    expect(await end(updates)).toBe(false)
  })
})
