/**
 * Sources that run in the page, handed there as text: each function must be whole in itself. The bridge between the page's two
 * JavaScript worlds, and what a sandboxed preload may require.
 */

/** Values as JSON text. Keeps `undefined`; refuses functions, as structured clone does. Runs in Node and in the page. */
export function makeWire() {
  const encode = (_key, value) => {
    if (typeof value === 'function' || typeof value === 'symbol') throw new Error('An object could not be cloned.')
    return value === undefined ? { $undefined: true } : value
  }
  return {
    pack: (value) => JSON.stringify(value, encode),
    unpack: (text) => JSON.parse(text, (_key, value) => (value?.$undefined ? undefined : value)),
  }
}

/** `contextBridge`, run in both worlds. DOM events are the one thing they share; dispatch is synchronous, so calls are too. */
export function makeBridge(nonce, here, there) {
  const own = new Map()
  const waiting = new Map()
  let next = 0
  let returned
  const emit = (detail) => window.dispatchEvent(new CustomEvent(`${nonce}:${there}`, { detail }))
  const messageOf = (error) => String(error?.message ?? error)
  const isPlain = (value) => Boolean(value) && Object.getPrototypeOf(value) === Object.prototype
  const mapValues = (object, change) =>
    Object.fromEntries(Object.entries(object).map(([key, value]) => [key, change(value)]))

  const pack = (value) => {
    if (typeof value === 'function') {
      own.set(++next, value)
      return { $function: next }
    }
    if (value instanceof Promise) {
      const id = ++next
      value.then(
        (result) => emit({ op: 'settle', id, ok: true, value: pack(result) }),
        (error) => emit({ op: 'settle', id, ok: false, value: messageOf(error) }),
      )
      return { $promise: id }
    }
    if (Array.isArray(value)) return value.map(pack)
    return isPlain(value) ? mapValues(value, pack) : value
  }
  const callThere =
    (id) =>
    (...args) => {
      emit({ op: 'call', id, args: args.map(pack) })
      const { ok, value } = returned
      if (!ok) throw new Error(value)
      return unpack(value)
    }
  const unpack = (value) => {
    if (value?.$function) return callThere(value.$function)
    if (value?.$promise) return new Promise((resolve, reject) => waiting.set(value.$promise, { resolve, reject }))
    if (Array.isArray(value)) return value.map(unpack)
    return isPlain(value) ? Object.freeze(mapValues(value, unpack)) : value
  }

  const answer = ({ id, args }) => {
    try {
      emit({ op: 'return', ok: true, value: pack(own.get(id)(...args.map(unpack))) })
    } catch (error) {
      emit({ op: 'return', ok: false, value: messageOf(error) })
    }
  }
  const settle = ({ id, ok, value }) => {
    const { resolve, reject } = waiting.get(id)
    waiting.delete(id)
    if (ok) resolve(unpack(value))
    else reject(new Error(value))
  }
  window.addEventListener(`${nonce}:${here}`, ({ detail }) => {
    if (detail.op === 'expose')
      Object.defineProperty(window, detail.key, { value: unpack(detail.value), enumerable: true })
    else if (detail.op === 'call') answer(detail)
    else if (detail.op === 'return') returned = detail
    else settle(detail)
  })
  return { expose: (key, value) => emit({ op: 'expose', key, value: pack(value) }) }
}

/** Runs in the preload's world: `require('electron')` as a sandboxed preload sees it. `info` becomes its `process`. */
export function makePreloadRequire({ bridge, wire, send, info }) {
  const listeners = new Map()
  const pending = new Map()
  const files = new Map()
  let next = 0
  const ask = (message) =>
    new Promise((resolve, reject) => {
      pending.set(++next, { resolve, reject })
      send(wire.pack({ ...message, id: next }))
    })
  globalThis.__receive = (text) => {
    const { id, ok, value, channel, args } = wire.unpack(text)
    if (!id) {
      for (const listener of [...(listeners.get(channel) ?? [])]) listener({}, ...args)
      return
    }
    const { resolve, reject } = pending.get(id)
    pending.delete(id)
    if (ok) resolve(value)
    else reject(new Error(value))
  }
  globalThis.__file = (id) => files.get(id)
  globalThis.process = { ...info, env: {}, contextIsolated: true, sandboxed: true, type: 'renderer' }

  const electron = {
    ipcRenderer: {
      invoke: async (channel, ...args) => ask({ op: 'invoke', channel, args }),
      on: (channel, listener) => listeners.set(channel, [...(listeners.get(channel) ?? []), listener]),
      off: (channel, listener) =>
        listeners.set(
          channel,
          (listeners.get(channel) ?? []).filter((other) => other !== listener),
        ),
    },
    contextBridge: { exposeInMainWorld: (key, value) => bridge.expose(key, value) },
    webUtils: {
      // Electron answers at once; only Chromium knows here, so the answer is a promise.
      getPathForFile: (file) => {
        files.set(++next, file)
        return ask({ op: 'path', file: next })
      },
    },
  }
  return (name) => {
    if (/^electron(\/(renderer|common))?$/.test(name)) return electron
    throw new Error(`module not found: ${name}`) // the sandbox's own words
  }
}
