import type { Page, TestInfo } from '@playwright/test'

/** Keeps what a person sees now, in test-results and in the report. */
export async function keepPicture(page: Page, test: TestInfo, name: string): Promise<void> {
  const path = test.outputPath(`${name}.png`)
  await page.screenshot({ path, animations: 'disabled' })
  await test.attach(name, { path, contentType: 'image/png' })
}
