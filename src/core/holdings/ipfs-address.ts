/** The path of an `ipfs://` address in any of its forms. */
export function ipfsPath(uri: string): string {
  return uri.replace(/^ipfs:\/*(?:ipfs\/)?/i, '').replace(/[?#].*$/, '')
}

/** The address of a path at a gateway. */
export function ipfsAddress(gateway: string, path: string): string {
  return `${gateway}/ipfs/${path
    .split('/')
    .map((part) => encodeURIComponent(decodedPart(part)))
    .join('/')}`
}

function decodedPart(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}
