/** Which addresses the window may show, and which it hands to the system's browser. Pure. */

/** Whether a navigation that the page began may go on: only a reload of what is shown. Everything else the page does by itself. */
export function isReload(target: string, shown: string): boolean {
  const [to, from] = [parse(target), parse(shown)]
  return to !== null && from !== null && to.origin === from.origin && to.pathname === from.pathname
}

/** The address that lets the page in: of what is `shown`, if that is of the core, else of the first page. */
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

/** Whether a frame that calls us is our page: the top frame of a document served by the core. */
export function isOurPage(frame: { url: string; parent: unknown } | null, coreUrl: string): boolean {
  return frame !== null && frame.parent === null && parse(frame.url)?.origin === coreUrl
}

/** The one permission that is granted, and to our page only: writing text to the clipboard (the copy buttons). */
export function isGranted(permission: string, origin: string, coreUrl: string): boolean {
  return permission === 'clipboard-sanitized-write' && parse(origin)?.origin === coreUrl
}

function parse(url: string): URL | null {
  return URL.parse(url)
}
