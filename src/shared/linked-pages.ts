/** The pages of the window that a `mintdesk:` link may open; such a link can do nothing else. */
export const linkedPages = [
  'mint',
  'runs',
  'collections',
  'wallets',
  'wallets/hand-over',
  'developers',
  'settings',
  'settings/general',
  'settings/fee-balance',
  'settings/keys-and-backup',
  'settings/storage',
  'settings/networks',
  'settings/practice',
  'settings/advanced',
  'settings/about',
] as const

/** The window's path, such as `/runs`, that a link names; undefined for every other text. Pure. */
export function linkedPage(link: string): string | undefined {
  const url = URL.parse(link)
  if (url?.protocol !== 'mintdesk:') return undefined
  // A link with anything more than a page's name is refused.
  if ([url.search, url.hash, url.username, url.password, url.port].some((part) => part !== '')) return undefined
  const named = `${url.host}${url.pathname}`.replace(/^\/+|\/$/g, '')
  return linkedPages.some((page) => page === named) ? `/${named}` : undefined
}
