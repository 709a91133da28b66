import { defineConfig } from '@playwright/test'

/** Run by `npm test -- --window`, which names the Chromium to use. */
export default defineConfig({
  testDir: 'test/e2e',
  // Each file has a core, a data folder and a browser of its own.
  workers: 2,
  timeout: 60_000,
  // Longer than anything takes on a busy machine, as below: what a test shows must not hang on the machine's speed.
  expect: { timeout: 20_000 },
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
