/** The app once Electron is ready: core, window, tray, updates, and the system's events. */
import { homedir, release } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import {
  app,
  type BrowserWindow,
  clipboard,
  dialog,
  ipcMain,
  Menu,
  powerMonitor,
  powerSaveBlocker,
  safeStorage,
  session,
  shell,
  utilityProcess,
} from 'electron'
import { usualCacheDir } from '../core/host/data-dir.ts'
import { networkFolderWarning } from '../core/host/network-file-system.ts'
import type { MenuAction } from '../shared/native.ts'
import { createAskedToOpen } from './asked-to-open.ts'
import { createBackground } from './background.ts'
import { CoreProcess } from './core-process.ts'
import { createCrash } from './crash/crash.ts'
import { keepLastLines } from './crash/last-lines.ts'
import { crashReport } from './crash/report.ts'
import { desktopSettingsFile } from './desktop-settings.ts'
import { coreEnvironment } from './environment.ts'
import { keychainAnswers } from './keychain.ts'
import { createLoginStart, hiddenSwitch } from './login-start.ts'
import { menuTemplate } from './menu.ts'
import { answerNativeCalls } from './native-calls.ts'
import { entrance, isOurPage } from './navigation.ts'
import { pageCalls } from './page-calls.ts'
import { quitInOrder } from './quitting.ts'
import { programCommand, type Settings } from './settings.ts'
import { createTray } from './tray.ts'
import { askDaily, createDesktopUpdates } from './updates/desktop-updates.ts'
import { createWindow, denyPermissions } from './window.ts'

/**
 * Opens the core, the window, the tray and the updates.
 * @param environment for the core only
 * @throws an error with a sentence for the person, when the core cannot start
 */
export async function openDesktop(environment: NodeJS.ProcessEnv, dataDir: string, named: Settings): Promise<void> {
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
  const program = programCommand(
    process.env.APPIMAGE ?? process.execPath,
    app.isPackaged ? undefined : app.getAppPath(),
    named,
  )
  const loginStart = createLoginStart({
    ...{ platform: process.platform, env: process.env, home: homedir() },
    ...{ app, command: program },
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
    onMoved: loginStart.moved,
  })
  const log = keepLastLines()
  const core = new CoreProcess({
    port: named.port,
    keychain: keychainAnswers(safeStorage, process.platform),
    fork: (wanted) => {
      const child = utilityProcess.fork(join(import.meta.dirname, 'core.js'), [], {
        serviceName: 'Mintdesk core',
        env: coreEnvironment(environment, dataDir, wanted),
        stdio: ['ignore', 'inherit', 'pipe'],
      })
      if (child.stderr instanceof Readable) log.follow(child.stderr, process.stderr)
      return child
    },
    onRestarted: ({ url, ticket }) => {
      const isMoved = url !== coreUrl
      coreUrl = url
      // A loaded page reconnects to the core by itself, at the same address and with the same token.
      if (isMoved || isBroken) load(ticket)
      else asked.again()
    },
    onWork: (work) => {
      background.update(work)
      updates.working(work !== null)
    },
    onGivenUp: (why) => crash.coreDied(why),
  })
  const crash = createCrash({
    show: (html) => {
      window ??= show()
      window.loadURL(`data:text/html;charset=utf-8,${encodeURIComponent(html)}`).catch(() => undefined)
      window.show()
    },
    report: (why) =>
      crashReport({
        ...{ why, version: app.getVersion(), versions: process.versions, lines: log.lines(), home: homedir() },
        ...{ system: `${process.platform} ${release()} ${process.arch}`, now: Date.now() },
      }),
    copy: (text) => void clipboard.writeText(text),
    again: () => {
      const [execPath, ...args] = program
      app.relaunch({ execPath, args })
      app.quit()
    },
    quit: () => app.quit(),
  })

  function load(ticket: string, shown = ''): void {
    isBroken = false
    window?.loadURL(entrance(coreUrl, ticket, shown)).catch(() => undefined)
  }

  /** Loads the page with a new ticket, at the address `shown` if given. While the core is down, `onRestarted` does it instead. */
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
      onLeave: (url) => crash.leave(url),
      onCrashed: () => {
        if (crash.pageDied()) recover()
      },
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
      if (!crash.reshow()) recover()
      return
    }
    if (window.isMinimized()) window.restore()
    window.show()
    window.focus()
  }

  quitInOrder({ app, powerMonitor, signals: process, core, background, updates, hide: () => window?.hide() })
  const asked = createAskedToOpen(
    () => {
      focus()
      window?.webContents.send('opened')
    },
    (sentence) => console.warn(sentence),
  )
  asked.start(process.argv.slice(1), process.cwd())
  app.on('second-instance', (_event, args, cwd) => asked.start(args.slice(1), cwd))
  // If macOS names a file or a link before the app is ready, Electron keeps it until a listener is added.
  app.on('open-file', (event, path) => {
    event.preventDefault()
    asked.file(path)
  })
  app.on('open-url', (event, url) => {
    event.preventDefault()
    asked.link(url)
  })
  app.on('activate', focus)
  app.on('window-all-closed', () => {
    if (process.platform !== 'darwin') app.quit()
  })
  denyPermissions(session.defaultSession, () => coreUrl)
  answerNativeCalls(
    ipcMain,
    (frame) => isOurPage(frame, coreUrl),
    pageCalls({
      window: () => window,
      focus,
      dataDir,
      updates,
      loginStart,
      takeOpened: () => asked.takeFiles((path) => core.offer(path)),
      takePage: () => asked.takePage(),
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
  if (!isHidden()) {
    window = show()
    load(ready.ticket)
  }
  askDaily(updates)
  const warning = networkFolderWarning(dataDir)
  if (warning !== undefined) void dialog.showMessageBox({ type: 'warning', title: 'Mintdesk', message: warning })
}

/** Whether the app was started at login: then the window stays closed until the person opens it. */
function isHidden(): boolean {
  if (process.platform === 'darwin') return app.getLoginItemSettings().wasOpenedAtLogin
  return app.commandLine.hasSwitch(hiddenSwitch)
}
