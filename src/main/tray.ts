import { Menu, nativeImage, Tray } from 'electron'
import type { TrayPicture } from './background.ts'

/** The icon in the system's tray; a click on it opens the window. @param resources the folder of the icons */
export function createTray(resources: string, open: () => void): TrayPicture {
  // macOS draws a template image in the colour of its menu bar.
  const file = process.platform === 'darwin' ? 'trayTemplate.png' : 'tray.png'
  const tray = new Tray(nativeImage.createFromPath(`${resources}/${file}`))
  tray.on('click', open)
  return {
    setToolTip: (text) => tray.setToolTip(text),
    setMenu: (items) => tray.setContextMenu(Menu.buildFromTemplate(items)),
  }
}
