import { join } from 'node:path'

/** What the usual data folder depends on. */
export interface DataDirFacts {
  /** `process.platform` */
  platform: string
  /** `process.env`: XDG_DATA_HOME on Linux, APPDATA on Windows. */
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
