/** The desktop app: the core in a process of its own, one window on it, menus, dialogs and notifications. */
import { homedir } from 'node:os'
import { join, resolve } from 'node:path'
import {
  app,
  type BrowserWindow,
  dialog,
  ipcMain,
  Menu,
  powerSaveBlocker,
  safeStorage,
  session,
  shell,
  utilityProcess,
} from 'electron'
import { makeFolder, usualCacheDir, usualDataDir } from '../core/host/data-dir.ts'
import { keepFilesPrivate, makePrivate } from '../core/host/private-folder.ts'
import type { MenuAction } from '../shared/native.ts'
import { createBackground } from './background.ts'
import { CoreProcess } from './core-process.ts'
import { desktopSettingsFile } from './desktop-settings.ts'
import { coreEnvironment, takeEnvironment } from './environment.ts'
import { keychainAnswers } from './keychain.ts'
import { menuTemplate } from './menu.ts'
import { answerNativeCalls } from './native-calls.ts'
import { entrance, isOurPage } from './navigation.ts'
import { openedPaths } from './opened-paths.ts'
import { pageCalls } from './page-calls.ts'
import { readSettings } from './settings.ts'
import { createTray } from './tray.ts'
import { askDaily, createDesktopUpdates } from './updates/desktop-updates.ts'
import type { Updates } from './updates/updates.ts'
import { createWindow, denyPermissions } from './window.ts'

/** The exit code when the person was told why; scripts/start.mjs then does not try the browser. */
const TOLD = 70

try {
  keepFilesPrivate()
  run()
} catch (error) {
  giveUp(error)
}

function run(): void {
  const environment = takeEnvironment()
  const settings = readSettings((name) => app.commandLine.getSwitchValue(name), process.env)
  // Not Electron's own choice, which on Linux is the folder for settings: the command line looks in the same place.
  const usual = usualDataDir({ platform: process.platform, env: process.env, home: homedir() })
  const dataDir = resolve(settings.dataDir ?? usual)
  makeDataFolder(dataDir)
  // One instance for each data folder; Chromium's own files lie in a folder of their own beside the data.
  app.setPath('userData', dataDir)
  app.setPath('sessionData', join(dataDir, 'window'))
  app.enableSandbox()
  if (!app.requestSingleInstanceLock()) {
    app.exit(0)
    return
  }
  app
    .whenReady()
    .then(() => open(environment, dataDir, settings.port))
    .catch(giveUp)
}

function makeDataFolder(dataDir: string): void {
  try {
    makeFolder(dataDir)
  } catch (cause) {
    const sentence = `The data folder ${dataDir} cannot be made: allow it, or name another with --data=<folder> or MINTDESK_HOME.`
    throw new Error(sentence, { cause })
  }
  // Before Chromium writes there.
  makePrivate(dataDir)
}

