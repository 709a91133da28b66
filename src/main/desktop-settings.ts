/** The person's settings of the desktop app, in a file of the data folder. */
import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import { z } from 'zod'

const desktopSettings = z.object({
  /** Whether Mintdesk checks for updates of itself. */
  updates: z.boolean().default(true),
  /** The time of the last check, ISO 8601. */
  updatesCheckedAt: z.iso.datetime().nullable().default(null),
  /** The version that was downloaded and is not installed yet. */
  updateOnDisk: z.string().nullable().default(null),
  /** Why the update could not be installed when the app last ended. */
  updateProblem: z.string().nullable().default(null),
})
export type DesktopSettings = z.output<typeof desktopSettings>

export interface DesktopSettingsFile {
  read(): DesktopSettings
  /** @throws the system's error when the file cannot be written */
  change(changes: Partial<DesktopSettings>): void
}

/** A file that is missing or cannot be read counts as the default settings. */
export function desktopSettingsFile(file: string): DesktopSettingsFile {
  const read = (): DesktopSettings => {
    try {
      return desktopSettings.parse(JSON.parse(readFileSync(file, 'utf8')))
    } catch {
      return desktopSettings.parse({})
    }
  }
  return {
    read,
    change(changes) {
      writeFileSync(`${file}.new`, `${JSON.stringify({ ...read(), ...changes }, null, 2)}\n`)
      renameSync(`${file}.new`, file)
    },
  }
}
