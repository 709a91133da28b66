/** Sets up updates for this desktop app: built-in key, kind of installation, folder. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { UpdatesView } from '../../shared/updates.ts'
import type { DesktopSettingsFile } from '../desktop-settings.ts'
import { type BuiltIn, readBuiltIn } from './built-in.ts'
import { type InstallKind, installKind } from './install-kind.ts'
import { createUpdates, type Updates } from './updates.ts'

export interface DesktopUpdatesOptions {
  /** `process.platform` and `process.env`. */
  platform: string
  env: Readonly<Record<string, string | undefined>>
  /** The folder of this program's built files, where `updates.json` lies. */
  programDir: string
  /** `process.resourcesPath`, where electron-builder puts `app-update.yml` and `package-type`. */
  resourcesDir: string
  /** This program's version. */
  version: string
  /** The folder for data that can be made again. */
  cacheDir: string
  settings: DesktopSettingsFile
  onChange(view: UpdatesView): void
  /** Called with the program's new path after an update has moved it. */
  onMoved(to: string): void
}

/** Ours, ms: the first check waits until the app is up. The hourly look finds a daily check that a sleeping machine missed. */
const firstAfter = 15_000
const lookEvery = 3_600_000

export function createDesktopUpdates(options: DesktopUpdatesOptions): Updates {
  const { platform, env, programDir, resourcesDir, version, cacheDir, settings, onChange, onMoved } = options
  const builtIn = readBuiltIn(join(programDir, 'updates.json'))
  const kind = installKind({ platform, env, packageType: textOf(join(resourcesDir, 'package-type')) })
  return createUpdates({
    never: whyNever(builtIn, kind),
    settings,
    onChange,
    makeUpdater: async () => {
      if (builtIn === undefined || kind === undefined) throw new Error('This build does not update itself.')
      const { createProgramUpdater } = await import('./program-updater.ts')
      const configFile = join(resourcesDir, 'app-update.yml')
      return createProgramUpdater({ kind, builtIn, version, cacheDir: join(cacheDir, 'updates'), configFile, onMoved })
    },
  })
}

/** Checks for updates once the app is up, and then once a day. */
export function askDaily(updates: Updates): void {
  const ask = (): void => void updates.checkIfDue()
  setTimeout(ask, firstAfter).unref()
  setInterval(ask, lookEvery).unref()
}

function whyNever(builtIn: BuiltIn | undefined, kind: InstallKind | undefined): string | undefined {
  if (builtIn === undefined)
    return 'This build was made from a clone and has no key for updates in it, so Mintdesk never asks for any. To update, pull the clone and build it again (docs/install.md).'
  if (kind === undefined)
    return 'This Mintdesk was unpacked from an archive, so it does not replace itself. To update, unpack the newer archive in its place; the data folder stays as it is.'
  return undefined
}

function textOf(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8').trim()
  } catch {
    return undefined
  }
}
