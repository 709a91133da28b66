/** What the desktop shell adds to the page. In a plain browser `window.native` is absent, and everything else works the same. */

import type { UpdatesView } from './updates.ts'

/** A menu command that the page carries out. */
export type MenuAction = 'new-import' | 'settings'

/** The calls from the page to the main process, with argument (`ask`) and result (`answer`). It types main, preload and page. */
export interface NativeCalls {
  'pick-folder': { ask: undefined; answer: string | null }
  'set-progress': { ask: number | null; answer: undefined }
  notify: { ask: Note; answer: undefined }
  'show-data-folder': { ask: undefined; answer: undefined }
  'sign-in': { ask: undefined; answer: undefined }
  'take-opened': { ask: undefined; answer: string[] }
  'take-page': { ask: undefined; answer: string | null }
  'login-start': { ask: undefined; answer: boolean }
  'set-login-start': { ask: boolean; answer: undefined }
  updates: { ask: undefined; answer: UpdatesView }
  'set-updates': { ask: boolean; answer: undefined }
  'check-updates': { ask: undefined; answer: undefined }
  'download-update': { ask: undefined; answer: undefined }
}

/** A notification of the system. */
export interface Note {
  title: string
  body: string
}

export interface NativeBridge {
  /** `darwin`, `linux` or `win32`. */
  readonly platform: string
  /** Asks for a folder; null if the person cancels. */
  pickFolder(): Promise<string | null>
  /** The paths of chosen or dropped files; '' for one that is not on disk. */
  pathsOf(files: readonly File[]): Promise<string[]>
  /** Shows the progress, 0…1, in the taskbar; null removes it. */
  setProgress(fraction: number | null): Promise<void>
  /** Shows a notification; a click on it brings the window to the front. */
  notify(note: Note): Promise<void>
  /** Opens the data folder in the system's file manager. */
  showDataFolder(): Promise<void>
  /** Signs a signed-out window in again: reloads it at the same page. */
  signIn(): Promise<void>
  /** The ids (`GET /app/opened-files/{id}`) of the files that a person opened with Mintdesk since the last call. */
  takeOpened(): Promise<string[]>
  /** The page, such as `/runs`, that a `mintdesk:` link requested since the last call. */
  takePage(): Promise<string | null>
  /** Whether the app starts at login. */
  loginStart(): Promise<boolean>
  setLoginStart(on: boolean): Promise<void>
  /** Calls `listener` when there are new files or a new page, until the returned function is called. */
  onOpened(listener: () => void): () => void
  /** The state of updates of the app. */
  updates(): Promise<UpdatesView>
  /** Switches updates on or off, permanently. */
  setUpdates(on: boolean): Promise<void>
  /** Checks for a newer version now; `onUpdates` reports the result. */
  checkUpdates(): Promise<void>
  /** Downloads the newer version; `onUpdates` reports the result. */
  downloadUpdate(): Promise<void>
  /** Calls `listener` at each change of `updates`, until the returned function is called. */
  onUpdates(listener: (view: UpdatesView) => void): () => void
  /** Calls `listener` for each choice in the menu, until the returned function is called. */
  onMenu(listener: (action: MenuAction) => void): () => void
}

declare global {
  interface Window {
    native?: NativeBridge
  }
}
