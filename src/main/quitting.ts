/** How the app ends: asks while work is under way, closes the core, then installs an update. */
import type { Background } from './background.ts'
import type { CoreProcess } from './core-process.ts'
import type { Updates } from './updates/updates.ts'

/** The part of Electron's `app` that is used here. */
export interface QuittingApp {
  on(event: 'before-quit' | 'will-quit', listener: (event: { preventDefault(): void }) => void): unknown
  quit(): void
}

export interface QuittingOptions {
  app: QuittingApp
  powerMonitor: { on(event: 'shutdown', listener: () => void): unknown }
  /** Node's `process`. */
  signals: { prependListener(signal: 'SIGTERM' | 'SIGINT' | 'SIGHUP', listener: () => void): unknown }
  core: Pick<CoreProcess, 'close'>
  background: Pick<Background, 'mayClose' | 'ending'>
  updates: Pick<Updates, 'ending' | 'install'>
  /** Hides the window; the app goes on. */
  hide(): void
}

export function quitInOrder({ app, powerMonitor, signals, core, background, updates, hide }: QuittingOptions): void {
  let isDecided = false
  let isForced = false
  // Asked here too, because Cmd+Q on macOS closes no window first.
  app.on('before-quit', (event) => {
    if (!background.mayClose(hide)) return event.preventDefault()
    background.ending()
    // Whoever quits again while the core closes decides nothing anew.
    if (!isDecided) updates.ending()
    isDecided = true
  })
  // A shutdown or a signal does not wait for the person's answer.
  const force = (): void => {
    isForced = true
    background.ending()
  }
  powerMonitor.on('shutdown', force)
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const)
    signals.prependListener(signal, () => {
      force()
      app.quit()
    })
  let isClosed = false
  let isEnding = false
  const end = async (): Promise<void> => {
    await core.close()
    // An installer that the system's shutdown kills halfway could leave no program.
    if (!isForced) await updates.install()
  }
  const quit = (): void => {
    isClosed = true
    app.quit()
  }
  app.on('will-quit', (event) => {
    if (isClosed) return
    event.preventDefault()
    if (isEnding) return
    isEnding = true
    void end().then(quit, quit)
  })
}
