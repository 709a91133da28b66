import { Agent, request } from 'undici'
import { type AllowedHost, BlockedAddressError, type Lookup } from './addresses.ts'
import { defaultLookup } from './fetch-file.ts'
import { filteredConnector } from './fetch-filter.ts'

/** Ours: the longest time and the largest answer of a server for one name. */
const patienceMs = 10_000
const mostBytes = 64 * 1024

export interface OffChainAsker {
  /** Sends a GET, or a POST where there is JSON to send; follows no redirect. @throws Error with a part of a sentence */
  ask(url: string, json?: unknown): Promise<string>
  close(): Promise<void>
}

/** Asks servers that other people name, at public addresses only. */
export function offChainAsker({
  allowedHosts,
  lookup = defaultLookup,
}: {
  allowedHosts: readonly AllowedHost[]
  lookup?: Lookup
}): OffChainAsker {
  const agent = new Agent({ connect: filteredConnector(allowedHosts, lookup), connections: 4 })
  return {
    async ask(url, json) {
      const host = URL.canParse(url) ? new URL(url).host : url.slice(0, 60)
      if (!/^https?:\/\//i.test(url)) throw new Error(`${host} is not asked: its address does not begin with https://`)
      try {
        const { statusCode, body } = await request(url, {
          dispatcher: agent,
          ...(json === undefined ? {} : { method: 'POST' as const, body: JSON.stringify(json) }),
          headers: {
            ...{ accept: 'application/json', 'user-agent': 'Mintdesk' },
            ...(json === undefined ? {} : { 'content-type': 'application/json' }),
          },
          signal: AbortSignal.timeout(patienceMs),
        })
        const pieces: Uint8Array[] = []
        let length = 0
        for await (const piece of body) {
          length += piece.length
          if (length > mostBytes) throw new Error(`${host} answers with more than 64 KiB`)
          pieces.push(piece)
        }
        if (statusCode !== 200) throw new Error(`${host} answers with status ${statusCode}`)
        return Buffer.concat(pieces).toString('utf8')
      } catch (error) {
        if (error instanceof BlockedAddressError) throw new Error(`${host} is at an address that is not open to all`)
        if (error instanceof Error && /^\S+ (answers|is) /.test(error.message)) throw error
        throw new Error(`${host} does not answer`)
      }
    },
    close: () => agent.destroy(),
  }
}
