/** The app's one window: a browser that cannot leave the core's pages. */
import { BrowserWindow, type Session, screen, shell } from 'electron'
import { isForBrowser, isGranted, isReload } from './navigation.ts'
import { placeWindow, readWindowState, SMALLEST, writeWindowState } from './window-state.ts'

export interface WindowOptions {
  preload: string
  /** The icon in task bars, on systems that take it from the window (Linux). */
  icon: string
  /** The file that keeps the window's place. */
  stateFile: string
  /** `http://127.0.0.1:<port>` of the core. */
  coreUrl(): string
  /** Whether the window may close now; if not, the person is asked. */
  mayClose(): boolean
  /** Called with the address of a navigation that was blocked. */
  onLeave(url: string): void
  /** Called when the page crashed. */
  onCrashed(): void
  /** Called when the page could not be loaded: its core was down. */
  onNotLoaded(): void
}

/** Chromium's error code (ERR_ABORTED) for a load that another load replaced. */
const ABORTED = -3

/** Opens the window, hidden until it has something to show. */
export function createWindow({
  preload,
  icon,
  stateFile,
  coreUrl,
  mayClose,
  onLeave,
  onCrashed,
  onNotLoaded,
}: WindowOptions): BrowserWindow {
  const kept = readWindowState(stateFile)
  const screens = screen.getAllDisplays().map((display) => display.workArea)
  const window = new BrowserWindow({
    ...placeWindow(kept, screens),
    minWidth: SMALLEST.width,
    minHeight: SMALLEST.height,
    show: false,
    title: 'Mintdesk',
    icon,
    webPreferences: {
      preload,
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      webviewTag: false,
      spellcheck: false,
    },
  })
  if (kept?.maximized) window.maximize()
  window.once('ready-to-show', () => window.show())
  window.on('close', (event) => {
    if (!mayClose()) event.preventDefault()
    writeWindowState(stateFile, { ...window.getNormalBounds(), maximized: window.isMaximized() })
  })
  const page = window.webContents
  page.setWindowOpenHandler(({ url }) => {
    if (isForBrowser(url, coreUrl())) void shell.openExternal(url)
    return { action: 'deny' }
  })
  page.on('will-navigate', (event) => {
    if (isReload(event.url, page.getURL())) return
    event.preventDefault()
    onLeave(event.url)
  })
  page.on('will-redirect', (event) => {
    if (new URL(event.url).origin !== coreUrl()) event.preventDefault()
  })
  page.on('will-attach-webview', (event) => event.preventDefault())
  page.on('render-process-gone', (_event, { reason }) => {
    if (reason !== 'clean-exit') onCrashed()
  })
  page.on('did-fail-load', (_event, code, _reason, _url, isMainFrame) => {
    if (isMainFrame && code !== ABORTED) onNotLoaded()
  })
  return window
}

/** Denies every permission but the one that our page needs (`isGranted`). */
export function denyPermissions(session: Session, coreUrl: () => string): void {
  session.setPermissionRequestHandler((_page, permission, callback, { requestingUrl }) => {
    callback(isGranted(permission, requestingUrl, coreUrl()))
  })
  session.setPermissionCheckHandler((_page, permission, origin) => isGranted(permission, origin, coreUrl()))
}
