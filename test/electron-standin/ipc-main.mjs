/** `ipcMain`: the calls that the page's preload makes. */
import { EventEmitter } from 'node:events'

class IpcMain extends EventEmitter {
  #handlers = new Map()

  handle(channel, handler) {
    if (this.#handlers.has(channel)) throw new Error(`Attempted to register a second handler for '${channel}'`)
    this.#handlers.set(channel, handler)
  }

  /** Used by the stand-in's windows: what the app's handler answers. */
  ask(channel, event, args) {
    const handler = this.#handlers.get(channel)
    if (!handler) throw new Error(`No handler registered for '${channel}'`)
    return handler(event, ...args)
  }
}

export const ipcMain = new IpcMain()
