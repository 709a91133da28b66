/** How the app ends: asked while NFTs are minted, the core in order first, an update last. */
import { app, powerMonitor } from 'electron'
import type { Background } from './background.ts'
import type { CoreProcess } from './core-process.ts'
import type { Updates } from './updates/updates.ts'

export interface QuittingOptions {
  core: CoreProcess
  background: Background
  updates: Updates
  /** Takes the window away; the app goes on. */
  hide(): void
}

export function quitInOrder({ core, background, updates, hide }: QuittingOptions): void {
  let isForced = false
  // However it is asked for: macOS' Cmd+Q closes no window first.
  app.on('before-quit', (event) => {
    if (!background.mayClose(hide)) return event.preventDefault()
    background.ending()
    // An installer that the system ends with everything else could leave no program at all.
    if (!isForced) updates.ending()
  })
  // A machine that shuts down, and whoever ends the process, wait for no answer.
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
