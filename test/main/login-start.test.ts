import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { autostartEntry, createLoginStart } from '../../src/main/login-start.ts'

const home = mkdtempSync(join(tmpdir(), 'mintdesk-login-'))
afterAll(() => rmSync(home, { recursive: true, force: true }))

const nobody = {
  getLoginItemSettings: () => {
    throw new Error('Linux has no such list')
  },
  setLoginItemSettings: () => undefined,
}

it('is off until a person asks for it, by a file of the desktop on Linux', () => {
  const command = ['/opt/Mintdesk/mintdesk'] as const
  const start = createLoginStart({ platform: 'linux', env: {}, home, app: nobody, command })
  const file = join(home, '.config/autostart/mintdesk.desktop')
  expect(start.isOn()).toBe(false)
  start.set(true)
  expect(start.isOn()).toBe(true)
  expect(readFileSync(file, 'utf8')).toContain('Exec="/opt/Mintdesk/mintdesk" "--hidden"\n')
  // Some desktops switch an entry off instead of removing it.
  writeFileSync(file, `${readFileSync(file, 'utf8')}Hidden=true\n`)
  expect(start.isOn()).toBe(false)
  start.set(true)
  start.set(false)
  start.set(false)
  expect(start.isOn()).toBe(false)

  const env = { XDG_CONFIG_HOME: join(home, 'elsewhere') }
  createLoginStart({ platform: 'linux', env, home, app: nobody, command }).set(true)
  expect(readFileSync(join(home, 'elsewhere/autostart/mintdesk.desktop'), 'utf8')).toContain('Type=Application')
})

it('starts the program where an update put it, with all else as it was, and nothing where it is off', () => {
  const old = '/home/ada/mintdesk-1.2.3-linux-x86_64.AppImage'
  const own = join(home, 'moved')
  const options = { platform: 'linux', env: { XDG_CONFIG_HOME: own }, home, app: nobody }
  const start = createLoginStart({ ...options, command: [old, '--data=/shop'] })
  start.moved('/x')
  expect(start.isOn()).toBe(false)
  start.set(true)
  createLoginStart({ ...options, command: [old] }).moved('/home/ada/mintdesk-9.9.9-$&.AppImage')
  expect(readFileSync(join(own, 'autostart/mintdesk.desktop'), 'utf8')).toContain(
    String.raw`Exec="/home/ada/mintdesk-9.9.9-\\$&.AppImage" "--data=/shop" "--hidden"`,
  )
})

it('a path cannot become another command', () => {
  const exec = (argument: string) => /^Exec=(.*)$/m.exec(autostartEntry([argument]))?.[1]
  expect(exec('/home/ada lovelace/100%')).toBe('"/home/ada lovelace/100%%"')
  // As the specification asks: the quote's own escape, escaped once more.
  expect(exec('/a"b')).toBe(String.raw`"/a\\"b"`)
  expect(exec('/a$b`c')).toBe('"/a\\\\$b\\\\`c"')
  expect(exec(String.raw`/a\b`)).toBe(String.raw`"/a\\\\b"`)
  expect(() => autostartEntry(['/a\nExec=evil'])).toThrow('line break')
})

it.each(['darwin', 'win32'])('is the list of the system on %s', (platform) => {
  const set: unknown[] = []
  const app = {
    getLoginItemSettings: () => ({ openAtLogin: set.length === 1 }) as Electron.LoginItemSettings,
    setLoginItemSettings: (settings: Electron.Settings) => void set.push(settings),
  }
  const start = createLoginStart({ platform, env: {}, home, app, command: ['/x/Mintdesk', '--data=/y'] })
  expect(start.isOn()).toBe(false)
  start.set(true)
  expect(set).toEqual([{ openAtLogin: true, path: '/x/Mintdesk', args: ['--data=/y', '--hidden'] }])
  expect(start.isOn()).toBe(true)
})
