import { setTimeout as sleep } from 'node:timers/promises'
import {
  type CoreMessage,
  coreMessage,
  type KeychainAsk,
  type ShellMessage,
  type Work,
} from '../shared/core-messages.ts'

/** The part of Electron's utility process that is used here. */
export interface CoreChild {
  readonly pid?: number | undefined
  postMessage(message: ShellMessage): void
  /** Asks the process to end (SIGTERM). */
  kill(): boolean
  on(event: 'message', listener: (message: unknown) => void): unknown
  on(event: 'exit', listener: (code: number) => void): unknown
}

export interface CoreProcessOptions {
  /** Starts the core, which listens on `port` (0: any free port; undefined: its usual port, or the next free one). */
  fork(port: number | undefined): CoreChild
  port: number | undefined
  /** Asks the system's keychain. The core learns of a rejection without its reason, because the reason might contain `value`. */
  keychain(ask: KeychainAsk['ask'], value: string): Promise<string>
  /** Called when the core is back after it died. */
  onRestarted(ready: CoreReady): void
  /** Called when the work under way changed; null: none is known. */
  onWork(work: Work | null): void
  /** Called with the sentence to show when the core is not started again any more. */
  onGivenUp(message: string): void
  /** Waits some milliseconds. */
  wait?: (ms: number) => Promise<unknown>
  /** Milliseconds of a clock. */
  now?: () => number
}

export type CoreReady = Extract<CoreMessage, { type: 'ready' }>

/** Pauses before each attempt to start the core again. */
const PAUSES_MS = [0, 250, 1_000, 2_000, 4_000]
/** After this many deaths within a minute, the core is not started again. */
const DEATHS = 5
const DEATHS_WITHIN_MS = 60_000
/** How long the core may take to close in order, and after that to end on SIGTERM. */
const CLOSE_MS = 10_000
const TERM_MS = 3_000

/**
 * Runs the core in a process of its own. A core that dies is started again on the same port, so that the page's address and
 * bearer token stay valid. A core that dies too often, or reports that it cannot start, is given up with a sentence.
 */
export class CoreProcess {
  readonly #options: CoreProcessOptions
  readonly #wait: (ms: number) => Promise<unknown>
  readonly #now: () => number
  readonly #deaths: number[] = []
  #port: number | undefined
  #child: CoreChild | undefined
  /** Whether the core can be asked: it answers nothing before. Answers come in the order of the questions. */
  #isReady = false
  #exited: Promise<void> = Promise.resolve()
  readonly #waiting: Record<'ticket' | 'offered', { resolve(text: string): void; reject(error: Error): void }[]> = {
    ticket: [],
    offered: [],
  }
  #closing = false

  constructor(options: CoreProcessOptions) {
    this.#options = options
    this.#wait = options.wait ?? ((ms) => sleep(ms, undefined, { ref: false }))
    this.#now = options.now ?? Date.now
    this.#port = options.port
  }

  /** Starts the core; rejects with its own sentence when it cannot start. Stays pending if it ends, told to close, before it is ready. */
  start(): Promise<CoreReady> {
    return this.#launch()
  }

  /** A ticket for one more window; rejects while the core is down. */
  ticket(): Promise<string> {
    return this.#ask({ type: 'ticket' }, 'ticket')
  }

  /** The id under which the page fetches a file that the person opened; rejects while the core is down. */
  offer(path: string): Promise<string> {
    return this.#ask({ type: 'offer', path }, 'offered')
  }

  /** Asks the core to end, and kills it if it does not. */
  async close(): Promise<void> {
    this.#closing = true
    const child = this.#child
    if (!child) return
    child.postMessage({ type: 'close' })
    const isGone = this.#exited.then(() => true)
    if (await Promise.race([isGone, this.#wait(CLOSE_MS)])) return
    child.kill()
    if (await Promise.race([isGone, this.#wait(TERM_MS)])) return
    if (child.pid !== undefined) process.kill(child.pid, 'SIGKILL')
    await this.#exited
  }

  #ask(message: ShellMessage, answer: 'ticket' | 'offered'): Promise<string> {
    const child = this.#child
    if (!child || !this.#isReady) return Promise.reject(new Error('The core is not running.'))
    return new Promise((resolve, reject) => {
      this.#waiting[answer].push({ resolve, reject })
      child.postMessage(message)
    })
  }

  #launch(): Promise<CoreReady> {
    const child = this.#options.fork(this.#port)
    this.#child = child
    this.#exited = new Promise((resolve) => {
      child.on('exit', () => resolve())
    })
    return new Promise((resolve, reject) => {
      child.on('message', (raw) => {
        const { success, data: message } = coreMessage.safeParse(raw)
        if (!success) return
        if (message.type === 'ready') {
          this.#isReady = true
          this.#port = Number(new URL(message.url).port)
          resolve(message)
        } else if (message.type === 'ticket') this.#waiting.ticket.shift()?.resolve(message.ticket)
        else if (message.type === 'offered') this.#waiting.offered.shift()?.resolve(message.id)
        else if (message.type === 'keychain') void this.#askKeychain(child, message)
        else if (message.type === 'work') this.#options.onWork(message.work)
        else {
          reject(new Error(message.message))
          child.kill()
        }
      })
      child.on('exit', (code) => {
        const wasReady = this.#isReady
        this.#child = undefined
        this.#isReady = false
        // The next core reports its work itself.
        this.#options.onWork(null)
        // A core that was asked to close while it started has not failed.
        if (!this.#closing)
          reject(new Error(`Mintdesk's service ended before it was ready (exit code ${code}); start Mintdesk again.`))
        for (const waiting of [...this.#waiting.ticket.splice(0), ...this.#waiting.offered.splice(0)])
          waiting.reject(new Error('The core is not running.'))
        if (wasReady && !this.#closing) void this.#restart()
      })
    })
  }

  async #askKeychain(child: CoreChild, { id, ask, value }: KeychainAsk): Promise<void> {
    const answer = await this.#options.keychain(ask, value).then(
      (found) => ({ ok: true, value: found }),
      () => ({ ok: false, value: '' }),
    )
    // The keychain may have asked the person for a while: a core that was started meanwhile did not ask this.
    if (this.#child === child) child.postMessage({ type: 'keychain', id, ...answer })
  }

  async #restart(): Promise<void> {
    this.#deaths.push(this.#now())
    const recent = this.#deaths.filter((at) => at > this.#now() - DEATHS_WITHIN_MS)
    if (recent.length >= DEATHS) {
      const message = `Mintdesk's service stopped ${recent.length} times within a minute; nothing that was minted is lost. Start Mintdesk again.`
      return this.#options.onGivenUp(message)
    }
    let why = ''
    for (const pause of PAUSES_MS) {
      await this.#wait(pause)
      if (this.#closing) return
      try {
        return this.#options.onRestarted(await this.#launch())
      } catch (error) {
        why = error instanceof Error ? error.message : String(error)
      }
    }
    if (!this.#closing) this.#options.onGivenUp(why)
  }
}
