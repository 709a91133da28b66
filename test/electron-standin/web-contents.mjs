/** `webContents`: one page of Chromium with the app's preload in a world of its own. */
import { randomUUID } from 'node:crypto'
import { EventEmitter } from 'node:events'
import { readFileSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import { app } from './app.mjs'
import { chromium } from './chromium.mjs'
import { cancelled } from './events.mjs'
import { ipcMain } from './ipc-main.mjs'
import { session } from './session.mjs'
import { makeBridge, makePreloadRequire, makeWire } from './world.mjs'

const PRELOAD_WORLD = 'Electron Isolated Context'
const CONNECTION_REFUSED = -102
const wire = makeWire()

export class WebContents extends EventEmitter {
  session = session.defaultSession
  #window
  #url = ''
  /** The address that the app itself is loading: that is no navigation of the page's. */
  #loading = ''
  #onOpen = () => ({ action: 'allow' })
  /** The preload's execution contexts. */
  #contexts = new Set()
  #attached
  #onPopup
  #popups = this.#nextPopup()

  constructor(window, options) {
    super()
    this.#window = window
    this.id = window.id
    this.#attached = this.#attach(options)
    this.#attached.catch((error) => console.error(`[stand-in] ${error.message}`))
  }

  async #attach({ width = 800, height = 600, webPreferences = {} }) {
    await app.whenReady()
    this.targetId = await chromium.openWindow({ width, height })
    const { sessionId } = await chromium.send('Target.attachToTarget', { targetId: this.targetId, flatten: true })
    this.sessionId = sessionId
    chromium.on(sessionId, (method, params) => this.#onEvent(method, params))
    chromium.on('root', (method, params) => {
      if (method === 'Target.targetDestroyed' && params.targetId === this.targetId) this.#window.gone()
      const isPopup = method === 'Target.targetCreated' && params.targetInfo.openerId === this.targetId
      if (isPopup) this.#onPopup(params.targetInfo.targetId)
    })
    await Promise.all(['Page.enable', 'Runtime.enable', 'DOM.enable'].map((method) => this.#cdp(method)))
    await this.#cdp('Fetch.enable', { patterns: [{ resourceType: 'Document', requestStage: 'Request' }] })
    if (webPreferences.preload) await this.#installPreload(webPreferences.preload)
  }

  /** As a sandboxed, isolated preload runs: before the page's scripts, in its own world, in the top frame only. */
  async #installPreload(file) {
    const nonce = randomUUID()
    const top = 'if (window === window.top && location.protocol !== "data:")'
    const { platform, arch, versions } = process
    const info = JSON.stringify({ platform, arch, versions: { electron: versions.electron } })
    await this.#cdp('Runtime.addBinding', { name: '__send', executionContextName: PRELOAD_WORLD })
    await this.#cdp('Page.addScriptToEvaluateOnNewDocument', {
      source: `${top} (${makeBridge})('${nonce}', 'page', 'preload')`,
    })
    await this.#cdp('Page.addScriptToEvaluateOnNewDocument', {
      worldName: PRELOAD_WORLD,
      source: `${top} {
        const bridge = (${makeBridge})('${nonce}', 'preload', 'page')
        const require = (${makePreloadRequire})({ bridge, wire: (${makeWire})(), send: globalThis.__send, info: ${info} })
        ;((module, exports) => { ${readFileSync(file, 'utf8')}\n })({}, {})
      }\n//# sourceURL=${pathToFileURL(file)}`,
    })
  }

  #onEvent(method, params) {
    switch (method) {
      case 'Runtime.executionContextCreated':
        if (params.context.name === PRELOAD_WORLD) this.#contexts.add(params.context.id)
        break
      case 'Runtime.executionContextDestroyed':
        this.#contexts.delete(params.executionContextId)
        break
      case 'Runtime.executionContextsCleared':
        this.#contexts.clear()
        break
      case 'Runtime.bindingCalled':
        void this.#onMessage(wire.unpack(params.payload), params.executionContextId)
        break
      case 'Fetch.requestPaused':
        void this.#onNavigation(params)
        break
      case 'Page.frameNavigated':
        this.#onNavigated(params.frame)
        break
      case 'Page.navigatedWithinDocument':
        if (params.frameId === this.targetId) this.#url = params.url
        break
      case 'Page.windowOpen':
        this.#onWindowOpen(params)
        break
      case 'Page.loadEventFired':
        // What a window of a visible Chromium begins with.
        if (this.#url.startsWith('data:text/plain,')) break
        this.emit('did-finish-load', {})
        this.#window.emit('ready-to-show', {})
        break
    }
  }

  #onNavigated({ parentId, url, unreachableUrl }) {
    if (parentId) return
    this.#url = unreachableUrl ?? url
    if (unreachableUrl) this.emit('did-fail-load', {}, CONNECTION_REFUSED, '', unreachableUrl, true)
  }

  /** Document loads that the page itself began pass through `will-navigate`, what they are sent on to through `will-redirect`. */
  async #onNavigation({ requestId, request: { url }, frameId, redirectedRequestId }) {
    const isFree = url === this.#loading || frameId !== this.targetId
    const isRefused = !isFree && cancelled(this, redirectedRequestId ? 'will-redirect' : 'will-navigate', { url })
    const answer = isRefused
      ? this.#cdp('Fetch.failRequest', { requestId, errorReason: 'Aborted' })
      : this.#cdp('Fetch.continueRequest', { requestId })
    await answer.catch(() => {}) // the page has gone
  }

  /** Chromium tells of the call and of its new target separately; the answer to the one decides over the other. */
  #onWindowOpen({ url }) {
    const { action } = this.#onOpen({ url })
    this.#popups = this.#popups.then((targetId) => {
      if (action === 'deny') chromium.send('Target.closeTarget', { targetId }).catch(() => {})
      return this.#nextPopup()
    })
  }

  #nextPopup() {
    return new Promise((resolve) => {
      this.#onPopup = resolve
    })
  }

  async #onMessage({ op, id, channel, args, file }, contextId) {
    const event = { sender: this, senderFrame: { url: this.#url, parent: null } }
    const answer = (value) => this.#receive({ id, ...value }, contextId)
    try {
      const value = op === 'path' ? await this.#pathOf(file, contextId) : await ipcMain.ask(channel, event, args)
      await answer({ ok: true, value })
    } catch (error) {
      const value = `Error invoking remote method '${channel ?? op}': ${error}`
      await answer({ ok: false, value }).catch(() => {}) // the page has gone
    }
  }

  async #pathOf(file, contextId) {
    const { result } = await this.#cdp('Runtime.evaluate', { expression: `__file(${file})`, contextId })
    return (await this.#cdp('DOM.getFileInfo', { objectId: result.objectId })).path
  }

  #receive(message, contextId) {
    return this.#cdp('Runtime.evaluate', {
      expression: `__receive(${JSON.stringify(wire.pack(message))})`,
      contextId,
    })
  }

  #cdp(method, params) {
    return chromium.send(method, params, this.sessionId)
  }

  /** Used by the window. */
  async load(url) {
    await this.#attached
    this.#loading = new URL(url).href
    const { origin } = new URL(url)
    if (origin !== 'null') await session.defaultSession.applyPermissions(origin)
    const loaded = new Promise((resolve) => this.once('did-finish-load', resolve))
    const { errorText } = await this.#cdp('Page.navigate', { url: this.#loading })
    if (errorText) throw new Error(`${errorText} loading '${url}'`)
    await loaded
    this.#loading = ''
  }

  /** Used by the window. */
  async bringToFront() {
    await this.#attached
    await this.#cdp('Page.bringToFront')
  }

  send(channel, ...args) {
    for (const id of this.#contexts) this.#receive({ channel, args }, id).catch(() => {})
  }

  getURL() {
    return this.#url
  }

  setWindowOpenHandler(handler) {
    this.#onOpen = handler
  }
}
