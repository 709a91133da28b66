import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'

/** What axe finds now; a sentence each, so that the failure says where. @param rules all where absent @param within a part of the page */
export async function violations(
  page: Page,
  where: string,
  rules?: readonly string[],
  within?: string,
): Promise<string[]> {
  // It is half a megabyte of script, and stays while the router leads from page to page.
  const isThere = await page.evaluate(() => 'axe' in window)
  const axe = new AxeBuilder({ page, ...(isThere ? { axeSource: 'undefined' } : {}) })
  // There are no frames: it need not open a page of its own to put their results together.
  axe.setLegacyMode()
  if (within !== undefined) axe.include(within)
  // Off unless asked for, since axe cannot know it for every script; ours it can.
  const labels = { 'label-content-name-mismatch': { enabled: true } }
  // Of what is right it need not write down where it is: of a large page that is most of its work.
  axe.options({ resultTypes: ['violations'], selectors: false, ...(rules === undefined ? { rules: labels } : {}) })
  const { violations } = await (rules === undefined ? axe : axe.withRules([...rules])).analyze()
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary = '' }) => `${where}: ${id}: ${html.slice(0, 200)} ${failureSummary}`),
  )
}

/** What is wider than the window, when the page as a whole scrolls sideways. */
export async function tooWide(page: Page, where: string): Promise<string[]> {
  return await page.evaluate((place) => {
    const { scrollWidth, clientWidth } = document.documentElement
    if (scrollWidth <= clientWidth) return []
    // What lies in a box that scrolls makes the page no wider.
    const boxed = (element: Element | null): boolean =>
      element !== null && (getComputedStyle(element).overflowX !== 'visible' || boxed(element.parentElement))
    const wide = [...document.querySelectorAll('#content *')].filter(
      (element) => element.getBoundingClientRect().right > clientWidth + 1 && !boxed(element.parentElement),
    )
    return [`${place}: ${scrollWidth} px wide; ${wide.slice(0, 4).map((one) => one.outerHTML.slice(0, 160))}`]
  }, where)
}

/** What lies over the page: a dialog, a drawer, the box or the menu of a button. */
const laidOver = '[role="dialog"], [role="menu"]'

/** Waits until nothing fades or moves: meanwhile nothing has its own colours. */
async function still(page: Page): Promise<void> {
  await page.evaluate(async () => {
    // Those begun by what was just done are only known with the next frame; those without an end are no transition.
    await new Promise(requestAnimationFrame)
    const ending = document.getAnimations().filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity)
    await Promise.allSettled(ending.map(({ finished }) => finished))
  })
}

/** What axe finds in the dialog, drawer or menu that is open, in both schemes, and whether it is wider than a narrow window; the page stays in light. */
export async function dialogFaults(page: Page, where: string): Promise<string[]> {
  const open = page.locator(laidOver).last()
  await open.waitFor()
  await page.emulateMedia({ colorScheme: 'light' })
  await still(page)
  const found = await violations(page, where, undefined, laidOver)
  await page.emulateMedia({ colorScheme: 'dark' })
  await still(page)
  found.push(...(await violations(page, `${where}, dark`, ['color-contrast'], laidOver)))
  await page.emulateMedia({ colorScheme: 'light' })
  const size = page.viewportSize()
  await page.setViewportSize({ width: 320, height: 640 })
  const wide = await open.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)
  if (wide > 0) found.push(`${where}: ${wide} px wider than a window of 320 px`)
  if (size !== null) await page.setViewportSize(size)
  return found
}
