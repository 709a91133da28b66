/** How the app ends: asks while work is under way, closes the core, then installs an update. */
import { app, powerMonitor } from 'electron'
import type { Background } from './background.ts'
import type { CoreProcess } from './core-process.ts'
import type { Updates } from './updates/updates.ts'

export interface QuittingOptions {
  core: CoreProcess
  background: Background
  updates: Updates
  /** Hides the window; the app goes on. */
  hide(): void
}

export function quitInOrder({ core, background, updates, hide }: QuittingOptions): void {
  let isForced = false
  // Asked here too, because Cmd+Q on macOS closes no window first.
  app.on('before-quit', (event) => {
    if (!background.mayClose(hide)) return event.preventDefault()
    background.ending()
    // An installer that the system's shutdown kills halfway could leave no program.
    if (!isForced) updates.ending()
  })
  // A shutdown or a signal does not wait for the person's answer.
  const force = (): void => {
    isForced = true
    background.ending()
  }
  powerMonitor.on('shutdown', force)
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const)
    process.prependListener(signal, () => {
      force()
      app.quit()
    })
  let isClosed = false
  app.on('will-quit', (event) => {
    if (isClosed) return
    event.preventDefault()
    const end = async (): Promise<void> => {
      await core.close()
      await updates.install()
    }
    void end().finally(() => {
      isClosed = true
      app.quit()
    })
  })
}
