import { defineConfig } from '@playwright/test'

/** Run by `npm test -- --window`, which names the Chromium to use. */
export default defineConfig({
  testDir: 'test/e2e',
  workers: 1,
  timeout: 60_000,
  forbidOnly: Boolean(process.env.CI),
  reporter: 'list',
  use: {
    // Longer than anything takes on a busy machine; a click that finds nothing must not wait for the whole test.
    actionTimeout: 20_000,
    navigationTimeout: 30_000,
    viewport: { width: 1280, height: 800 },
    screenshot: 'only-on-failure',
    launchOptions: process.env.CHROMIUM_PATH ? { executablePath: process.env.CHROMIUM_PATH } : {},
  },
})
