/** The desktop app: the core in a process of its own, one window on it, menus, dialogs and notifications. */
import { homedir } from 'node:os'
import { join, resolve } from 'node:path'
import { app } from 'electron'
import { makeFolder, usualDataDir } from '../core/host/data-dir.ts'
import { keepFilesPrivate, makePrivate } from '../core/host/private-folder.ts'
import { openDesktop } from './desktop.ts'
import { takeEnvironment } from './environment.ts'
import { giveUp } from './give-up.ts'
import { readSettings } from './settings.ts'

try {
  keepFilesPrivate()
  run()
} catch (error) {
  giveUp(error)
}

function run(): void {
  const environment = takeEnvironment()
  const settings = readSettings(app.commandLine, process.env, process.cwd())
  // Not Electron's default, which on Linux is the folder for settings: the command line must look in the same place.
  const usual = usualDataDir({ platform: process.platform, env: process.env, home: homedir() })
  const dataDir = resolve(settings.dataDir ?? usual)
  makeDataFolder(dataDir)
  // One instance for each data folder. Chromium's own files lie in a folder of their own beside the data.
  app.setPath('userData', dataDir)
  app.setPath('sessionData', join(dataDir, 'window'))
  app.enableSandbox()
  if (!app.requestSingleInstanceLock()) {
    app.exit(0)
    return
  }
  app
    .whenReady()
    .then(() => openDesktop(environment, dataDir, settings))
    .catch(giveUp)
}

function makeDataFolder(dataDir: string): void {
  try {
    makeFolder(dataDir)
  } catch (cause) {
    const sentence = `The data folder ${dataDir} cannot be made: allow it, or name another with --data=<folder> or MINTDESK_HOME.`
    throw new Error(sentence, { cause })
  }
  // This must happen before Chromium writes there.
  makePrivate(dataDir)
}
