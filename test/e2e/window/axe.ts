import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'

/** Pages that hold axe already: it is half a megabyte of script, and stays while the router leads from page to page. */
const withAxe = new WeakSet<Page>()

/** What axe finds now; a sentence each, so that the failure says where. @param rules all where absent */
export async function violations(page: Page, where: string, rules?: readonly string[]): Promise<string[]> {
  const axe = new AxeBuilder({ page, ...(withAxe.has(page) ? { axeSource: 'undefined' } : {}) })
  // There are no frames: it need not open a page of its own to put their results together.
  axe.setLegacyMode()
  // Off unless asked for, since axe cannot know it for every script; ours it can.
  const labels = { rules: { 'label-content-name-mismatch': { enabled: true } } }
  const { violations } = await (rules === undefined ? axe.options(labels) : axe.withRules([...rules])).analyze()
  withAxe.add(page)
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
