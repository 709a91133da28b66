/** `node scripts/icons.mjs`: draws resources/icon.svg and tray.svg as PNG icons for each system. Run it after a change of either file. */
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { chromium } from '@playwright/test'
import { root } from './lib/checkout.mjs'
import { findChromium } from './lib/chromium.mjs'

/** electron-builder makes the icons of each system from icon.png. macOS colours an icon whose file name ends in Template. */
const pictures = [
  { from: 'icon.svg', to: 'icon.png', size: 512 },
  { from: 'icon.svg', to: 'tray.png', size: 32 },
  { from: 'tray.svg', to: 'trayTemplate.png', size: 16 },
  { from: 'tray.svg', to: 'trayTemplate@2x.png', size: 32 },
]

const resources = join(root, 'resources')
const executablePath = await findChromium()
const browser = await chromium.launch(executablePath ? { executablePath } : {})
try {
  for (const { from, to, size } of pictures) {
    const page = await browser.newPage({ viewport: { width: size, height: size } })
    const svg = (await readFile(join(resources, from), 'utf8')).replace(
      '<svg ',
      `<svg width="${size}" height="${size}" `,
    )
    await page.setContent(`<body style="margin:0;line-height:0">${svg}</body>`)
    await writeFile(join(resources, to), await page.screenshot({ omitBackground: true }))
    await page.close()
  }
} finally {
  await browser.close()
}
