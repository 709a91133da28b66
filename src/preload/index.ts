/** The bridge between the page and the desktop shell. Sandboxed and isolated; built into one CommonJS file. */
import { contextBridge, ipcRenderer, webUtils } from 'electron'
import type { MenuAction, NativeBridge, NativeCalls } from '../shared/native.ts'

function call<Name extends keyof NativeCalls>(
  name: Name,
  ask: NativeCalls[Name]['ask'],
): Promise<NativeCalls[Name]['answer']> {
  return ipcRenderer.invoke(name, ask)
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
  onOpened: (listener) => {
    const forward = (): void => listener()
    ipcRenderer.on('opened', forward)
    return () => {
      ipcRenderer.off('opened', forward)
    }
  },
  onMenu: (listener) => {
    const forward = (_event: unknown, action: MenuAction): void => listener(action)
    ipcRenderer.on('menu', forward)
    return () => {
      ipcRenderer.off('menu', forward)
    }
  },
}

contextBridge.exposeInMainWorld('native', bridge)
