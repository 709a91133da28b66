/** The path behind `ipfs://`, however that is written. */
export function ipfsPath(uri: string): string {
  return uri.replace(/^ipfs:\/*(?:ipfs\/)?/i, '').replace(/[?#].*$/, '')
}

/** Where a gateway serves a path. */
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
