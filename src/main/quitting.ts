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
  // However it is asked for: macOS' Cmd+Q closes no window first.
  app.on('before-quit', (event) => {
    if (!background.mayClose(hide)) return event.preventDefault()
    background.ending()
    updates.ending()
  })
  // A machine that shuts down, and whoever ends the process, wait for no answer.
  powerMonitor.on('shutdown', () => background.ending())
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const)
    process.prependListener(signal, () => {
      background.ending()
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
