/** The bridge between the page and the desktop shell. Sandboxed and isolated; built into one CommonJS file. */
import { contextBridge, ipcRenderer, webUtils } from 'electron'
import type { MenuAction, NativeBridge, NativeCalls } from '../shared/native.ts'
import type { UpdatesView } from '../shared/updates.ts'

function call<Name extends keyof NativeCalls>(
  name: Name,
  ask: NativeCalls[Name]['ask'],
): Promise<NativeCalls[Name]['answer']> {
  return ipcRenderer.invoke(name, ask)
}

/** Calls `listener` for each message named `name`, until the returned function is called. */
function hear<Payload>(name: string, listener: (payload: Payload) => void): () => void {
  const forward = (_event: unknown, payload: Payload): void => listener(payload)
  ipcRenderer.on(name, forward)
  return () => {
    ipcRenderer.off(name, forward)
  }
}

const bridge: NativeBridge = {
  platform: process.platform,
  pickFolder: () => call('pick-folder', undefined),
  pathsOf: (files) => Promise.all(files.map((file) => webUtils.getPathForFile(file))),
  setProgress: (fraction) => call('set-progress', fraction),
  notify: (note) => call('notify', note),
  showDataFolder: () => call('show-data-folder', undefined),
  signIn: () => call('sign-in', undefined),
  takeOpened: () => call('take-opened', undefined),
  takePage: () => call('take-page', undefined),
  loginStart: () => call('login-start', undefined),
  setLoginStart: (on) => call('set-login-start', on),
  onOpened: (listener) => hear('opened', () => listener()),
  updates: () => call('updates', undefined),
  setUpdates: (on) => call('set-updates', on),
  checkUpdates: () => call('check-updates', undefined),
  downloadUpdate: () => call('download-update', undefined),
  onUpdates: (listener) => hear<UpdatesView>('updates', listener),
  onMenu: (listener) => hear<MenuAction>('menu', listener),
}

contextBridge.exposeInMainWorld('native', bridge)
