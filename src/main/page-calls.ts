/** Carries out the page's calls with Electron. */
import { type BrowserWindow, dialog, Notification, shell } from 'electron'
import type { LoginStart } from './login-start.ts'
import type { NativeHandlers } from './native-calls.ts'
import type { Updates } from './updates/updates.ts'

export interface PageCallsOptions {
  window(): BrowserWindow | undefined
  /** Brings the window to the front. */
  focus(): void
  dataDir: string
  updates: Updates
  /** The ids of the files that the system asked to open since the last call. */
  takeOpened(): Promise<string[]>
  /** The page that a link named since the last call. */
  takePage(): string | null
  loginStart: LoginStart
  /** Signs the window in again, on the page that it shows. */
  signIn(): void
}

export function pageCalls(options: PageCallsOptions): NativeHandlers {
  const { window, focus, dataDir, updates, takeOpened, takePage, loginStart, signIn } = options
  return {
    'pick-folder': async () => {
      const options = { properties: ['openDirectory' as const] }
      const shown = window()
      const { filePaths } = await (shown ? dialog.showOpenDialog(shown, options) : dialog.showOpenDialog(options))
      return filePaths[0] ?? null
    },
    'set-progress': (fraction) => {
      window()?.setProgressBar(fraction ?? -1)
      return undefined
    },
    notify: (note) => {
      if (!Notification.isSupported()) return undefined
      const shown = new Notification(note)
      shown.on('click', focus)
      shown.show()
      return undefined
    },
    'show-data-folder': async () => {
      await shell.openPath(dataDir)
      return undefined
    },
    'take-opened': takeOpened,
    'take-page': takePage,
    'login-start': () => loginStart.isOn(),
    'set-login-start': (on) => {
      loginStart.set(on)
      return undefined
    },
    'sign-in': () => {
      signIn()
      return undefined
    },
    updates: () => updates.view(),
    'set-updates': async (on) => {
      await updates.set(on)
      return undefined
    },
    'check-updates': async () => {
      await updates.check()
      return undefined
    },
    'download-update': async () => {
      await updates.download()
      return undefined
    },
  }
}
