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

/** The default data folder, the same for the window and the command line, where the system keeps such data. */
export function usualDataDir({ platform, env, home }: DataDirFacts): string {
  if (platform === 'darwin') return join(home, 'Library/Application Support/Mintdesk')
  if (platform === 'win32') return join(env.APPDATA || join(home, 'AppData/Roaming'), 'Mintdesk')
  return join(env.XDG_DATA_HOME || join(home, '.local/share'), 'mintdesk')
}

/** The folder for data that can be made again, for this user alone. */
export function usualCacheDir({ platform, env, home }: DataDirFacts): string {
  if (platform === 'darwin') return join(home, 'Library/Caches/Mintdesk')
  if (platform === 'win32') return join(env.LOCALAPPDATA || join(home, 'AppData/Local'), 'Mintdesk', 'Cache')
  return join(env.XDG_CACHE_HOME || join(home, '.cache'), 'mintdesk')
}

/**
 * Creates a folder and its missing parents, for this user alone. It does not use `recursive`: Node 22 then never returns
 * where the system denies that the parent exists, as below /proc.
 * @throws the system's error
 */
export function makeFolder(dir: string): void {
  if (existsSync(dir)) return
  if (dirname(dir) !== dir) makeFolder(dirname(dir))
  try {
    mkdirSync(dir, { mode: 0o700 })
  } catch (error) {
    // Another process may have created it meanwhile.
    if (!statSync(dir, { throwIfNoEntry: false })?.isDirectory()) throw error
  }
}
