/** What the desktop shell adds to the page. In a plain browser `window.native` is absent, and all else works the same. */

import type { UpdatesView } from './updates.ts'

/** What a person chose in the menu for the page to do. */
export type MenuAction = 'new-import' | 'settings'

/** The calls that cross to the main process: what is asked, what is answered. Main, preload and page are typed by this. */
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
  /** Asks for a folder; null when the person thinks better of it. */
  pickFolder(): Promise<string | null>
  /** Where chosen or dropped files are on disk; '' for one that is not on disk. */
  pathsOf(files: readonly File[]): Promise<string[]>
  /** Shows 0…1 in the taskbar; null takes it away. */
  setProgress(fraction: number | null): Promise<void>
  /** Shows a notification; a click on it brings the window to the front. */
  notify(note: Note): Promise<void>
  /** Opens the data folder in the system's file manager. */
  showDataFolder(): Promise<void>
  /** Lets the window in again that was signed out: it is loaded anew, where it was. */
  signIn(): Promise<void>
  /** The ids (`GET /app/opened-files/{id}`) of the files that a person opened with Mintdesk since this was asked last. */
  takeOpened(): Promise<string[]>
  /** The page that a `mintdesk:` link asked for since this was asked last, such as `/runs`. */
  takePage(): Promise<string | null>
  /** Whether the app starts at login. */
  loginStart(): Promise<boolean>
  setLoginStart(on: boolean): Promise<void>
  /** Calls `listener` when there are more files or a page, until the returned function is called. */
  onOpened(listener: () => void): () => void
  /** What is known of newer versions of the app. */
  updates(): Promise<UpdatesView>
  /** Switches updates on or off, for good. */
  setUpdates(on: boolean): Promise<void>
  /** Asks for a newer version now; what comes of it is told to `onUpdates`. */
  checkUpdates(): Promise<void>
  /** Downloads the newer version; what comes of it is told to `onUpdates`. */
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
