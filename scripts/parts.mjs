/**
 * `npm run parts [-- <folder>]`: serves the window's design tokens and parts on one page with Vite, until Ctrl+C. With a folder, saves
 * screenshots there instead: both colour schemes, wide and narrow.
 */
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { chromium } from '@playwright/test'
import react from '@vitejs/plugin-react'
import { createServer } from 'vite'
import { root, say } from './lib/checkout.mjs'
import { findChromium } from './lib/chromium.mjs'

const folder = process.argv[2]
const server = await createServer({
  configFile: false,
  root: join(root, 'src/renderer'),
  cacheDir: join(root, 'node_modules/.vite-parts'),
  plugins: [react()],
  logLevel: 'warn',
  server: { host: '127.0.0.1', port: 5199, fs: { allow: [root] } },
})
await server.listen()
const page = `${server.resolvedUrls?.local[0]}parts.html`
if (folder === undefined) say(`The parts are at ${page}`)
else {
  await keep(folder)
  await server.close()
}

async function keep(target) {
  await mkdir(target, { recursive: true })
  const executablePath = await findChromium()
  const browser = await chromium.launch(executablePath ? { executablePath } : {})
  try {
    for (const width of [1000, 360])
      for (const scheme of ['light', 'dark']) {
        const tab = await browser.newPage({ viewport: { width, height: 6_000 }, reducedMotion: 'reduce' })
        await tab.goto(`${page}?scheme=${scheme}`)
        // Slow at the first visit: Vite bundles the page's packages then.
        await tab.getByRole('region', { name: 'Checklist' }).waitFor({ timeout: 120_000 })
        await tab.screenshot({ path: join(target, `parts-${scheme}-${width}.png`), fullPage: true })
        await tab.close()
      }
  } finally {
    await browser.close()
  }
}