async function open(environment: NodeJS.ProcessEnv, dataDir: string, port: number | undefined): Promise<void> {
  let coreUrl = ''
  let window: BrowserWindow | undefined
  let isBroken = false

  const resources = join(import.meta.dirname, '../../resources')
  const background = createBackground({
    blocker: powerSaveBlocker,
    tray: createTray(resources, focus),
    open: focus,
    quit: () => app.quit(),
    ask: async (question) => {
      const { response } = await (window ? dialog.showMessageBox(window, question) : dialog.showMessageBox(question))
      return response
    },
  })
  const settings = desktopSettingsFile(join(dataDir, 'desktop.json'))
  const updates = createDesktopUpdates({
    platform: process.platform,
    env: process.env,
    programDir: import.meta.dirname,
    resourcesDir: process.resourcesPath,
    version: app.getVersion(),
    cacheDir: usualCacheDir({ platform: process.platform, env: process.env, home: homedir() }),
    settings,
    onChange: (view) => window?.webContents.send('updates', view),
  })
  const core = new CoreProcess({
    port,
    keychain: keychainAnswers(safeStorage, process.platform),
    fork: (wanted) =>
      utilityProcess.fork(join(import.meta.dirname, 'core.js'), [], {
        serviceName: 'Mintdesk core',
        env: coreEnvironment(environment, dataDir, wanted),
      }),
    onRestarted: ({ url, ticket }) => {
      const isMoved = url !== coreUrl
      coreUrl = url
      // A page that is up finds its core again by itself, at the same address and with the same token.
      if (isMoved || isBroken) load(ticket)
    },
    onWork: (work) => {
      background.update(work)
      updates.working(work !== null)
    },
    onGivenUp: giveUp,
  })

  function load(ticket: string, shown = ''): void {
    isBroken = false
    window?.loadURL(entrance(coreUrl, ticket, shown)).catch(() => undefined)
  }

  /** Lets the page in again, where it was when `shown` says so; while the core is down, its return does that. */
  function recover(shown?: string): void {
    isBroken = true
    core.ticket().then(
      (ticket) => load(ticket, shown),
      () => undefined,
    )
  }

  function show(): BrowserWindow {
    const opened = createWindow({
      preload: join(import.meta.dirname, '../preload/index.cjs'),
      icon: join(resources, 'icon.png'),
      stateFile: join(dataDir, 'window.json'),
      coreUrl: () => coreUrl,
      mayClose: () => background.mayClose(() => opened.hide()),
      onCrashed: () => recover(),
      onNotLoaded: () => {
        isBroken = true
      },
    })
    opened.on('closed', () => {
      window = undefined
    })
    return opened
  }

  function focus(): void {
    // macOS activates the app while it is still starting.
    if (coreUrl === '') return
    if (!window) {
      window = show()
      recover()
      return
    }
    if (window.isMinimized()) window.restore()
    window.show()
    window.focus()
  }

  app.on('before-quit', () => {
    background.ending()
    updates.ending()
  })
  /** Spreadsheets that the system asks to open: the page asks for them when it is there. */
  let opened = openedPaths(process.argv.slice(1), process.cwd())
  function open(paths: readonly string[]): void {
    opened = [...opened, ...paths]
    focus()
    window?.webContents.send('opened')
  }
  app.on('second-instance', (_event, args, cwd) => open(openedPaths(args.slice(1), cwd)))
  // Where macOS names a file before the app is ready, Electron keeps it until somebody listens.
  app.on('open-file', (event, path) => {
    event.preventDefault()
    open([path])
  })
  app.on('activate', focus)
  app.on('window-all-closed', () => {
    if (process.platform !== 'darwin') app.quit()
  })
  closeBeforeQuit(core, updates)
  denyPermissions(session.defaultSession, () => coreUrl)
  answerNativeCalls(
    ipcMain,
    (frame) => isOurPage(frame, coreUrl),
    pageCalls({
      window: () => window,
      focus,
      dataDir,
      updates,
      takeOpened: () => {
        const paths = opened
        opened = []
        return Promise.all(paths.map((path) => core.offer(path)))
      },
      signIn: () => recover(window?.webContents.getURL()),
    }),
  )

  function choose(action: MenuAction): void {
    focus()
    window?.webContents.send('menu', action)
  }
  const choices = {
    platform: process.platform,
    developing: !app.isPackaged,
    choose,
    showDataFolder: () => void shell.openPath(dataDir),
  }
  Menu.setApplicationMenu(Menu.buildFromTemplate(menuTemplate(choices)))

  const ready = await core.start()
  coreUrl = ready.url
  window = show()
  load(ready.ticket)
  askDaily(updates)
}

/** Holds the app's end back until the core has put everything in order, and then installs an update where one is ready. */
function closeBeforeQuit(core: CoreProcess, updates: Updates): void {
  let isClosed = false
  app.on('will-quit', (event) => {
    if (isClosed) return
    event.preventDefault()
    const end = async (): Promise<void> => {
      await core.close()
      await updates.install()
    }
    void end().finally(() => {
      isClosed = true
      app.quit()
    })
  })
}

function giveUp(error: unknown): void {
  dialog.showErrorBox('Mintdesk cannot go on', error instanceof Error ? error.message : String(error))
  app.exit(TOLD)
}
