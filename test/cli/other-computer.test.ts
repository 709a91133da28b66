/** Mintdesk on a computer that it was not made for, and on one without a display. */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { launcher } from '../../scripts/lib/launcher.mjs'
import { anotherPlatform, isOfAnotherPlatform } from '../../src/core/host/lock.ts'
import { root } from '../core/trial-core.ts'

const parent = mkdtempSync(join(tmpdir(), 'mintdesk-other-'))
afterAll(() => rmSync(parent, { recursive: true, force: true }))

it('parts of another computer are known as such, and the sentence says what to do', () => {
  const require = createRequire(import.meta.url)
  const damaged = join(parent, 'damaged.node')
  writeFileSync(damaged, 'of another system')
  for (const path of [damaged, join(parent, 'missing.node')]) {
    let error: unknown
    try {
      require(path)
    } catch (caught) {
      error = caught
    }
    expect(isOfAnotherPlatform(error)).toBe(true)
  }
  expect(isOfAnotherPlatform(new Error('the disk is full'))).toBe(false)
  expect(anotherPlatform({ platform: 'linux', arch: 'arm64' }).message).toMatch(
    /another kind of computer.*linux on arm64.*Install it on this computer/,
  )
})

describe('the launcher of a portable archive', () => {
  const folder = mkdtempSync(join(parent, 'portable-'))
  function run(platform: string, system: string, machine: string) {
    writeFileSync(join(folder, 'mintdesk'), launcher(platform), { mode: 0o755 })
    writeFileSync(join(folder, 'uname'), `#!/bin/sh\n[ "$1" = -s ] && echo ${system} || echo ${machine}\n`, {
      mode: 0o755,
    })
    writeFileSync(join(folder, 'node'), '#!/bin/sh\necho started "$2"\n', { mode: 0o755 })
    const env = { PATH: `${folder}:${process.env.PATH}` }
    return spawnSync(join(folder, 'mintdesk'), ['runs'], { encoding: 'utf8', env })
  }
  it.skipIf(process.platform === 'win32')(
    'starts on its own kind of computer, and says on others which archive to take',
    () => {
      expect(run('linux-x64', 'Linux', 'x86_64')).toMatchObject({ status: 0, stdout: 'started runs\n' })
      expect(run('linux-arm64', 'Linux', 'aarch64').status).toBe(0)
      expect(run('darwin-arm64', 'Darwin', 'arm64').status).toBe(0)
      for (const [platform, system, machine] of [
        ['linux-arm64', 'Linux', 'x86_64'],
        ['darwin-arm64', 'Linux', 'aarch64'],
        ['linux-x64', 'Darwin', 'x86_64'],
      ] as const)
        expect(run(platform, system, machine)).toMatchObject({
          status: 1,
          stderr: expect.stringContaining(
            `is for ${platform}, and this computer is ${system} on ${machine}: take the archive`,
          ),
        })
    },
  )
})

it.skipIf(process.platform !== 'linux')('without a display, npm start says so and goes to the browser', () => {
  const { DISPLAY: _x, WAYLAND_DISPLAY: _wayland, ...env } = process.env
  const started = spawnSync(process.execPath, [join(root, 'scripts/start.mjs'), '--port=none'], {
    encoding: 'utf8',
    env,
  })
  expect(started.stderr).toContain('because there is no display: Mintdesk opens in your browser instead')
  expect(started.status).not.toBe(0)
})
