import type { Page } from '@playwright/test'

/** Opens a section of the settings by the rail and the list of sections. */
export async function openSettings(page: Page, section: string): Promise<void> {
  await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Settings' }).click()
  const sections = page.getByRole('navigation', { name: 'Sections of the settings' })
  await sections.getByRole('link', { name: section, exact: true }).click()
}
