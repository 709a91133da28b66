import { readMintAddress } from '../../../../shared/app-api/mint-address.ts'

/** Where the core serves a file that was dropped with a spreadsheet, by its name in the rows. `base`: from `useMediaBase`. */
export function droppedAddress(base: string, importId: string, name: string): string {
  return `${base}?${new URLSearchParams({ import: importId, path: name })}`
}

/** Where the window loads a picture from: only the core, never another host (architecture, wallets). */
export function mediaAddress(base: string, uri: string): string | null {
  if (/^ipfs:\/\//i.test(uri)) {
    const path = uri.slice('ipfs://'.length).replace(/^ipfs\//, '')
    return path === '' ? null : `${base}?ipfs=${encodeURIComponent(path)}`
  }
  if (/^data:(image|video|audio)\//i.test(uri)) return uri
  if (/^https?:\/\//i.test(uri)) return `${base}?url=${encodeURIComponent(uri)}`
  if (/^ar:\/\//i.test(uri)) return `${base}?url=${encodeURIComponent(`https://arweave.net/${uri.slice(5)}`)}`
  if (uri.startsWith('blob:')) return uri
  const mint = readMintAddress(uri)
  if (mint) return `${base}?mint=${mint.key}${mint.role === 'image' ? '' : `&role=${mint.role}`}`
  return null
}

/**
 * Where the window loads a small picture from: the core's thumbnail of the address. A picture in the page's memory, or within the metadata, is
 * shown as it is; null where the address is not one of a picture.
 */
export function thumbnailAddress(base: string, uri: string, size: 64 | 320): string | null {
  const address = mediaAddress(base, uri)
  if (address === null || !isOfCore(address)) return address
  return address.replace(`${base}?`, `${base}/thumbnail?size=${size}&`)
}

/** Whether loading it asks the core, with the session's cookie; else the picture is in the page's memory. */
export function isOfCore(address: string): boolean {
  return address.startsWith('/')
}
