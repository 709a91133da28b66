import { type Hex, isHex } from 'viem'

/** Asks a server that a contract names, which anybody may have written, within bounds and filters. @throws unless it answers with status 200 */
export type AskOffChain = (url: string, json?: unknown) => Promise<string>

/** Ours: servers that are tried for one name. */
const mostServers = 5

/** Reads data that a contract keeps off chain (EIP-3668). Replaces viem's own reader, which would ask any address. */
export function ccipRequest(ask: AskOffChain) {
  return async ({ data, sender, urls }: { data: Hex; sender: Hex; urls: readonly string[] }): Promise<Hex> => {
    let failed: unknown = new Error('its resolver names no server')
    for (const template of urls.slice(0, mostServers)) {
      const url = template.replace('{sender}', sender.toLowerCase()).replace('{data}', data)
      try {
        const found = dataIn(await ask(url, template.includes('{data}') ? undefined : { data, sender }))
        if (found !== null) return found
        failed = new Error('a server that its resolver names answers in no known form')
      } catch (error) {
        failed = error
      }
    }
    throw failed
  }
}

function dataIn(text: string): Hex | null {
  try {
    const json: unknown = JSON.parse(text)
    const data = typeof json === 'object' && json !== null && 'data' in json ? json.data : null
    return isHex(data) ? data : null
  } catch {
    return isHex(text.trim()) ? (text.trim() as Hex) : null
  }
}
