/** What the desktop would do, answered as if nobody were there; a test puts its own function in place to answer otherwise. */
import { EventEmitter } from 'node:events'
import { app } from './app.mjs'

export const dialog = {
  showOpenDialog: async () => ({ canceled: true, filePaths: [] }),
  showMessageBox: async () => ({ response: 0, checkboxChecked: false }),
  showErrorBox: (title, content) => console.error(`${title}: ${content}`),
}

export const shell = {
  openExternal: async () => {},
  openPath: async () => '',
}

export const screen = {
  getAllDisplays: () => [{ id: 1, workArea: { x: 0, y: 0, width: 1920, height: 1080 } }],
}

export class Notification extends EventEmitter {
  static isSupported() {
    return true
  }

  constructor(options) {
    super()
    Object.assign(this, options)
  }

  show() {
    this.emit('show')
  }
}

class MenuItem {
  constructor(options) {
    Object.assign(this, { type: 'normal', enabled: true, visible: true, ...options })
    if (Array.isArray(options.submenu)) this.submenu = Menu.buildFromTemplate(options.submenu)
    this.click = () => options.click?.(this, [...app.windows.values()].at(-1), {})
  }
}

export class Menu {
  static #current = null

  static buildFromTemplate(template) {
    const menu = new Menu()
    menu.items = template.map((options) => new MenuItem(options))
    return menu
  }

  static setApplicationMenu(menu) {
    Menu.#current = menu
  }

  static getApplicationMenu() {
    return Menu.#current
  }

  items = []

  getMenuItemById(id) {
    for (const item of this.items) {
      const found = item.id === id ? item : item.submenu?.getMenuItemById(id)
      if (found) return found
    }
    return null
  }
}

/** What keeps the machine awake, by number; nothing does anything. */
export const powerSaveBlocker = {
  started: new Map(),
  start(kind) {
    const id = this.started.size
    this.started.set(id, kind)
    return id
  },
  stop(id) {
    return this.started.set(id, null) !== undefined
  },
  isStarted(id) {
    return typeof this.started.get(id) === 'string'
  },
}

/** The copied text is kept, and nobody else gets it. */
export const clipboard = {
  text: '',
  writeText(text) {
    this.text = text
  },
  readText() {
    return this.text
  },
}

/** Tells of nothing: no machine shuts down here. */
export const powerMonitor = new EventEmitter()

export const nativeImage = {
  createFromPath: (path) => ({ path }),
}

/** A picture in the tray that nobody sees. */
export class Tray extends EventEmitter {
  /** Those that were made; Electron has no way to ask. */
  static all = []

  constructor(image) {
    super()
    Object.assign(this, { image, toolTip: '', menu: null })
    Tray.all.push(this)
  }

  setToolTip(text) {
    this.toolTip = text
  }

  setContextMenu(menu) {
    this.menu = menu
  }
}
