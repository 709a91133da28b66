/** One Chromium, driven over the DevTools protocol. */
import { spawn } from 'node:child_process'
import { EventEmitter } from 'node:events'
import { createInterface } from 'node:readline'
import { findChromium } from '../../scripts/lib/chromium.mjs'

const CLOSE_MS = 3_000

class Chromium extends EventEmitter {
  #process
  #exited
  #socket
  #next = 0
  #pending = new Map()

  /** Starts it without a window; the address of its DevTools. */
  async launch({ profile, port, switches }) {
    const path = await findChromium()
    if (!path) throw new Error('The stand-in for Electron needs Chromium or Chrome; set CHROMIUM_PATH.')
    const sandbox = process.getuid?.() === 0 ? ['--no-sandbox'] : []
    const args = [
      `--user-data-dir=${profile}`,
      '--test-type',
      ...sandbox,
      `--remote-debugging-port=${port}`,
      '--no-startup-window',
      '--no-first-run',
      '--no-default-browser-check',
      '--password-store=basic',
      '--use-mock-keychain',
      '--disable-sync',
      '--disable-background-networking',
      '--headless=new',
      ...switches,
    ]
    this.#process = spawn(path, args, { stdio: ['ignore', 'ignore', 'pipe'] })
    process.once('exit', () => this.#process.kill('SIGKILL'))
    this.#exited = new Promise((resolve) => this.#process.once('exit', resolve))
    void this.#exited.then(() => this.emit('exit'))
    const url = await this.#devTools()
    this.#socket = new WebSocket(url)
    await new Promise((resolve, reject) => {
      this.#socket.onopen = resolve
      this.#socket.onerror = reject
    })
    this.#socket.onmessage = ({ data }) => this.#receive(JSON.parse(data))
    await this.send('Target.setDiscoverTargets', { discover: true })
    return url
  }

  #devTools() {
    return new Promise((resolve, reject) => {
      void this.#exited.then((code) => reject(new Error(`Chromium exited with ${code}`)))
      createInterface(this.#process.stderr).on('line', (line) => {
        const found = /^DevTools listening on (ws:.*)$/.exec(line)
        if (found) resolve(found[1])
      })
    })
  }

  #receive({ id, method, params, sessionId, result, error }) {
    if (!id) return this.emit(sessionId ?? 'root', method, params)
    const { resolve, reject, name } = this.#pending.get(id)
    this.#pending.delete(id)
    if (error) reject(new Error(`${name}: ${error.message}`))
    else resolve(result)
  }

  send(method, params = {}, sessionId = undefined) {
    return new Promise((resolve, reject) => {
      this.#pending.set(++this.#next, { resolve, reject, name: method })
      this.#socket.send(JSON.stringify({ id: this.#next, method, params, sessionId }))
    })
  }

  /** Opens a window without tabs and address bar; its target id. */
  async openWindow({ width, height }) {
    return (await this.send('Target.createTarget', { url: 'about:blank', width, height, newWindow: true })).targetId
  }

  /** Ends it, at the latest after three seconds. */
  async close() {
    if (!this.#process) return
    if (this.#socket) this.send('Browser.close').catch(() => {})
    else this.#process.kill()
    const timer = setTimeout(() => this.#process.kill('SIGKILL'), CLOSE_MS)
    await this.#exited
    clearTimeout(timer)
  }
}

export const chromium = new Chromium()
