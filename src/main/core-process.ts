import { setTimeout as sleep } from 'node:timers/promises'
import {
  type CoreMessage,
  coreMessage,
  type KeychainAsk,
  type ShellMessage,
  type Work,
} from '../shared/core-messages.ts'

/** What is used of Electron's utility process. */
export interface CoreChild {
  readonly pid?: number | undefined
  postMessage(message: ShellMessage): void
  /** Asks the process to end (SIGTERM). */
  kill(): boolean
  on(event: 'message', listener: (message: unknown) => void): unknown
  on(event: 'exit', listener: (code: number) => void): unknown
}

export interface CoreProcessOptions {
  /** Starts the core, to listen on `port` (0: any; undefined: its usual one, or the next that is free). */
  fork(port: number | undefined): CoreChild
  port: number | undefined
  /** Asks the system's keychain; a rejection is told to the core without its reason, which might hold what was asked. */
  keychain(ask: KeychainAsk['ask'], value: string): Promise<string>
  /** Called when the core is back after it died. */
  onRestarted(ready: CoreReady): void
  /** Called when what is being minted changed; null: nothing is, as far as is known. */
  onWork(work: Work | null): void
  /** Called when the core is given up, with the sentence to show. */
  onGivenUp(message: string): void
  /** Waits some milliseconds. */
  wait?: (ms: number) => Promise<unknown>
  /** Milliseconds of a clock. */
  now?: () => number
}

export type CoreReady = Extract<CoreMessage, { type: 'ready' }>

/** Pauses before each try to start it again. */
const PAUSES_MS = [0, 250, 1_000, 2_000, 4_000]
/** So many deaths within a minute, and it is given up. */
const DEATHS = 5
const DEATHS_WITHIN_MS = 60_000
/** How long a core may take to put everything in order, and then to end on SIGTERM. */
const CLOSE_MS = 10_000
const TERM_MS = 3_000

/**
 * Runs the core beside the app. When it dies it is started again on the port it had, so that the page's address and its
 * bearer token stay good; when it dies too often, or says that it cannot start, it is given up with a sentence.
 */
export class CoreProcess {
  readonly #options: CoreProcessOptions
  readonly #wait: (ms: number) => Promise<unknown>
  readonly #now: () => number
  readonly #deaths: number[] = []
  #port: number | undefined
  #child: CoreChild | undefined
  /** Whether it can be asked: before, it answers nothing, and each answer goes to who asked first. */
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

  /** Starts the core; rejects with the core's own sentence when it cannot start, and stays open when it is closed before. */
  start(): Promise<CoreReady> {
    return this.#launch()
  }

  /** A ticket for one more window; rejects while the core is down. */
  ticket(): Promise<string> {
    return this.#ask({ type: 'ticket' }, 'ticket')
  }

  /** The id under which the page gets a file that a person opened; rejects while the core is down. */
  offer(path: string): Promise<string> {
    return this.#ask({ type: 'offer', path }, 'offered')
  }

  /** Asks the core to end, and makes it end if it does not. */
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
        // The next one tells anew.
        this.#options.onWork(null)
        // One that is told to end while it starts has not failed.
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
    // The person may have been asked for a while: another core has its own questions.
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
