import { contentTypeOf, headBytes } from './content-type.ts'
import type { FetchBounds, Fetcher } from './fetch-file.ts'
import { LinkedFileError } from './linked-file-error.ts'
import { linkKind } from './links.ts'

/** Ours: while a file is checked, links are tried faster and with less patience than they are fetched for a mint. */
export const tryBounds: Partial<FetchBounds> = {
  milliseconds: 20_000,
  atATime: 20,
  atATimePerHost: 10,
  retryDelays: [1_000],
}

/** Dependencies of the link trier. */
export interface LinkTrierDeps {
  /** Created with `tryBounds`. */
  fetcher: Fetcher
  /** Whether the content of an `ipfs://` link is stored here. */
  isKept(link: string): Promise<boolean>
  /** The gateway addresses for an `ipfs://` link. */
  ipfsAddresses(link: string): Promise<readonly string[]>
}

/** Tries a link. Returns a sentence about why its file cannot be fetched now; null where it can. */
export type TryLink = (text: string, role: 'image' | 'animation', signal: AbortSignal) => Promise<string | null>

/** Tries links by their first bytes: whether they exist, and their type. Stores nothing. */
export function linkTrier({ fetcher, isKept, ipfsAddresses }: LinkTrierDeps): TryLink {
  async function look(url: string, role: 'image' | 'animation', signal: AbortSignal): Promise<void> {
    const type = await fetcher.fetch(url, async (bytes) => contentTypeOf(await headOf(bytes)), signal)
    if (role === 'image' && type.startsWith('text/html'))
      throw new LinkedFileError(
        'metadata.media',
        `${url.slice(0, 200)} leads to a web page: give the address of the picture itself.`,
      )
  }

  async function lookOnIpfs(text: string, role: 'image' | 'animation', signal: AbortSignal): Promise<void> {
    if (await isKept(text)) return
    let last: unknown = new LinkedFileError('metadata.media', 'No IPFS gateway is set: set one in Settings.')
    for (const address of await ipfsAddresses(text)) {
      try {
        return await look(address, role, signal)
      } catch (error) {
        if (!(error instanceof LinkedFileError)) throw error
        last = error
      }
    }
    throw last
  }

  return async (text, role, signal) => {
    try {
      const kind = linkKind(text)
      if (kind === 'http') await look(text, role, signal)
      else if (kind === 'ar') await look(`https://arweave.net/${text.replace(/^ar:\/*/i, '')}`, role, signal)
      else if (kind === 'ipfs') await lookOnIpfs(text, role, signal)
      return null
    } catch (error) {
      if (error instanceof LinkedFileError) return error.message
      throw error
    }
  }
}

async function headOf(bytes: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  const parts: Uint8Array[] = []
  let length = 0
  for await (const part of bytes) {
    parts.push(part)
    length += part.length
    if (length >= headBytes) break
  }
  return Buffer.concat(parts).subarray(0, headBytes)
}
