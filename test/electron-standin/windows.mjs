/** `BrowserWindow`: its state is kept here, its page is Chromium's. */
import { EventEmitter } from 'node:events'
import { app } from './app.mjs'
import { chromium } from './chromium.mjs'
import { cancelled } from './events.mjs'
import { WebContents } from './web-contents.mjs'

export class BrowserWindow extends EventEmitter {
  static #created = 0

  static getAllWindows() {
    return [...app.windows.values()]
  }

  static fromWebContents(contents) {
    return BrowserWindow.getAllWindows().find((window) => window.webContents === contents) ?? null
  }

  /** What the app showed in the taskbar last; Electron has no way to ask. */
  progress = -1
  #bounds
  #isGone = false
  #isMaximized = false
  #isVisible

  constructor({ x = 0, y = 0, width = 800, height = 600, show = true, ...options } = {}) {
    super()
    this.id = ++BrowserWindow.#created
    this.#bounds = { x, y, width, height }
    this.#isVisible = show
    app.windows.set(this.id, this)
    this.webContents = new WebContents(this, { width, height, ...options })
  }

  loadURL(url) {
    return this.webContents.load(url)
  }

  show() {
    this.#isVisible = true
    this.emit('show')
  }

  hide() {
    this.#isVisible = false
    this.emit('hide')
  }

  focus() {
    this.emit('focus')
    void this.webContents.bringToFront()
  }

  isVisible() {
    return this.#isVisible
  }

  isMinimized() {
    return false
  }

  restore() {}

  maximize() {
    this.#isMaximized = true
  }

  isMaximized() {
    return this.#isMaximized
  }

  getNormalBounds() {
    return this.#bounds
  }

  setProgressBar(progress) {
    this.progress = progress
  }

  close() {
    if (this.#isGone || cancelled(this, 'close')) return
    const { targetId } = this.webContents
    if (targetId) chromium.send('Target.closeTarget', { targetId }).catch(() => {})
    this.gone()
  }

  /** Called as well when the page was closed from outside. */
  gone() {
    if (this.#isGone) return
    this.#isGone = true
    app.windows.delete(this.id)
    this.emit('closed')
    if (app.windows.size > 0 || app.isQuitting) return
    if (app.listenerCount('window-all-closed') > 0) app.emit('window-all-closed')
    else app.quit()
  }
}

export const webContents = {
  /** Playwright asks by this which window a page is. */
  fromDevToolsTargetId: (targetId) =>
    BrowserWindow.getAllWindows()
      .map((window) => window.webContents)
      .find((contents) => contents.targetId === targetId),
}
