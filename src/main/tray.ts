import { Menu, nativeImage, Tray } from 'electron'
import type { TrayPicture } from './background.ts'

/** The picture in the tray of the system; a click on it opens the window. @param resources where the pictures are */
export function createTray(resources: string, open: () => void): TrayPicture {
  // macOS draws templates in the colour of its bar.
  const file = process.platform === 'darwin' ? 'trayTemplate.png' : 'tray.png'
  const tray = new Tray(nativeImage.createFromPath(`${resources}/${file}`))
  tray.on('click', open)
  return {
    setToolTip: (text) => tray.setToolTip(text),
    setMenu: (items) => tray.setContextMenu(Menu.buildFromTemplate(items)),
  }
}
