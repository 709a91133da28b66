/** Starting at login: by the system's own list on macOS and Windows, by a file of the desktop's (XDG) on Linux. */
import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { App } from 'electron'
import { makeFolder } from '../core/host/data-dir.ts'

/** What a start at login is given: the window stays away until somebody asks for it. */
export const hiddenSwitch = 'hidden'

export interface LoginStart {
  isOn(): boolean
  /** @throws the system's error when it cannot be kept */
  set(on: boolean): void
  /** The program has another path from now on: what starts it at login starts that one. */
  moved(to: string): void
}

export interface LoginStartOptions {
  /** `process.platform`, `process.env`, `os.homedir()` */
  platform: string
  env: Readonly<Record<string, string | undefined>>
  home: string
  app: Pick<App, 'getLoginItemSettings' | 'setLoginItemSettings'>
  /** This program, and what it is started with. */
  command: readonly [string, ...string[]]
}

export function createLoginStart({ platform, env, home, app, command }: LoginStartOptions): LoginStart {
  const [path, ...more] = command
  const args = [...more, `--${hiddenSwitch}`]
  if (platform === 'darwin' || platform === 'win32')
    return {
      isOn: () => app.getLoginItemSettings({ path, args }).openAtLogin,
      set: (on) => app.setLoginItemSettings({ openAtLogin: on, path, args }),
      // There programs keep their paths.
      moved: () => undefined,
    }
  const folder = join(env.XDG_CONFIG_HOME || join(home, '.config'), 'autostart')
  const file = join(folder, 'mintdesk.desktop')
  return {
    isOn: () => isThere(file),
    set(on) {
      if (!on) return rmSync(file, { force: true })
      makeFolder(folder)
      writeFileSync(file, autostartEntry([path, ...args]))
    },
    moved(to) {
      try {
        // The folder that it was set for may be another one than this: all else stays.
        writeFileSync(
          `${file}.new`,
          readFileSync(file, 'utf8').replaceAll(quoted(path), () => quoted(to)),
        )
        renameSync(`${file}.new`, file)
      } catch {
        // There is none; or it cannot be written, which is no reason to say that the update failed.
      }
    },
  }
}

/** An entry of the desktop's (Desktop Entry Specification). Pure. @param command the program and its arguments */
export function autostartEntry(command: readonly string[]): string {
  return [
    '[Desktop Entry]',
    'Type=Application',
    'Name=Mintdesk',
    `Exec=${command.map(quoted).join(' ')}`,
    'Icon=mintdesk',
    'Terminal=false',
    'X-GNOME-Autostart-enabled=true',
    '',
  ].join('\n')
}

/** An argument of `Exec`: quoted, and once more escaped as each text of such a file is. */
function quoted(argument: string): string {
  if (/[\n\r]/.test(argument))
    throw new Error('The path of this program has a line break, which no list of programs can hold.')
  const inQuotes = argument.replace(/["`$\\]/g, '\\$&').replaceAll('%', '%%')
  return `"${inQuotes}"`.replaceAll('\\', '\\\\')
}

function isThere(file: string): boolean {
  try {
    return !/^Hidden=true$/m.test(readFileSync(file, 'utf8'))
  } catch {
    return false
  }
}
