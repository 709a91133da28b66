/** Which addresses the window may show, and which it hands to the system's browser. Pure. */

/** Whether a navigation that the page began is a reload, the only kind that is allowed: the page changes its address without navigating. */
export function isReload(target: string, shown: string): boolean {
  const [to, from] = [parse(target), parse(shown)]
  return to !== null && from !== null && to.origin === from.origin && to.pathname === from.pathname
}

/** The address with a ticket that signs the page in: the page `shown` if the core serves it, else the first page. */
export function entrance(coreUrl: string, ticket: string, shown: string): string {
  const page = parse(shown)
  const address = page?.origin === coreUrl ? page : new URL(coreUrl)
  address.searchParams.set('ticket', ticket)
  return address.href
}

/** Whether a link may be opened in the system's browser: https, or a page of the core itself (its API reference). */
export function isForBrowser(target: string, coreUrl: string): boolean {
  const url = parse(target)
  return url !== null && (url.protocol === 'https:' || url.origin === coreUrl)
}

/** Whether a calling frame is our page: the top frame of a document that the core serves. */
export function isOurPage(frame: { url: string; parent: unknown } | null, coreUrl: string): boolean {
  return frame !== null && frame.parent === null && parse(frame.url)?.origin === coreUrl
}

/** Whether a permission is granted: only writing text to the clipboard (the copy buttons), and only to our page. */
export function isGranted(permission: string, origin: string, coreUrl: string): boolean {
  return permission === 'clipboard-sanitized-write' && parse(origin)?.origin === coreUrl
}

function parse(url: string): URL | null {
  return URL.parse(url)
}
