/** The menu bar, as data. Pure. */
import type { MenuItemConstructorOptions } from 'electron'
import type { MenuAction } from '../shared/native.ts'

export interface MenuChoices {
  platform: string
  /** Whether this is a developer's checkout: then the menu has the developer tools. */
  developing: boolean
  /** Sends the page the chosen action. */
  choose(action: MenuAction): void
  showDataFolder(): void
}

/** File, Edit, View, Window and Help in the order and with the words each system expects. */
export function menuTemplate({
  platform,
  developing,
  choose,
  showDataFolder,
}: MenuChoices): MenuItemConstructorOptions[] {
  const isMac = platform === 'darwin'
  const settings: MenuItemConstructorOptions = {
    id: 'settings',
    label: 'Settings…',
    accelerator: 'CmdOrCtrl+,',
    click: () => choose('settings'),
  }
  return [
    ...(isMac ? [appMenu(settings)] : []),
    {
      label: '&File',
      submenu: [
        { id: 'new-import', label: 'New import…', accelerator: 'CmdOrCtrl+N', click: () => choose('new-import') },
        ...(isMac ? [] : [settings]),
        { type: 'separator' },
        isMac ? { role: 'close' } : { role: 'quit' },
      ],
    },
    { role: 'editMenu' },
    {
      label: '&View',
      submenu: [
        { role: 'reload' },
        { type: 'separator' },
        { role: 'resetZoom' },
        { role: 'zoomIn' },
        { role: 'zoomOut' },
        { type: 'separator' },
        { role: 'togglefullscreen' },
        ...(developing ? [{ role: 'toggleDevTools' as const }] : []),
      ],
    },
    { role: 'windowMenu' },
    {
      role: 'help',
      submenu: [
        { id: 'data-folder', label: 'Show data folder', click: () => showDataFolder() },
        ...(isMac ? [] : [{ role: 'about' as const }]),
      ],
    },
  ]
}

/** The menu with the app's name on macOS: Electron's own, with the settings in their usual place. */
function appMenu(settings: MenuItemConstructorOptions): MenuItemConstructorOptions {
  return {
    label: 'Mintdesk',
    submenu: [
      { role: 'about' },
      { type: 'separator' },
      settings,
      { type: 'separator' },
      { role: 'services' },
      { type: 'separator' },
      { role: 'hide' },
      { role: 'hideOthers' },
      { role: 'unhide' },
      { type: 'separator' },
      { role: 'quit' },
    ],
  }
}
