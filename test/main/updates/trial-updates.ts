import { join } from 'node:path'
import { desktopSettingsFile } from '../../../src/main/desktop-settings.ts'
import { createProgramUpdater } from '../../../src/main/updates/program-updater.ts'
import { createUpdates, type Updates } from '../../../src/main/updates/updates.ts'
import { keys } from './release-server.ts'

/** Updates of an AppImage of version 1.2.3, that keeps its settings and downloads in a folder and asks at an address. */
export function trialUpdates(folder: string, url: string) {
  let now = Date.parse('2026-11-23T12:00:00Z')
  const seen: string[] = []
  const moved: string[] = []
  const updates = createUpdates({
    never: undefined,
    settings: desktopSettingsFile(join(folder, 'desktop.json')),
    now: () => now,
    onChange: ({ state }) => seen.push(state.kind),
    makeUpdater: async () =>
      createProgramUpdater({
        kind: 'appimage',
        builtIn: { url, publicKey: new Uint8Array(Buffer.from(keys.publicKey, 'base64')) },
        version: '1.2.3',
        cacheDir: join(folder, 'cache'),
        configFile: join(folder, 'app-update.yml'),
        onMoved: (to) => moved.push(to),
      }),
  })
  const later = (ms: number): void => {
    now += ms
  }
  return { updates, seen, moved, later, kind: () => updates.view().state.kind, problem: () => updates.view().problem }
}

/** The app ends as it does after its core: whether something was installed. */
export async function end(updates: Updates): Promise<boolean> {
  updates.ending()
  return updates.install()
}
