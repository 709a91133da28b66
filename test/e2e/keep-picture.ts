import type { Page, TestInfo } from '@playwright/test'

/** Keeps what a person sees now, in test-results and in the report. */
export async function keepPicture(page: Page, test: TestInfo, name: string): Promise<void> {
  const path = test.outputPath(`${name}.png`)
  await page.screenshot({ path, animations: 'disabled' })
  await test.attach(name, { path, contentType: 'image/png' })
}

/** What a person sees, in light, dark and narrow; the page stays in light and wide. */
export async function keepPictures(page: Page, test: TestInfo, name: string): Promise<void> {
  for (const [end, colorScheme, viewport] of [
    ['dark', 'dark', { width: 1280, height: 800 }],
    ['narrow', 'light', { width: 900, height: 700 }],
    ['light', 'light', { width: 1280, height: 800 }],
  ] as const) {
    await page.emulateMedia({ colorScheme })
    await page.setViewportSize(viewport)
    await keepPicture(page, test, `${name}-${end}`)
  }
}
