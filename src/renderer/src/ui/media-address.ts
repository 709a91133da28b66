/** Where the core serves a file that was dropped with a spreadsheet, by the name that its rows give it. */
export function droppedAddress(importId: string, name: string): string {
  return `/app/media?${new URLSearchParams({ import: importId, path: name })}`
}

/** Where the window loads a picture from: the core alone, never a stranger's host (architecture, wallets). */
export function mediaAddress(uri: string): string | null {
  if (/^ipfs:\/\//i.test(uri)) {
    const path = uri.slice('ipfs://'.length).replace(/^ipfs\//, '')
    return path === '' ? null : `/app/media?ipfs=${encodeURIComponent(path)}`
  }
  if (/^data:(image|video|audio)\//i.test(uri)) return uri
  if (/^https?:\/\//i.test(uri)) return `/app/media?url=${encodeURIComponent(uri)}`
  if (/^ar:\/\//i.test(uri)) return `/app/media?url=${encodeURIComponent(`https://arweave.net/${uri.slice(5)}`)}`
  if (uri.startsWith('blob:')) return uri
  return null
}
