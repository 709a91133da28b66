/** Path of a Chromium or Chrome: CHROMIUM_PATH, an installed one, or Playwright's own; undefined where there is none. */
export function findChromium(): Promise<string | undefined>
