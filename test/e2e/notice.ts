import type { Page } from '@playwright/test'

/**
 * Resolves once a text stood in the page, be it for the few seconds that a notice stands. To be called before it can: the page itself looks, however
 * rarely the test gets a turn.
 */
export async function noticed(page: Page, text: string): Promise<void> {
  const looked = { polling: 100, timeout: 240_000 }
  await page.waitForFunction((wanted) => document.body.textContent.includes(wanted), text, looked)
}
