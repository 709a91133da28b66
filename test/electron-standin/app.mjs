/** `app`: start, paths, single instance, end. */
import { EventEmitter } from 'node:events'
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, unwatchFile, watchFile, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { chromium } from './chromium.mjs'
import { cancelled } from './events.mjs'

/** Switches that mean the main process, not Chromium. */
const OWN_SWITCHES = ['remote-debugging-port', 'inspect', 'no-sandbox', 'headless', 'data', 'port']

class App extends EventEmitter {
  isPackaged = false
  /** The open windows by id; they enter and leave by themselves. */
  windows = new Map()
  /** The utility processes that run. */
  children = new Set()
  #ready = Promise.withResolvers()
  /** Whether the windows are being closed because the app quits. */
  isQuitting = false
  #isReady = false
  #ending = false
  #version = ''
  #folder = ''
  #paths = new Map()
  #switches = new Map()
  commandLine = {
    appendSwitch: (name, value = '') => this.#switches.set(name, value),
    getSwitchValue: (name) => this.#switches.get(name) ?? '',
    hasSwitch: (name) => this.#switches.has(name),
  }

  begin({ manifest, args, folder }) {
    this.#folder = folder
    this.name = manifest.productName ?? manifest.name
    this.#version = manifest.version
    for (const arg of args) {
      const [, name, value] = /^--([^=]+)=?(.*)$/.exec(arg) ?? []
      if (name) this.#switches.set(name, value)
    }
    setImmediate(() =>
      this.#launch().catch((error) => {
        console.error(error.message)
        process.exit(1)
      }),
    )
  }

  async #launch() {
    if (this.#ending) return
    const profile = join(this.getPath('sessionData'), 'standin')
    mkdirSync(profile, { recursive: true })
    const switches = [...this.#switches].filter(([name]) => !OWN_SWITCHES.includes(name))
    const url = await chromium.launch({
      profile,
      port: this.#switches.get('remote-debugging-port') ?? '0',
      switches: switches.map(([name, value]) => (value ? `--${name}=${value}` : `--${name}`)),
    })
    console.error(`\nDevTools listening on ${url}`)
    chromium.on('exit', () => {
      if (!this.#ending) this.exit(1)
    })
    this.#isReady = true
    this.#ready.resolve()
    this.emit('ready', {}, {})
  }

  getAppPath() {
    return this.#folder
  }

  /** What the app would be started anew with. */
  relaunched = undefined
  relaunch(options) {
    this.relaunched = options
  }

  getVersion() {
    return this.#version
  }

  whenReady() {
    return this.#ready.promise
  }

  isReady() {
    return this.#isReady
  }

  enableSandbox() {}

  setPath(name, path) {
    this.#paths.set(name, path)
  }

  getPath(name) {
    const config = process.env.XDG_CONFIG_HOME ?? join(homedir(), '.config')
    const userData = this.#paths.get('userData') ?? join(config, this.name)
    const path = { userData, sessionData: this.#paths.get('sessionData') ?? userData }[name]
    if (!path) throw new Error(`The stand-in for Electron has no path '${name}'`)
    return path
  }

  requestSingleInstanceLock() {
    const [lock, note] = ['standin.lock', 'standin.second'].map((name) => join(this.getPath('userData'), name))
    if (existsSync(lock) && isAlive(Number(readFileSync(lock, 'utf8')))) {
      writeFileSync(`${note}.new`, JSON.stringify({ argv: process.argv, cwd: process.cwd() }))
      renameSync(`${note}.new`, note)
      return false
    }
    writeFileSync(lock, String(process.pid))
    rmSync(note, { force: true })
    watchFile(note, { interval: 100 }, () => {
      if (!existsSync(note)) return
      const { argv, cwd } = JSON.parse(readFileSync(note, 'utf8'))
      rmSync(note)
      this.emit('second-instance', {}, argv, cwd, {})
    })
    process.once('exit', () => {
      unwatchFile(note)
      rmSync(lock, { force: true })
    })
    return true
  }

  quit() {
    if (this.#ending || cancelled(this, 'before-quit')) return
    this.isQuitting = true
    for (const window of this.windows.values()) window.close()
    this.isQuitting = false
    if (this.windows.size > 0 || cancelled(this, 'will-quit')) return
    this.emit('quit', {}, 0)
    this.exit(0)
  }

  exit(code = 0) {
    if (this.#ending) return
    this.#ending = true
    for (const child of this.children) child.kill()
    void chromium.close().finally(() => process.exit(code))
  }
}

function isAlive(pid) {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

export const app = new App()
process.on('SIGTERM', () => app.quit())
process.on('SIGINT', () => app.quit())
