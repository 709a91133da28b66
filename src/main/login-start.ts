/** Starting at login: through the system's own list on macOS and Windows, through an XDG autostart file on Linux. */
import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { App } from 'electron'
import { makeFolder } from '../core/host/data-dir.ts'

/** The switch of a start at login: the window stays closed until the person opens it. */
export const hiddenSwitch = 'hidden'

export interface LoginStart {
  isOn(): boolean
  /** @throws the system's error when the setting cannot be written */
  set(on: boolean): void
  /** The program has the path `to` from now on: a start at login uses that path. */
  moved(to: string): void
}

export interface LoginStartOptions {
  /** `process.platform`, `process.env`, `os.homedir()` */
  platform: string
  env: Readonly<Record<string, string | undefined>>
  home: string
  app: Pick<App, 'getLoginItemSettings' | 'setLoginItemSettings'>
  /** This program and its arguments. */
  command: readonly [string, ...string[]]
}

export function createLoginStart({ platform, env, home, app, command }: LoginStartOptions): LoginStart {
  const [path, ...more] = command
  const args = [...more, `--${hiddenSwitch}`]
  if (platform === 'darwin' || platform === 'win32')
    return {
      isOn: () => app.getLoginItemSettings({ path, args }).openAtLogin,
      set: (on) => app.setLoginItemSettings({ openAtLogin: on, path, args }),
      // On these systems the program keeps its path.
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
        // The entry may name another data folder than this one, so only the program's path is replaced.
        writeFileSync(
          `${file}.new`,
          readFileSync(file, 'utf8').replaceAll(quoted(path), () => quoted(to)),
        )
        renameSync(`${file}.new`, file)
      } catch {
        // There is no entry, or it cannot be written. The update itself succeeded in both cases.
      }
    },
  }
}

/** An autostart entry (Desktop Entry Specification). Pure. @param command the program and its arguments */
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

/** An argument of `Exec`: quoted, then escaped again as every string value is. */
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
