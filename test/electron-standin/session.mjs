/** `session.defaultSession`: permissions, asked of the app once for each origin and told to Chromium. */
import { EventEmitter } from 'node:events'
import { chromium } from './chromium.mjs'

/** Electron's name of a permission, and Chromium's. */
const PERMISSIONS = {
  notifications: 'notifications',
  geolocation: 'geolocation',
  'clipboard-read': 'clipboard-read',
  'clipboard-sanitized-write': 'clipboard-write',
}

class Session extends EventEmitter {
  #onRequest

  setPermissionRequestHandler(handler) {
    this.#onRequest = handler
  }

  setPermissionCheckHandler() {}

  /** Used by the stand-in's windows before they load a page of `origin`. */
  async applyPermissions(origin) {
    if (!this.#onRequest) return
    for (const [asked, name] of Object.entries(PERMISSIONS)) {
      const granted = new Promise((resolve) => {
        this.#onRequest(null, asked, resolve, { requestingUrl: origin, isMainFrame: true })
      })
      const setting = (await granted) ? 'granted' : 'denied'
      await chromium.send('Browser.setPermission', { origin, permission: { name }, setting })
    }
  }
}

export const session = { defaultSession: new Session() }
