import { existsSync, mkdirSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** What the usual data folder depends on. */
export interface DataDirFacts {
  /** `process.platform` */
  platform: string
  /** `process.env`: XDG_DATA_HOME and XDG_CACHE_HOME on Linux, APPDATA and LOCALAPPDATA on Windows. */
  env: Readonly<Record<string, string | undefined>>
  /** `os.homedir()` */
  home: string
}

/** The data folder when none is named: one for the window and the command line, where each system keeps such things. */
export function usualDataDir({ platform, env, home }: DataDirFacts): string {
  if (platform === 'darwin') return join(home, 'Library/Application Support/Mintdesk')
  if (platform === 'win32') return join(env.APPDATA || join(home, 'AppData/Roaming'), 'Mintdesk')
  return join(env.XDG_DATA_HOME || join(home, '.local/share'), 'mintdesk')
}

/** Where what can be made anew is kept, for this user alone. */
export function usualCacheDir({ platform, env, home }: DataDirFacts): string {
  if (platform === 'darwin') return join(home, 'Library/Caches/Mintdesk')
  if (platform === 'win32') return join(env.LOCALAPPDATA || join(home, 'AppData/Local'), 'Mintdesk', 'Cache')
  return join(env.XDG_CACHE_HOME || join(home, '.cache'), 'mintdesk')
}

/**
 * Makes a folder and those above it that are missing, for this user alone. Not with `recursive`: Node 22 then never comes back
 * where the system denies that the parent is there, as it does below /proc.
 * @throws the system's error
 */
export function makeFolder(dir: string): void {
  if (existsSync(dir)) return
  if (dirname(dir) !== dir) makeFolder(dirname(dir))
  try {
    mkdirSync(dir, { mode: 0o700 })
  } catch (error) {
    // Another process may have made it meanwhile.
    if (!statSync(dir, { throwIfNoEntry: false })?.isDirectory()) throw error
  }
}
