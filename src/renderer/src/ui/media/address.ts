/** Where the core serves a file that was dropped with a spreadsheet, by the name that its rows give it. `base`: as `useMediaBase` says. */
export function droppedAddress(base: string, importId: string, name: string): string {
  return `${base}?${new URLSearchParams({ import: importId, path: name })}`
}

/** Where the window loads a picture from: the core alone, never a stranger's host (architecture, wallets). */
export function mediaAddress(base: string, uri: string): string | null {
  if (/^ipfs:\/\//i.test(uri)) {
    const path = uri.slice('ipfs://'.length).replace(/^ipfs\//, '')
    return path === '' ? null : `${base}?ipfs=${encodeURIComponent(path)}`
  }
  if (/^data:(image|video|audio)\//i.test(uri)) return uri
  if (/^https?:\/\//i.test(uri)) return `${base}?url=${encodeURIComponent(uri)}`
  if (/^ar:\/\//i.test(uri)) return `${base}?url=${encodeURIComponent(`https://arweave.net/${uri.slice(5)}`)}`
  if (uri.startsWith('blob:')) return uri
  return null
}

/** Whether loading it asks the core, with the session's cookie; else it is in the page's memory. */
export function isOfCore(address: string): boolean {
  return address.startsWith('/')
}
