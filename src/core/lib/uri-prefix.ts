/** The prefix of addresses of content on IPFS. */
export const ipfsPrefix = 'ipfs://'
/** The prefix for content on Arweave: wallets and indexers of Solana fetch it, and many do not know `ar://`. Any gateway serves the id. */
export const arweavePrefix = 'https://arweave.net/'

const cid = 'baf[a-z2-7]{56}'
const hostedContract = new RegExp(`^(https?://[^?#]+/)${cid}$`)
const arweaveAddress = /^https:\/\/arweave\.net\/([\w-]{43})$/
const pathAtEnd = new RegExp(`/(${cid}(?:/[^/?#]+)?)$`)

/** The id of the data item that an address on Arweave names; undefined for any other address. */
export function arweaveId(uri: string): string | undefined {
  return arweaveAddress.exec(uri)?.[1]
}

/**
 * The prefix of the CIDs in a collection's addresses, or of the ids on Arweave: that of the address of its own metadata. It is
 * fixed when the collection is made, and never changes.
 * @param contractUri null where that is not made yet
 */
export function prefixOf(contractUri: string | null): string {
  if (contractUri !== null && arweaveId(contractUri) !== undefined) return arweavePrefix
  return hostedContract.exec(contractUri ?? '')?.[1] ?? ipfsPrefix
}

/** Whether a collection's URIs are stored on chain as text; where a contract stores digests, it adds its prefix to them. */
export function literalIn(uriPrefix: string): { literal?: true } {
  return uriPrefix === ipfsPrefix ? {} : { literal: true }
}

/** `<cid>` or `<cid>/<name>` at the end of an address on IPFS or on the web; undefined when there is none. */
export function contentPath(uri: string): string | undefined {
  return pathAtEnd.exec(uri)?.[1] ?? (uri.startsWith(ipfsPrefix) ? uri.slice(ipfsPrefix.length) : undefined)
}
