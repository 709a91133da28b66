/** The menu bar, as data. Pure. */
import type { MenuItemConstructorOptions } from 'electron'
import type { MenuAction } from '../shared/native.ts'

export interface MenuChoices {
  platform: string
  /** Whether this is a developer's checkout: then the page can be inspected. */
  developing: boolean
  /** Tells the page what was chosen. */
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
  return [
    ...(isMac ? [{ role: 'appMenu' as const }] : []),
    {
      label: '&File',
      submenu: [
        { id: 'new-import', label: 'New import…', accelerator: 'CmdOrCtrl+N', click: () => choose('new-import') },
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
