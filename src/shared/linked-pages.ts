/** The pages of the window that a `mintdesk:` link may open; nothing else of such a link counts. */
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

/** The page that a link names, as a path of the window such as `/runs`; undefined for every other text. Pure. */
export function linkedPage(link: string): string | undefined {
  const url = URL.parse(link)
  if (url?.protocol !== 'mintdesk:') return undefined
  // What could carry more than a page's name is refused whole.
  if ([url.search, url.hash, url.username, url.password, url.port].some((part) => part !== '')) return undefined
  const named = `${url.host}${url.pathname}`.replace(/^\/+|\/$/g, '')
  return linkedPages.some((page) => page === named) ? `/${named}` : undefined
}
