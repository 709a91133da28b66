/** The module `electron` of the main process, as far as this app uses it. For tests only; see README.md. */
import { createRequire } from 'node:module'
import { app } from './app.mjs'
import {
  clipboard,
  dialog,
  Menu,
  Notification,
  nativeImage,
  powerMonitor,
  powerSaveBlocker,
  screen,
  shell,
  Tray,
} from './desktop.mjs'
import { ipcMain } from './ipc-main.mjs'
import { safeStorage } from './safe-storage.mjs'
import { session } from './session.mjs'
import { utilityProcess } from './utility-process.mjs'
import { BrowserWindow, webContents } from './windows.mjs'

const { version } = createRequire(import.meta.url)('electron/package.json')
Object.defineProperty(process, 'versions', { value: { ...process.versions, electron: `${version}-standin` } })
const resourcesPath = process.env.STANDIN_RESOURCES ?? import.meta.dirname
Object.assign(process, { type: 'browser', resourcesPath, defaultApp: true })

export const start = (options) => app.begin(options)
export {
  app,
  BrowserWindow,
  clipboard,
  dialog,
  ipcMain,
  Menu,
  Notification,
  nativeImage,
  powerMonitor,
  powerSaveBlocker,
  safeStorage,
  screen,
  session,
  shell,
  Tray,
  utilityProcess,
  webContents,
}
// Playwright's `app.evaluate(({ … }) => …)` takes the module whole.
export default {
  app,
  BrowserWindow,
  clipboard,
  dialog,
  ipcMain,
  Menu,
  nativeImage,
  Notification,
  powerMonitor,
  powerSaveBlocker,
  safeStorage,
  screen,
  session,
  shell,
  Tray,
  utilityProcess,
  webContents,
}
