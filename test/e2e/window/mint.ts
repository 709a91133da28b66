import { expect, type Locator, type Page } from '@playwright/test'

/** One of the four decisions of the Mint page, open whether it was folded or not; it stays open. */
export async function openDecision(page: Page, name: 'Where' | 'Columns' | 'Check' | 'Price'): Promise<Locator> {
  const decision = page.getByRole('region', { name, exact: true })
  const change = decision.getByRole('button', { name: `Change ${name}` })
  const goOn = page.getByRole('button', { name: 'Continue', exact: true })
  await expect(async () => {
    if (await change.isVisible()) await change.click({ timeout: 5_000 })
    // Something of it is missing, such as a price that nobody has now: then it is a title until what is open before it is left.
    else if ((await decision.getAttribute('data-state')) === 'later' && (await goOn.isVisible()))
      await goOn.click({ timeout: 5_000 })
    // What a person began with does not fold by itself.
    else await decision.getByRole('heading', { name, exact: true }).click({ timeout: 5_000 })
    await expect(decision).toHaveAttribute('data-state', 'open', { timeout: 2_000 })
  }).toPass({ timeout: 60_000 })
  return decision
}

/** Waits until so many rows of the file are ready, whether its check is folded or not. */
export async function expectReady(page: Page, ready: string): Promise<void> {
  await expect(page.getByRole('region', { name: 'Check', exact: true })).toContainText(`${ready} ready`)
}

/** Opens one of the samples of the first screen. */
export async function openSample(page: Page, title: string): Promise<void> {
  await page.getByRole('list', { name: 'Samples' }).getByRole('button', { name: title }).click()
}
