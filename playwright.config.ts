import { defineConfig } from '@playwright/test'

/** Run by `npm test -- --window`, which names the Chromium to use. */
export default defineConfig({
  testDir: 'test/e2e',
  globalSetup: './test/e2e/window/build-core.ts',
  // Each file has a core, a data folder and a browser of its own; half of the time it waits for blocks and for the page: one more than there are
  // cores on the smallest machines.
  workers: 3,
  // Of a test and of a hook, each: on a machine that has five times as much to do, starting a chain, a core and a browser takes a minute.
  timeout: 300_000,
  // Longer than anything takes on a busy machine, as below: what a test shows must not hang on the machine's speed.
  expect: { timeout: 60_000 },
  forbidOnly: Boolean(process.env.CI),
  reporter: 'list',
  use: {
    // Longer than anything takes on a busy machine; a click that finds nothing must not wait for the whole test.
    actionTimeout: 60_000,
    navigationTimeout: 60_000,
    viewport: { width: 1280, height: 800 },
    // What still moves when the mouse is pressed is elsewhere when it is let go, and the click is nobody's.
    contextOptions: { reducedMotion: 'reduce' },
    screenshot: 'only-on-failure',
    launchOptions: process.env.CHROMIUM_PATH ? { executablePath: process.env.CHROMIUM_PATH } : {},
  },
})
